// Says what an Asclepias Broker is asked, work by work, and which links are taken from its answers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { datacitePage, dataciteRecord, type Reply, type Request, serveEachTest, task } from '../harvest.fixture.ts';

let replies: (request: Request, before: number) => Reply;
const { harvests, service, run, asked } = serveEachTest((request, before) => replies(request, before));

const day = 86_400_000;

describe('asclepias', () => {
	const hit = (citing: string, cited: string) => ({
		...{ id: `${citing} ${cited}`, created: '2024-05-02T00:00:00+00:00', links: {} },
		metadata: {
			...{ Grouping: 'identity', RelationshipType: 'Cites' },
			History: [{ LinkPublicationDate: '2024-05-01', LinkProvider: [{ Name: 'A Hub' }] }],
			Source: { Identifier: [{ ID: citing, IDScheme: 'doi' }] },
			Target: { Identifier: [{ ID: cited, IDScheme: 'doi' }] },
		},
	});
	const page = (total: number, ...hits: unknown[]) => ({ hits: { hits, total }, aggregations: {}, links: {} });
	const windows = () => asked('from', 'to', 'page').map((path) => path.replace('/relationships ', ''));

	it('is asked for each relation of each work of a list, whatever its scheme and spelling', async () => {
		replies = ({ query }) => ({
			body: query.get('relation') === 'isCitedBy' ? page(1, hit('10.1234/b', '10.1234/a')) : page(0),
		});
		await run('asclepias', { query: 'https://doi.org/10.1234/a, 2013PASP..125..306F', set: 'isCitedBy' });
		assert.deepEqual(asked('id', 'scheme', 'relation', 'group_by', 'from', 'to', 'page', 'size'), [
			'/relationships 10.1234/a doi isCitedBy identity   1 100',
			'/relationships 2013PASP..125..306F ads isCitedBy identity   1 100',
		]);
		await run('asclepias', { query: '10.1234/a' });
		assert.deepEqual(
			service()
				.requests.slice(2)
				.map(({ query }) => query.get('relation')),
			['isCitedBy', 'cites', 'isSupplementedBy', 'isSupplementTo', 'isRelatedTo'],
		);
		assert.equal((await harvests().links())[0], '10.1234/b Cites 10.1234/a');
	});

	it('is not asked what a work cites where it refuses that', async () => {
		replies = ({ query }) =>
			/^(cites|isSupplementTo)$/.test(query.get('relation') ?? '') ? { status: 400 } : { body: page(0) };
		const { last } = await run('asclepias', { query: '10.1234/a 10.1234/b' });
		assert.deepEqual(
			service().requests.map(({ query }) => query.get('relation')),
			['isCitedBy', 'cites', ...Array(2).fill(['isSupplementedBy', 'isRelatedTo', 'isCitedBy']).flat()].slice(0, -1),
		);
		assert.deepEqual(last?.notes, ['The service answers only what cites, supplements or is related to a work.']);
	});

	it('is asked about all known works with a DOI, and gives the same link for both of its ends', async () => {
		replies = () => ({ body: datacitePage([dataciteRecord('a', 'b')], undefined, 1) });
		await run('datacite', { prefix: '10.1234' });
		replies = () => ({ body: page(1, hit('10.1234/a', '10.1234/b')) });
		const { last } = await run('asclepias', { set: 'isCitedBy' });
		assert.deepEqual(asked('id').slice(1), ['/relationships 10.1234/a', '/relationships 10.1234/b']);
		assert.equal(last?.links, 2);
	});

	it('is asked for links by their dates where a work has more than it hands out, without a gap', async () => {
		const taken: (string | null)[][] = [];
		replies = ({ query }) => {
			const [from = null, to = null] = [query.get('from'), query.get('to')];
			const years = (Date.parse(to ?? '2026-01-15') - Date.parse(from ?? '2000-01-01')) / (365 * day);
			if (years > 7) return { body: page(12_000, hit('10.1234/b', '10.1234/a')) };
			taken.push([from, to]);
			return { body: page(1, hit(`10.1234/b${taken.length}`, '10.1234/a')) };
		};
		const { last } = await run('asclepias', { query: '10.1234/a', set: 'isCitedBy' });
		const dayAfter = (to: string | null) => new Date(Date.parse(to ?? '') + day).toISOString().slice(0, 10);
		assert.deepEqual(
			taken.map(([from]) => from),
			[null, ...taken.slice(0, -1).map(([, to = null]) => dayAfter(to))],
		);
		assert.deepEqual([taken.length > 3, taken.at(-1)?.[1], last?.records], [true, null, taken.length]);
	});

	it('says how many it does not hand out of one day', async () => {
		const day = '2026-01-15';
		replies = ({ query }) => ({ body: page(query.get('to') ? 0 : 12_000) });
		const { last } = await run('asclepias', { query: '10.1234/a', set: 'isCitedBy' });
		assert.deepEqual(windows().at(-1), `${day}  1`);
		assert.deepEqual(last?.notes, [`10.1234/a has 12000 links (isCitedBy) of ${day}; the service hands out 9900.`]);
	});

	it('is asked for no page that it does not hand out, even if it does not say how many there are', async () => {
		replies = (_, before) => ({ body: { hits: { hits: [hit(`10.1234/b${before}`, '10.1234/a')] } } });
		const { last } = await run('asclepias', { query: '10.1234/a', set: 'isCitedBy' });
		assert.deepEqual([last?.records, asked('page').at(-1)], [99, '/relationships 99']);
	});

	it('is asked about lists of any length, each of which is a harvest of its own', async () => {
		replies = () => ({ body: page(0) });
		const list = Array.from({ length: 200 }, (_, at) => `10.1234/work-${at}`).join('\n');
		for (const query of [list, `${list}\n10.1234/b`, list]) await run('asclepias', { query, set: 'isCitedBy' });
		assert.equal(service().requests.length, 601);
		const all = await harvests().records.harvests();
		assert.deepEqual([all.length, all.every(({ name }) => name.length < 500)], [2, true]);
	});

	it('whose answers have another form is at another address', async () => {
		replies = () => ({ body: { hits: { total: 1, hits: [{ Relation: { Name: 'isCitedBy' } }] } } });
		const { state } = await harvests().run(task('asclepias', service().address, { query: '10.1234/a' }));
		assert.match(state.last?.problem ?? '', /^The answer does not look .* ends in \/compat\/asclepias\/api\.$/);
	});

	it('is not asked about a text that is no identifier', async () => {
		const { state } = await harvests().run(task('asclepias', service().address, { query: '10.1234/a words' }));
		assert.equal(state.last?.problem, '"words" is not an identifier of a known scheme.');
		assert.equal(service().requests.length, 0);
	});
});
