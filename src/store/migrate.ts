// Brings a database to this program's schema: numbered files, each applied once, by whichever
// process starts first; one text for all engines, except for a few words.
//
// An expansion (`0014-name.expand.sql`) only adds what older programs do not need, so they continue.
// After any other migration they refuse to start and to write. Expansions are recorded in a table
// that older programs do not read (docs/decisions/0064-rolling-upgrades.md).
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { BrokerError, isOutage } from '../errors.ts';
import type { SchemaWords, Sql, SqlDatabase } from './sql-database.ts';

/** `isExpansion`: programs without this migration can use the migrated database. */
export type Migration = { number: number; name: string; text: string; isExpansion: boolean };

const folder = new URL('./migrations/', import.meta.url);

/**
 * Reads the migrations in the words of an engine, in order: files named `0001-name.sql`, or
 * `0001-name.expand.sql` for expansions.
 */
export function readMigrations(words: SchemaWords): Migration[] {
	const inWords = (text: string) =>
		text.replace(/\{([a-z ]+)\}|\b(?:bigint|smallint|bytea)\b/g, (found, word) => {
			assert(word === undefined || Object.hasOwn(words, word), `The engine has no word for ${found}.`);
			return words[word ?? found] ?? found;
		});
	return readdirSync(folder)
		.filter((file) => /^\d{4}-.+\.sql$/.test(file))
		.sort()
		.map((file) => ({
			number: Number(file.slice(0, 4)),
			name: file.slice(5).replace(/(\.expand)?\.sql$/, ''),
			text: inWords(readFileSync(new URL(file, folder), 'utf8')),
			isExpansion: file.endsWith('.expand.sql'),
		}));
}

const breakingTable = 'schema_migration';
const expansionTable = 'schema_expansion';

/**
 * Applies the missing migrations, in one transaction each, and locks nothing where none is missing;
 * returns their names. Fails with `unknown-schema` where another version of the program made the
 * schema.
 */
export async function migrate(database: SqlDatabase, migrations: readonly Migration[]): Promise<string[]> {
	const applied: string[] = [];
	if ((await pendingMigrations(database, migrations)).length === 0) return applied;
	for (;;) {
		const name = await database.write(async (sql) => {
			await sql.locks?.migration();
			for (const table of [breakingTable, expansionTable]) {
				await sql.run(
					`create table if not exists ${table}
					 (number integer primary key, name text not null, applied_at text not null)`,
				);
			}
			const [next] = await missing(sql, migrations);
			if (!next) return undefined;
			// Writes of older programs check this table first, and might then wait for a table to change.
			if (!next.isExpansion) await sql.locks?.readers(breakingTable);
			await sql.script(next.text);
			const record = `insert into ${next.isExpansion ? expansionTable : breakingTable} (number, name, applied_at)`;
			await sql.run(`${record} values (?1, ?2, ?3)`, [next.number, next.name, new Date().toISOString()]);
			return next.name;
		});
		if (name === undefined) return applied;
		applied.push(name);
	}
}

/** Lists the migrations that are still to be applied; fails like migrate. */
export async function pendingMigrations(database: SqlDatabase, migrations: readonly Migration[]): Promise<string[]> {
	return database.read(async (sql) => {
		const pending = (await sql.hasTable(breakingTable)) ? await missing(sql, migrations) : migrations;
		return pending.map(({ name }) => name);
	});
}

type Applied = [number: number, name: string];

async function missing(sql: Sql, migrations: readonly Migration[]): Promise<Migration[]> {
	const list = (table: string) => sql.all<Applied>(`select number, name from ${table} order by number`);
	const breaking = await list(breakingTable);
	// Databases of earlier versions have no table of expansions.
	const expansions = (await sql.hasTable(expansionTable)) ? await list(expansionTable) : [];
	const byNumber = new Map(migrations.map((migration) => [migration.number, migration]));
	const highest = highestBreaking(migrations);
	for (const [number, name] of breaking) {
		if (number > highest) throw newerSchema(number, 'unknown-schema');
		if (byNumber.get(number)?.name !== name) throw foreignSchema(number, name);
	}
	for (const [number, name] of expansions) {
		if (byNumber.has(number) && byNumber.get(number)?.name !== name) throw foreignSchema(number, name);
	}
	const applied = new Set([...breaking, ...expansions].map(([number]) => number));
	return migrations.filter(({ number }) => !applied.has(number));
}

function highestBreaking(migrations: readonly Migration[]): number {
	return migrations.reduce(
		(highest, { number, isExpansion }) => (isExpansion ? highest : Math.max(highest, number)),
		0,
	);
}

function foreignSchema(number: number, name: string): BrokerError {
	return new BrokerError(
		'unknown-schema',
		`Another version of link-broker made this database, of schema ${number} (${name}), which this version ` +
			'cannot read: export with that version (link-broker export FILE --with-accounts), and import into a new ' +
			'database with this one (link-broker events import FILE).',
	);
}

/**
 * Wraps a database whose schema is up to date: once a newer version of the program has applied a
 * migration that is no expansion, every write fails with `unavailable` and changes nothing.
 */
export function refuseNewerSchema(database: SqlDatabase, migrations: readonly Migration[]): SqlDatabase {
	const own = highestBreaking(migrations);
	const check = async (sql: Sql): Promise<void> => {
		const [row] = await sql.all<[number]>(`select max(number) from ${breakingTable}`);
		if (row && row[0] > own) throw newerSchema(row[0], 'unavailable');
	};
	return {
		...database,
		write: (work, options) =>
			database.write(async (sql) => {
				// Several statements may run at once; the transaction ends after all of them.
				const [checked, worked] = await Promise.allSettled([check(sql), work(sql)]);
				if (checked.status === 'rejected') throw checked.reason;
				if (worked.status === 'rejected') throw worked.reason;
				return worked.value;
			}, options),
		async incident() {
			const incident = await database.incident();
			if (incident) return incident;
			try {
				await database.read(check);
				return null;
			} catch (error) {
				if (!isOutage(error)) throw error;
				return { failure: error, needsRestart: false };
			}
		},
	};
}

function newerSchema(number: number, code: 'unknown-schema' | 'unavailable'): BrokerError {
	return new BrokerError(
		code,
		`A newer version of link-broker has migrated the database to schema ${number}. Replace this program by ` +
			'that version.',
		code === 'unavailable' ? { retryAfterSeconds: 60 } : {},
	);
}
