// Brings a database to this program's schema: numbered files, each applied once, whichever of many starters comes first; knows no table but its own.
import { readdirSync, readFileSync } from 'node:fs';
import { BrokerError } from '../../errors.ts';
import type { SqlDatabase } from './sql-database.ts';

export type Migration = { number: number; name: string; text: string };

/** Reads the migrations of a folder, in order: files named `0001-name.sql`. */
export function readMigrations(folder: URL): Migration[] {
	return readdirSync(folder)
		.filter((file) => /^\d{4}-.+\.sql$/.test(file))
		.sort()
		.map((file) => ({
			number: Number(file.slice(0, 4)),
			name: file.slice(5, -4),
			text: readFileSync(new URL(file, folder), 'utf8'),
		}));
}

/**
 * Applies what is missing, in one transaction each, and waits for nobody where nothing is; answers the names applied. Fails with `newer-schema` where the data was
 * written by a newer program.
 */
export async function migrate(database: SqlDatabase, migrations: readonly Migration[]): Promise<string[]> {
	const applied: string[] = [];
	if ((await pendingMigrations(database, migrations)).length === 0) return applied;
	for (;;) {
		const done = await database.write(async (sql) => {
			await sql.lockForMigration();
			await sql.run(
				'create table if not exists schema_migration (number integer primary key, name text not null, applied_at text not null)',
			);
			const next = nextMigration(
				migrations,
				await sql.all<[number, string]>('select number, name from schema_migration order by number'),
			);
			if (!next) return true;
			await sql.script(next.text);
			await sql.run('insert into schema_migration values (?1, ?2, ?3)', [
				next.number,
				next.name,
				new Date().toISOString(),
			]);
			applied.push(next.name);
			return false;
		});
		if (done) return applied;
	}
}

/** Names the migrations that are still to be applied. */
export async function pendingMigrations(database: SqlDatabase, migrations: readonly Migration[]): Promise<string[]> {
	return database.read(async (sql) => {
		const rows = (await sql.hasTable('schema_migration'))
			? await sql.all<[number, string]>('select number, name from schema_migration order by number')
			: [];
		nextMigration(migrations, rows);
		return migrations.filter(({ number }) => !rows.some(([known]) => Number(known) === number)).map(({ name }) => name);
	});
}

function nextMigration(migrations: readonly Migration[], rows: readonly [number, string][]): Migration | undefined {
	const newest = migrations.at(-1)?.number ?? 0;
	const newer = rows.find(([number]) => Number(number) > newest);
	if (newer) {
		throw new BrokerError(
			'newer-schema',
			`The data was written by a newer link-broker: it has schema ${newer[0]} (${newer[1]}), this program knows up to ${newest}. Start the newer program, or restore a backup from before the upgrade.`,
		);
	}
	return migrations.find(({ number }) => !rows.some(([known]) => Number(known) === number));
}
