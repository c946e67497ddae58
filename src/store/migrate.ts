// Brings a database to this program's schema: numbered files, each applied once, by whichever
// process starts first; one text for all engines, except for a few words.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { BrokerError, isOutage } from '../errors.ts';
import type { SchemaWords, Sql, SqlDatabase } from './sql-database.ts';

export type Migration = { number: number; name: string; text: string };

const folder = new URL('./migrations/', import.meta.url);

/** Reads the migrations in the words of an engine, in order: files named `0001-name.sql`. */
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
			name: file.slice(5, -4),
			text: inWords(readFileSync(new URL(file, folder), 'utf8')),
		}));
}

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
			await sql.run(
				`create table if not exists schema_migration
				 (number integer primary key, name text not null, applied_at text not null)`,
			);
			const [next] = await missing(sql, migrations);
			if (!next) return undefined;
			await sql.script(next.text);
			await sql.run('insert into schema_migration values (?1, ?2, ?3)', [
				next.number,
				next.name,
				new Date().toISOString(),
			]);
			return next.name;
		});
		if (name === undefined) return applied;
		applied.push(name);
	}
}

/** Lists the migrations that are still to be applied; fails like migrate. */
export async function pendingMigrations(database: SqlDatabase, migrations: readonly Migration[]): Promise<string[]> {
	return database.read(async (sql) => {
		const pending = (await sql.hasTable('schema_migration')) ? await missing(sql, migrations) : migrations;
		return pending.map(({ name }) => name);
	});
}

async function missing(sql: Sql, migrations: readonly Migration[]): Promise<Migration[]> {
	const applied = await sql.all<[number, string]>('select number, name from schema_migration order by number');
	const unknown = applied.find(
		([number, name]) => !migrations.some((known) => known.number === number && known.name === name),
	);
	if (unknown) {
		throw new BrokerError(
			'unknown-schema',
			`Another version of link-broker made this database, of schema ${unknown[0]} (${unknown[1]}), which this version ` +
				'cannot read: export with that version (link-broker export FILE --with-accounts), and import into a new ' +
				'database with this one (link-broker events import FILE).',
		);
	}
	return migrations.filter(({ number }) => !applied.some(([known]) => known === number));
}

/**
 * Wraps a database whose schema is up to date: once a newer version of the program has migrated it,
 * every write fails with `unavailable` and changes nothing.
 */
export function refuseNewerSchema(database: SqlDatabase, migrations: readonly Migration[]): SqlDatabase {
	const own = migrations.reduce((highest, { number }) => Math.max(highest, number), 0);
	const check = async (sql: Sql): Promise<void> => {
		const [row] = await sql.all<[number]>('select max(number) from schema_migration');
		if (row && row[0] > own) throw newerSchema(row[0]);
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

function newerSchema(number: number): BrokerError {
	return new BrokerError(
		'unavailable',
		`A newer version of link-broker has migrated the database to schema ${number}. Replace this process by ` +
			'that version.',
		{ retryAfterSeconds: 60 },
	);
}
