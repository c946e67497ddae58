// Suite of the records: migrations: each is applied once, however many processes start.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { BrokerError, hasCode } from '../../errors.ts';
import { type Migration, migrate, pendingMigrations, refuseNewerSchema } from '../migrate.ts';
import type { SqlDatabase } from '../sql-database.ts';

/**
 * An empty database; `openAnother` opens a further handle on the same data, like another process.
 */
export type EmptyDatabase = { database: SqlDatabase; openAnother(): SqlDatabase; close(): Promise<void> };

const migration = (number: number, name: string, text: string): Migration => ({
	number,
	name,
	text,
	isExpansion: false,
});
const first = migration(1, 'first', 'create table fruit (name text); create table tree (name text);');
const second = migration(2, 'second', "insert into fruit (name) values ('apple');");
const broken = migration(3, 'broken', "insert into fruit (name) values ('pear'); insert into nothing values (1);");
const expansion: Migration = {
	...migration(2, 'colours', 'alter table fruit add column colour text'),
	isExpansion: true,
};

/**
 * Tests migrations. `open` returns an empty database each time; `skip` is the reason where there is
 * none.
 */
export function describeMigrate(
	name: string,
	open: () => Promise<EmptyDatabase>,
	options: { skip?: string | false } = {},
): void {
	describe(`migrate on ${name}`, { skip: options.skip ?? false }, () => {
		let opened: EmptyDatabase;
		beforeEach(async () => {
			opened = await open();
		});
		afterEach(() => opened.close());
		describe('what is missing', () => whatIsMissingIsApplied(() => opened));
		describe('many starters', () => manyStartersAreOne(() => opened));
		describe('a schema of another version', () => unknownSchemasAreRefused(() => opened));
		describe('an expansion', () => expansionsAreLivedWith(() => opened));
	});
}

const fruits = (database: SqlDatabase) =>
	database.read(async (sql) => (await sql.all<[string]>('select name from fruit')).map(([name]) => name));

function whatIsMissingIsApplied(opened: () => EmptyDatabase): void {
	it('is applied in order and named', async () => {
		const { database } = opened();
		assert.deepEqual(await migrate(database, [first, second]), ['first', 'second']);
		assert.deepEqual(await fruits(database), ['apple']);
	});

	it('is nothing the second time', async () => {
		const { database } = opened();
		await migrate(database, [first, second]);
		assert.deepEqual(await migrate(database, [first, second]), []);
		assert.deepEqual(await fruits(database), ['apple']);
	});

	it('locks nothing where it is nothing', async () => {
		const { database, openAnother } = opened();
		await migrate(database, [first, second]);
		await database.write(async (sql) => {
			await sql.locks?.migration();
			await sql.run("insert into fruit (name) values ('pear')");
			assert.deepEqual(await migrate(openAnother(), [first, second]), []);
		});
	});

	it('is only what came since', async () => {
		const { database } = opened();
		await migrate(database, [first]);
		assert.deepEqual(await pendingMigrations(database, [first, second]), ['second']);
		assert.deepEqual(await migrate(database, [first, second]), ['second']);
		assert.deepEqual(await pendingMigrations(database, [first, second]), []);
	});

	it('is everything on an empty database; asking for it changes nothing', async () => {
		const { database } = opened();
		assert.deepEqual(await pendingMigrations(database, [first, second]), ['first', 'second']);
		assert.equal(await database.read((sql) => sql.hasTable('schema_migration')), false);
	});

	it('leaves nothing of a migration that fails, and keeps those before it', async () => {
		const { database } = opened();
		await assert.rejects(migrate(database, [first, second, broken]));
		assert.deepEqual(await fruits(database), ['apple']);
		assert.deepEqual(await pendingMigrations(database, [first, second, broken]), ['broken']);
	});
}

function manyStartersAreOne(opened: () => EmptyDatabase): void {
	it('apply each migration once between them, on handles of their own', async () => {
		const handles = Array.from({ length: 10 }, () => opened().openAnother());
		const applied = await Promise.all(handles.map((handle) => migrate(handle, [first, second])));
		assert.deepEqual(applied.flat().sort(), ['first', 'second']);
		assert.deepEqual(await fruits(opened().database), ['apple']);
	});

	it('apply each migration once between them, on one handle', async () => {
		const { database } = opened();
		const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(database, [first, second])));
		assert.deepEqual(applied.flat().sort(), ['first', 'second']);
		assert.deepEqual(await fruits(database), ['apple']);
	});
}

function unknownSchemasAreRefused(opened: () => EmptyDatabase): void {
	it('refuses every write of an older version from the moment a newer one has migrated', async () => {
		const { database, openAnother } = opened();
		await migrate(database, [first]);
		const older = refuseNewerSchema(database, [first]);
		const add = () => older.write((sql) => sql.run("insert into fruit (name) values ('pear')"));
		await add();
		assert.equal(await older.incident(), null);
		await migrate(openAnother(), [first, second]);
		const sentence = /^A newer version of link-broker has migrated the database to schema 2\. Replace this program/;
		await assert.rejects(add, (error) => hasCode(error, 'unavailable') && sentence.test(error.message));
		const incident = await older.incident();
		assert.match(incident?.failure.message ?? '', sentence);
		assert.equal(incident?.needsRestart, false);
		assert.deepEqual(await fruits(older), ['pear', 'apple']);
	});

	it('comes after every write of an older version that has begun', async () => {
		const { database, openAnother } = opened();
		await migrate(database, [first]);
		const begun = Promise.withResolvers<void>();
		const write = refuseNewerSchema(database, [first]).write(async (sql) => {
			await sql.all('select name from fruit');
			begun.resolve();
			await pause(500);
			await sql.run("insert into fruit (name) values ('pear')");
		});
		await begun.promise;
		await Promise.all([write, migrate(openAnother(), [first, second])]);
		assert.deepEqual(await fruits(database), ['pear', 'apple']);
	});

	it('is refused where it is newer, and not changed', async () => {
		const { database } = opened();
		await migrate(database, [first, second]);
		const isNewer = (error: unknown) =>
			hasCode(error, 'unknown-schema') && /newer version.*schema 2\./.test(error.message);
		await assert.rejects(migrate(database, [first]), isNewer);
		await assert.rejects(pendingMigrations(database, [first]), isNewer);
		assert.deepEqual(await fruits(database), ['apple']);
	});

	it('is refused where its first migration had another name, with what to do', async () => {
		const { database } = opened();
		await migrate(database, [{ ...first, name: 'records' }]);
		await assert.rejects(migrate(database, [first, second]), (error) => {
			assert.ok(error instanceof BrokerError);
			assert.equal(error.code, 'unknown-schema');
			assert.equal(
				error.message,
				'Another version of link-broker made this database, of schema 1 (records), which this version cannot read: ' +
					'export with that version (link-broker export FILE --with-accounts), and import into a new database ' +
					'with this one (link-broker events import FILE).',
			);
			return true;
		});
		assert.deepEqual(await fruits(database), []);
	});
}

function expansionsAreLivedWith(opened: () => EmptyDatabase): void {
	const add = (database: SqlDatabase) => database.write((sql) => sql.run("insert into fruit (name) values ('pear')"));

	it('is applied once, in the order of all migrations', async () => {
		const { database } = opened();
		const third = { ...second, number: 3 };
		assert.deepEqual(await pendingMigrations(database, [first, expansion]), ['first', 'colours']);
		assert.deepEqual(await migrate(database, [first, expansion, third]), ['first', 'colours', 'second']);
		assert.deepEqual(await migrate(database, [first, expansion, third]), []);
	});

	it('lets older programs start, read and write', async () => {
		const { database, openAnother } = opened();
		await migrate(database, [first]);
		const older = refuseNewerSchema(database, [first]);
		await migrate(openAnother(), [first, expansion]);
		await add(older);
		assert.equal(await older.incident(), null);
		assert.deepEqual(await migrate(database, [first]), []);
		assert.deepEqual(await pendingMigrations(database, [first]), []);
		assert.deepEqual(await fruits(older), ['pear']);
	});

	it('does not make a later migration one that older programs can use', async () => {
		const { database, openAnother } = opened();
		await migrate(database, [first]);
		const older = refuseNewerSchema(database, [first, expansion]);
		await migrate(openAnother(), [first, expansion, { ...second, number: 3 }]);
		await assert.rejects(add(older), (error) => hasCode(error, 'unavailable') && /schema 3\./.test(error.message));
		await assert.rejects(migrate(database, [first, expansion]), (error) => hasCode(error, 'unknown-schema'));
	});

	it('is refused where another version gave its number to another one', async () => {
		const { database } = opened();
		await migrate(database, [first, expansion]);
		const other = { ...expansion, name: 'shapes' };
		await assert.rejects(migrate(database, [first, other]), (error) => hasCode(error, 'unknown-schema'));
	});
}
