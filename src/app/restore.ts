// Puts a backup in the place of the records of the embedded engine, while no broker uses them. It
// does not know the index.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { CopyContent, CopyOptions } from '../cli/application.ts';
import { copySqliteFile, removeSqliteFile, unfinishedFile } from '../engines/sqlite/records/copy-file.ts';
import { refuseUse, replaceSqliteFile } from '../engines/sqlite/records/replace-file.ts';
import { BrokerError } from '../errors.ts';
import type { Settings } from '../settings.ts';
import { migrate } from '../store/migrate.ts';
import { beginNewLife } from '../store/sql/new-life.ts';
import { asFileFailure, contentOf, embeddedFile, finishCopy, refuseDamaged, withCopy } from './record-copies.ts';

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
	if (!existsSync(source)) throw new BrokerError('bad-file', `${file} is not there.`);
	mkdirSync(dirname(target), { recursive: true });
	if (existsSync(target) && realpathSync(source) === realpathSync(target)) {
		throw new BrokerError('bad-usage', `${file} is the file of the records itself.`);
	}
	refuseUse(target);
	refuseDamaged(source, `${file} cannot be restored: it is damaged, or no backup.`);
	const copy = unfinishedFile(target);
	try {
		await copySqliteFile(source, copy, onProgress);
		const content = await withCopy(copy, async (database, migrations) => {
			if (!(await database.read((sql) => sql.hasTable('schema_migration')))) {
				throw new BrokerError('bad-file', `${file} is a database, but no backup of link-broker.`);
			}
			await migrate(database, migrations);
			const act = { by, now: Date.now() };
			await database.write((sql) => beginNewLife(sql, act, { file: source, logId: randomBytes(5).toString('hex') }));
			return contentOf(database);
		});
		finishCopy(copy, `The copy of ${file} is damaged: the disk of ${target} is at fault.`);
		const aside = force || isEmpty(target) ? null : asideName(target);
		await replaceSqliteFile(copy, target, aside);
		return { ...content, kept: aside };
	} catch (error) {
		removeSqliteFile(copy);
		throw asFileFailure(error, `${target} cannot be written`);
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
