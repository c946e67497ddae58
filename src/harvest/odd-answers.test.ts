// Says what of the answers of services is not taken at its word: secrets in refusals, and totals
// that are no numbers.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openHarvests, type Reply, type Request, serveReplies, type TestService, task } from './harvest.fixture.ts';

let harvests: Awaited<ReturnType<typeof openHarvests>>;
let service: TestService;
let replies: (request: Request) => Reply;

beforeEach(async () => {
	harvests = await openHarvests();
	service = await serveReplies((request) => replies(request));
});
afterEach(async () => {
	await service.close();
	await harvests.close();
});

const invenioRecord = { pids: { doi: { identifier: '10.1234/a' } }, metadata: { title: 'A' } };

describe('a service that refuses', () => {
	const secret = 'abc+/def='.repeat(12);
	const problem = async (body: string) => {
		replies = () => ({ status: 400, body });
		const ads = harvests.run(task('ads', service.address, { query: 'x' }), { secretOf: () => secret });
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
			await harvests.run(task('invenio', service.address));
			assert.ok(service.requests.some(({ query }) => query.get('page') === '2'));
		});
	}
});
