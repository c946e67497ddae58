// Tests that PostgreSQL and OpenSearch report each call to the work that makes it, by its kind alone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openFreshIndex, skipOpenSearch } from '../src/engines/opensearch/cluster.fixture.ts';
import { openTestPostgresRecords, skipPostgres } from '../src/engines/postgres/postgres.fixture.ts';
import { about, link, put, work } from '../src/ports/search/suite/search-index.fixture.ts';
import { type EndedCall, reportingCalls } from '../src/service-calls.ts';

const callsOf = async (work: () => Promise<unknown>): Promise<EndedCall[]> => {
	const calls: EndedCall[] = [];
	await reportingCalls((call) => calls.push(call), work);
	return calls;
};

describe('the calls', () => {
	it('of PostgreSQL are its statements', { skip: skipPostgres }, async (test) => {
		const opened = await openTestPostgresRecords();
		test.after(() => opened.close());
		const calls = await callsOf(() => opened.records.events({ limit: 1 }));
		assert.deepEqual(
			calls.map(({ service, operation, error }) => [service, operation, error]),
			['BEGIN', 'SELECT', 'COMMIT'].map((operation) => ['postgresql', operation, undefined]),
		);
		const failing = await callsOf(() => assert.rejects(opened.database.read((sql) => sql.script('select secret'))));
		const failed = failing.find(({ error }) => error !== undefined);
		assert.deepEqual([failed?.operation, failed?.error], ['SELECT', '42703']);
	});

	it('of OpenSearch are its requests', { skip: skipOpenSearch }, async (test) => {
		const fresh = await openFreshIndex();
		test.after(() => fresh.close());
		await put(fresh.index, { objects: [work('A'), work('B')], links: link('A Cites B') });
		const calls = await callsOf(() => fresh.index.search(about('A')));
		assert.ok(calls.some(({ operation }) => operation === 'search'));
		for (const call of calls) {
			assert.equal(call.service, 'opensearch');
			assert.match(call.operation, /^[a-z_]+$/);
		}
	});
});
