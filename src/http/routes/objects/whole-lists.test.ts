// Says how pages of whole lists are answered. What is listed, src/broker tests.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestApp, type TestApp } from '../../server/app.fixture.ts';

type Page = { links: { self: string; next: string } } & Record<string, unknown>;

describe('a page of a whole list', () => {
	let test: TestApp;
	before(async () => {
		test = await openTestApp(
			{},
			{
				listIdentifiers: async ({ number, page }) =>
					number === 7
						? { identifiers: [{ scheme: 'doi', key: '10.1000/a', value: '10.1000/A' }], isLast: page === 2 }
						: undefined,
				listVersions: async () => ({ versions: [], names: new Map(), total: 250, isLast: false }),
				listHistory: async () => ({
					history: [{ provider: 'Crossref', date: '2018', instant: 0, end: 0, subTypes: ['Cites'] }],
					...{ total: 1_500, isLast: false },
				}),
			},
		);
	});
	after(() => test.close());

	const read = async (path: string): Promise<Page> => (await test.app.request(path)).json() as Promise<Page>;

	it('has identifiers with their addresses, and the address of the next page until the last', async () => {
		const base = 'http://localhost/api/objects/7/identifiers?page=';
		assert.deepEqual(await read('/api/objects/7/identifiers'), {
			identifiers: [{ ID: '10.1000/A', IDScheme: 'doi', IDURL: 'https://doi.org/10.1000/A' }],
			links: { self: `${base}1`, next: `${base}2` },
		});
		assert.deepEqual((await read('/api/objects/7/identifiers?page=2')).links, { self: `${base}2` });
	});

	it('has versions, and how many there are', async () => {
		const { versions_total, links } = await read('/objects/7/versions?page=2');
		assert.deepEqual([versions_total, links.next], [250, 'http://localhost/objects/7/versions?page=3']);
	});

	it('has items of a history as searches answer them', async () => {
		const asked = 'id=10.1000/a&other=10.1000/b&relation=cites';
		const { LinkHistory, total, links } = await read(`/api/relationships/history?${asked}`);
		assert.deepEqual(LinkHistory, [
			{ LinkPublicationDate: '2018', LinkProvider: { Name: 'Crossref' }, SubType: 'Cites' },
		]);
		assert.equal(total, 1_500);
		assert.equal(new URL(links.next).searchParams.get('page'), '2');
	});

	it('is 404 for an unknown number, and 400 for a wrong page', async () => {
		assert.equal((await test.app.request('/api/objects/8/identifiers')).status, 404);
		assert.equal((await test.app.request('/api/objects/7/identifiers?page=0')).status, 400);
		assert.equal((await test.app.request('/api/relationships/history?id=10.1000/a&other=10.1000/b')).status, 400);
	});
});
