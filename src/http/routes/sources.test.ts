// Tests the statistics over HTTP. The tests of src/broker/sources check the counting.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SourcesView } from '../../broker/sources/sources.ts';
import { searchRelations } from '../../links/relation.ts';
import { openTestApp, type TestApp } from '../server/app.fixture.ts';

const counts = Object.fromEntries(searchRelations.map((relation) => [relation, 0])) as Record<
	(typeof searchRelations)[number],
	number
>;
const provider = (name: string, links: number) => ({
	...{ name, links, works: 2, firstLink: '2016', lastLink: '2018-06-01', lastReceivedAt: Date.UTC(2026, 0, 30) },
	years: [[2016, links] as const],
});
const counted: SourcesView = {
	counted: {
		...{ form: 2, state: '', countedAt: Date.UTC(2026, 0, 31), milliseconds: 5 },
		sources: {
			...{ links: 5, works: 4, identifiers: 6 },
			schemes: [['doi', 6]],
			types: [['software', 3]],
			providers: [provider('Zenodo', 3), provider('Crossref', 2)],
			examples: [
				{
					group: 17,
					object: {
						Identifiers: [{ ID: '10.5281/zenodo.11020', IDScheme: 'doi' }],
						Title: 'corner.py',
						Type: { Name: 'software' },
					},
					counts: { ...counts, isCitedBy: 71 },
				},
			],
		},
	},
	...{ isCurrent: true, isEmpty: false, lastAppliedAt: Date.UTC(2026, 0, 30) },
};

let opened: TestApp;
before(async () => {
	opened = await openTestApp({}, { getSources: async () => counted });
});
after(() => opened.close());

const ask = (path: string, headers: Record<string, string> = {}) => opened.app.request(path, { headers });

describe('GET /sources', () => {
	it('returns each provider, the counts by type and scheme, examples, and their time', async () => {
		const answer = await ask('/api/sources');
		assert.equal(answer.status, 200);
		const body = (await answer.json()) as Record<string, unknown> & { providers: unknown[]; examples: unknown[] };
		const { as_of, current, empty, last_applied, works, links, identifiers, types, schemes, providers_total } = body;
		assert.deepEqual([as_of, last_applied], ['2026-01-31T00:00:00.000Z', '2026-01-30T00:00:00.000Z']);
		assert.deepEqual([current, empty, works, links, identifiers, providers_total], [true, false, 4, 5, 6, 2]);
		assert.deepEqual([types, schemes], [[{ type: 'software', works: 3 }], [{ scheme: 'doi', identifiers: 6 }]]);
		assert.deepEqual(body.providers[0], {
			...{ name: 'Zenodo', links: 3, works: 2, first_link: '2016', last_link: '2018-06-01' },
			...{ last_received: '2026-01-30T00:00:00.000Z', years: [{ year: 2016, links: 3 }] },
		});
		assert.deepEqual(body.examples, [
			{
				self: 'http://localhost/api/objects/17',
				Identifiers: [{ ID: '10.5281/zenodo.11020', IDScheme: 'doi', IDURL: 'https://doi.org/10.5281/zenodo.11020' }],
				...{ Title: 'corner.py', Type: { Name: 'software' } },
				counts: { ...counts, isCitedBy: 71 },
			},
		]);
	});

	it('gives providers in pages', async () => {
		const answer = await ask('/sources?size=1&page=2&prettyprint=1');
		const { providers } = (await answer.json()) as { providers: { name: string }[] };
		assert.deepEqual(
			providers.map(({ name }) => name),
			['Crossref'],
		);
	});

	it('sends a browser to the page', async () => {
		const answer = await ask('/sources', { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
		assert.equal(answer.status, 303);
		assert.equal(new URL(answer.headers.get('location') ?? '', 'http://localhost').pathname, '/providers');
	});

	it('refuses a page that is none', async () => {
		const answer = await ask('/sources?size=0');
		assert.equal(answer.status, 400);
		assert.match(await answer.text(), /size must be a whole number from 1 to 1000/);
	});
});
