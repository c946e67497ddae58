// Tests of the migration that packs what waits for the index.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { migrate } from '../../sql/migrate.ts';
import { openSqlLinkStore } from '../../sql/sql-link-store.ts';
import { openAsOf, sqliteMigrations } from './sqlite-link-store.fixture.ts';

describe('the migration that packs marks', () => {
	it('keeps those that wait', async () => {
		const { database, remove } = await openAsOf(5);
		await database.write((sql) =>
			sql.script(`insert into index_mark (event_sequence, body) values (1, '[[7,1,5,3],[7],[]]'), (2, '[[],[],[5]]')`),
		);
		assert.deepEqual(await migrate(database, sqliteMigrations), ['packed-marks']);
		const marks = await openSqlLinkStore(database).read((records) => records.marks(10));
		assert.deepEqual(
			marks.map(({ sequence, mark }) => ({ sequence, ...mark })),
			[
				{ sequence: 1, relationships: [[7, 1, 5, 3]], changed: [7], regrouped: [] },
				{ sequence: 2, relationships: [], changed: [], regrouped: [5] },
			],
		);
		// What is left has never had a number twice.
		await database.write((sql) => sql.script('delete from index_mark'));
		await openSqlLinkStore(database).change((records) =>
			records.mark(1, { relationships: [], changed: [5], regrouped: [] }),
		);
		const [next] = await openSqlLinkStore(database).read((records) => records.marks(10));
		assert.equal(next?.id, 3);
		await remove();
	});

	it('says how much each names', async () => {
		const { database, remove } = await openAsOf(5);
		await database.write((sql) =>
			sql.script(
				`insert into index_mark (event_sequence, body) values (1, '[[7,1,5,3,7,1,6,3],[7],[]]'), (2, '[[],[],[5]]')`,
			),
		);
		await migrate(database, sqliteMigrations);
		const listed = async (parts: number) =>
			(await openSqlLinkStore(database).read((records) => records.marks(10, { parts }))).length;
		assert.deepEqual([await listed(3), await listed(4)], [1, 2]);
		await remove();
	});

	it('leaves readable what a program writes that does not pack yet', async () => {
		const { database, remove } = await openAsOf(6);
		await database.write((sql) =>
			sql.script(`insert into index_mark (event_sequence, body) values (1, '[[],[5],[]]')`),
		);
		const [mark] = await openSqlLinkStore(database).read((records) => records.marks(10));
		assert.deepEqual(mark?.mark.changed, [5]);
		await remove();
	});
});
