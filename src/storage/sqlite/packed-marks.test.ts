// Tests of the migration that packs what waits for the index.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { migrate } from '../sql/migrate.ts';
import { openSqlLinkStore } from '../sql/sql-link-store.ts';
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
		await remove();
	});
});
