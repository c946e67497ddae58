// Suite of the records: migrations: each is applied once, however many processes start.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { BrokerError, hasCode } from '../../errors.ts';
import { type Migration, migrate, pendingMigrations, refuseNewerSchema } from '../migrate.ts';
import type { SqlDatabase } from '../sql-database.ts';

/**
 * An empty database; `openAnother` opens a further handle on the same data, like another process.
 */
export type EmptyDatabase = { database: SqlDatabase; openAnother(): SqlDatabase; close(): Promise<void> };

const first: Migration = {
	number: 1,
	name: 'first',
	text: 'create table fruit (name text); create table tree (name text);',
};
const second: Migration = { number: 2, name: 'second', text: "insert into fruit values ('apple');" };
const broken: Migration = {
	number: 3,
	name: 'broken',
	text: "insert into fruit values ('pear'); insert into nothing values (1);",
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
			await sql.run("insert into fruit values ('pear')");
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
		const add = () => older.write((sql) => sql.run("insert into fruit values ('pear')"));
		await add();
		assert.equal(await older.incident(), null);
		await migrate(openAnother(), [first, second]);
		const sentence = /^A newer version of link-broker has migrated the database to schema 2\. Replace this process/;
		await assert.rejects(add, (error) => hasCode(error, 'unavailable') && sentence.test(error.message));
		const incident = await older.incident();
		assert.match(incident?.failure.message ?? '', sentence);
		assert.equal(incident?.needsRestart, false);
		assert.deepEqual(await fruits(older), ['pear', 'apple']);
	});

	const refusal = (schema: string) => (error: unknown) => {
		assert.ok(error instanceof BrokerError);
		assert.equal(error.code, 'unknown-schema');
		assert.equal(
			error.message,
			`Another version of link-broker made this database, of schema ${schema}, which this version cannot read: ` +
				'export with that version (link-broker export FILE --with-accounts), and import into a new database ' +
				'with this one (link-broker events import FILE).',
		);
		return true;
	};

	it('is refused with a sentence on what to do, and not changed', async () => {
		const { database } = opened();
		await migrate(database, [first, second]);
		await assert.rejects(migrate(database, [first]), refusal('2 (second)'));
		await assert.rejects(pendingMigrations(database, [first]), refusal('2 (second)'));
		assert.deepEqual(await fruits(database), ['apple']);
	});

	it('is refused, too, where its first migration had another name', async () => {
		const { database } = opened();
		await migrate(database, [{ ...first, name: 'records' }]);
		await assert.rejects(migrate(database, [first, second]), refusal('1 (records)'));
		assert.deepEqual(await fruits(database), []);
	});
}
