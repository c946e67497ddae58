// Runs the contract of the doctor on SQLite, and on PostgreSQL where there is one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../clock.ts';
import { openTestPostgresRecords, skipPostgres } from '../../engines/postgres/postgres.fixture.ts';
import { openTestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { createModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import { given, receive } from '../graph.fixture.ts';
import { describeDoctor } from './doctor.contract.ts';
import { runDoctor } from './doctor.ts';

describeDoctor('SQLite', openTestRecords);
describeDoctor('PostgreSQL', openTestPostgresRecords, { skip: skipPostgres });

describe('a row that no repair corrects', () => {
	it('ends the repair after some rounds, and is reported', async () => {
		const { records, database, close } = await openTestRecords();
		await receive(records, [{ links: given('10.1234/a cites 10.1234/b'), noindex: false }]);
		await database.write(async (sql) => {
			await sql.run('update identifier set retired = 1');
			await sql.run(
				`create trigger stubborn after update of retired on identifier when new.retired is null
				 begin update identifier set retired = 1 where id = new.id; end`,
			);
		});
		const index = openModelIndex(createModelStore());
		const asked = { clock: systemClock, leaseMilliseconds: 1_000, onProgress: () => undefined, repair: true };
		const { faults } = await runDoctor({ records, index }, asked);
		assert.deepEqual(
			faults.map(({ kind, count }) => [kind, count]),
			[['known-wrongly', 2]],
		);
		await close();
	});
});
