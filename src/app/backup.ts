// Backs up the records of the embedded engine: copies them to one file while a broker uses them,
// and restores such a file while no broker runs.

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { CopyContent, CopyOptions } from '../cli/context.ts';
import { isDamaged } from '../engines/sqlite/failures.ts';
import {
	copySqliteFile,
	faultsOfSqliteFile,
	makeOneFile,
	removeSqliteFile,
	syncToDisk,
} from '../engines/sqlite/records/copy-file.ts';
import { refuseUse, replaceSqliteFile } from '../engines/sqlite/records/replace-file.ts';
import { BrokerError, hasCode } from '../errors.ts';
import { openOutput } from '../formats/files/output.ts';
import { ownFiles, type Settings } from '../settings.ts';
import { openAccountStore } from '../store/accounts/account-store.ts';
import { DamagedDatabase } from '../store/damaged-database.ts';
import { type Migration, migrate } from '../store/migrate.ts';
import { beginNewLife, openRecords } from '../store/records.ts';

import type { SqlDatabase } from '../store/sql-database.ts';
import { openDatabase, openStores } from './open.ts';
import { copySecretKey, requireKeyFile } from './secret-key.ts';

/**
 * Copies the records to `file`: what was accepted before the command began is in it, and nothing
 * half. The file is there once it is whole, checked and on the disk, or not at all. `audited` is
 * false where the records take no entry, as on a full disk: a copy is needed most then. The key of
 * the secrets is copied beside it on request.
 */
export async function backUpRecords(
	settings: Settings,
	{ file, force, by, onProgress, withSecrets }: CopyOptions & { withSecrets: boolean },
): Promise<CopyContent & { bytes: number; audited: boolean }> {
	const source = embeddedFile(settings);
	if (withSecrets) requireKeyFile(settings);
	if (!existsSync(source)) throw new BrokerError('bad-file', `There is no database at ${source} to back up.`);
	const output = openOutput(file, { force, own: ownFiles(settings) });
	const copy = output.unfinished;
	try {
		const audited = await getAudit(settings, by, resolve(file));
		await copySqliteFile(source, copy, onProgress);
		const content = await withCopy(copy, contentOf);
		refuseDamaged(copy, `The copy is damaged: the disk of ${file} is at fault.`);
		const bytes = statSync(copy).size;
		await output.finish();
		if (withSecrets) copySecretKey(settings, `${file}.key`);
		return { ...content, bytes, audited };
	} catch (error) {
		removeSqliteFile(copy);
		await output.abandon();
		const mayBeDamage = error instanceof DamagedDatabase || hasCode(error, 'bad-file') || isDamaged(error);
		if (mayBeDamage) await refuseDamagedSource(settings, source);
		throw asFileFailure(error, `${file} cannot be written`);
	}
}

/**
 * Fails with `bad-file` where the records are damaged, which every process then refuses to write
 * to.
 */
async function refuseDamagedSource(settings: Settings, source: string): Promise<void> {
	const { database } = await openDatabase(settings.database);
	const faults = await database.checkFiles().finally(() => database.close());
	refuseFaults(
		faults,
		`${source} is damaged. A backup would be damaged, too. \`link-broker export FILE\` writes what can be read. ` +
			'See docs/operating/runbooks.md.',
	);
}

async function getAudit(settings: Settings, by: CopyOptions['by'], target: string): Promise<boolean> {
	const { records, close } = await openStores(settings);
	try {
		await records.audit([{ by, now: Date.now(), action: 'backup.started', subject: null, detail: { file: target } }]);
		return true;
	} catch {
		return false;
	} finally {
		await close();
	}
}

/**
 * Puts what `file` holds in the place of the records, and keeps those beside unless `force`. The
 * file is left as it is. Until all of it has been read and found whole, nothing happens to the
 * records. Fails with `conflict` where a process uses them, `bad-file` where the file is damaged or
 * something else, `unknown-schema` where another version of the program made it.
 */
export async function restoreRecords(
	settings: Settings,
	{ file, force, by, onProgress }: CopyOptions,
): Promise<CopyContent & { kept: string | null }> {
	const target = resolve(embeddedFile(settings));
	const source = resolve(file);
	if (!existsSync(source)) throw new BrokerError('bad-file', `${file} does not exist.`);
	mkdirSync(dirname(target), { recursive: true });
	if (existsSync(target) && realpathSync(source) === realpathSync(target)) {
		throw new BrokerError('bad-usage', `${file} is the database itself.`);
	}
	refuseUse(target);
	refuseDamaged(source, `${file} cannot be restored: it is damaged or not a backup.`);
	const output = openOutput(target, { force: true });
	const copy = output.unfinished;
	try {
		await copySqliteFile(source, copy, onProgress);
		const content = await withCopy(copy, async (database, migrations) => {
			if (!(await database.read((sql) => sql.hasTable('schema_migration')))) {
				throw new BrokerError('bad-file', `${file} is a database, but not a backup of link-broker.`);
			}
			await migrate(database, migrations);
			const act = { by, now: Date.now() };
			await database.write((sql) => beginNewLife(sql, act, { file: source, logId: randomBytes(5).toString('hex') }));
			return contentOf(database);
		});
		refuseDamaged(copy, `The copy of ${file} is damaged: the disk of ${target} is at fault.`);
		syncToDisk(copy);
		const aside = force || isEmpty(target) ? null : asideName(target);
		await replaceSqliteFile(copy, target, aside);
		return { ...content, kept: aside };
	} catch (error) {
		throw asFileFailure(error, `${target} cannot be written`);
	} finally {
		removeSqliteFile(copy);
		await output.abandon();
	}
}

function isEmpty(path: string): boolean {
	return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** Names a file that is not there: `broker.db.before-20260115-120000`. */
function asideName(target: string): string {
	const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
	for (let number = 1; ; number++) {
		const name = `${target}.before-${time}${number === 1 ? '' : `-${number}`}`;
		if (!existsSync(name)) return name;
	}
}

/** Returns the file of the records; fails where they are kept by a server of its own. */
function embeddedFile({ database }: Settings): string {
	if (database.kind === 'sqlite') return database.path;
	throw new BrokerError(
		'bad-usage',
		'DATABASE_URL names a PostgreSQL database. Use pg_dump and pg_restore; see docs/operating/backup.md.',
	);
}

/** Works on a copy as a database, which is one file again afterwards. */
async function withCopy<T>(
	path: string,
	work: (database: SqlDatabase, migrations: readonly Migration[]) => Promise<T>,
): Promise<T> {
	const { database, migrations } = await openDatabase({ kind: 'sqlite', path });
	const result = await work(database, migrations).finally(() => database.close());
	makeOneFile(path);
	return result;
}

/** Reads what a database contains. */
export async function contentOf(database: SqlDatabase): Promise<CopyContent> {
	const records = openRecords(database);
	const events = Object.values((await records.size()).events).reduce((sum, count) => sum + count, 0);
	const users = (await openAccountStore(database).users()).length;
	const lastChange = await records.snapshot(async (transaction) => (await transaction.changeLog()).newest);
	return { events, users, lastChange };
}

/** Reads the whole file. Fails with `bad-file`, in the words of `failure`, if it is not whole. */
function refuseDamaged(path: string, failure: string): void {
	refuseFaults(faultsOfSqliteFile(path), failure);
}

function refuseFaults(faults: readonly string[], failure: string): void {
	if (faults.length === 0) return;
	throw new BrokerError('bad-file', failure, { problems: faults.map((message) => ({ message })) });
}

/** Describes a failure of the file system in words; leaves other failures unchanged. */
export function asFileFailure(error: unknown, what: string): unknown {
	const { syscall, message, code } = error as NodeJS.ErrnoException;
	const ofFiles = syscall !== undefined || code === 'ERR_SQLITE_ERROR';
	return ofFiles ? new BrokerError('bad-file', `${what}: ${message}.`, { cause: error }) : error;
}
