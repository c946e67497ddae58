// Says what of the answers of services is not taken at its word: secrets in refusals, and totals
// that are no numbers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGuardedFetch } from '../network/guarded-connections.ts';
import { type Reply, type Request, serveEachTest, serveReplies, task } from './harvest.fixture.ts';
import { harvestServices } from './services.ts';

let replies: (request: Request) => Reply;
const { harvests, service } = serveEachTest((request) => replies(request));

const invenioRecord = { pids: { doi: { identifier: '10.1234/a' } }, metadata: { title: 'A' } };

describe('a service that refuses', () => {
	const secret = 'abc+/def='.repeat(12);
	const problem = async (body: string) => {
		replies = () => ({ status: 400, body });
		const ads = harvests().run(task('ads', service().address, { query: 'x' }), { secretOf: () => secret });
		return (await ads).state.last?.problem ?? '';
	};

	for (const [how, echoed] of [
		['as it is', secret],
		['as addresses have it', encodeURIComponent(secret)],
	] as const) {
		it(`is quoted without the secret that it repeats ${how}, and without the beginning of one`, async () => {
			assert.match(await problem(`The key ${echoed} is wrong`), /: The key \*\*\* is wrong$/);
			const cut = await problem(`${'x'.repeat(280)} ${echoed}`);
			assert.ok(cut.endsWith(' ***'), cut);
		});
	}
});

describe('a service that does not say how many records it has', () => {
	for (const count of [null, '', [], true]) {
		it(`as a number (${JSON.stringify(count)}) is read to its end`, async () => {
			const hits = (names: string[]) => ({
				hits: { hits: names.map((id) => ({ ...invenioRecord, id })), total: count },
			});
			replies = ({ query }) => ({ body: hits(query.get('page') === '1' ? ['a', 'b'] : []) });
			await harvests().run(task('invenio', service().address));
			assert.ok(service().requests.some(({ query }) => query.get('page') === '2'));
		});
	}
});

describe('a service that answers JSON', () => {
	it('of a depth that nothing reads is asked once, and fails', async () => {
		replies = () => ({ body: '['.repeat(1_000) + ']'.repeat(1_000) });
		const { state } = await harvests().run(task('invenio', service().address));
		assert.match(state.last?.problem ?? '', /exceeds a limit: its parts are nested more than 64 deep/);
		assert.equal(service().requests.length, 1);
	});
});

describe('a harvest of each service', () => {
	const fetch = createGuardedFetch([], 'HARVEST_PRIVATE_HOSTS');
	for (const { name, filters: known } of harvestServices) {
		const filters = { [known.query ? 'query' : 'client']: '10.1234/a' };

		it(`follows no redirect to another origin: ${name}`, async () => {
			const other = await serveReplies(() => ({ body: [] }));
			replies = ({ path }) => ({ status: 302, headers: { location: other.address + path } });
			const { state } = await harvests().run(task(name, service().address, filters));
			await other.close();
			assert.match(state.last?.problem ?? '', /^127\.0\.0\.1:\d+ redirects to http:.* Redirects must stay at/);
			assert.deepEqual([service().requests.length, other.requests.length], [1, 0]);
		});

		it(`does not reach a private address that the setting does not name: ${name}`, async () => {
			const { state } = await harvests().run(task(name, service().address, filters), { fetch });
			assert.match(state.last?.problem ?? '', /^127\.0\.0\.1 is not a public address.*HARVEST_PRIVATE_HOSTS/);
			assert.equal(service().requests.length, 0);
		});
	}
});
