import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { oneLink, openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';

type Links = { links: { Source: { Identifier: { ID: string }[] } }[]; next: string | null };

let opened: TestApp;
let owner: string;
let eventId: string;
before(async () => {
	opened = await openTestApp();
	owner = await opened.token('owner@example.org');
	const [link] = JSON.parse(oneLink) as [{ Source: object }];
	const links = [1, 2, 3, 4, 5].map((n) => ({
		...link,
		Source: { ...link.Source, Identifier: { ID: `https://doi.org/10.1000/${n}`, IDScheme: 'DOI' } },
	}));
	const headers = { Authorization: `Bearer ${owner}`, 'Content-Type': 'application/json' };
	const response = await opened.app.request('/events', { method: 'POST', headers, body: JSON.stringify(links) });
	({ event_id: eventId } = (await response.json()) as { event_id: string });
});
after(() => opened.close());

const list = (query = '', token = owner) =>
	opened.app.request(`/api/events/${eventId}/links${query}`, { headers: { Authorization: `Bearer ${token}` } });

const listed = async (response: Response) => {
	assert.equal(response.status, 200);
	const { links, next } = (await response.json()) as Links;
	return { sources: links.map(({ Source }) => Source.Identifier[0]?.ID), next };
};

describe('GET /events/{event_id}/links', () => {
	it('lists the links of an event in its order, in the form of answers', async () => {
		const response = await list('?limit=1');
		assert.deepEqual(await response.json(), {
			links: [
				{
					Source: { Identifier: [{ ID: '10.1000/1', IDScheme: 'doi' }], Type: { Name: 'software' } },
					RelationshipType: { Name: 'IsRelatedTo', SubType: 'IsIdenticalTo' },
					Target: {
						Identifier: [{ ID: 'https://github.com/dfm/corner.py', IDScheme: 'url' }],
						Type: { Name: 'software' },
					},
					LinkProvider: [{ Name: 'Zenodo' }],
					LinkPublicationDate: '2018-01-01',
				},
			],
			next: '1',
		});
		assert.equal(response.headers.get('Cache-Control'), 'no-store');
	});

	it('leads from page to page by next', async () => {
		const all = ['10.1000/1', '10.1000/2', '10.1000/3', '10.1000/4', '10.1000/5'];
		assert.deepEqual(await listed(await list()), { sources: all, next: null });
		assert.deepEqual(await listed(await list('?limit=2')), { sources: all.slice(0, 2), next: '2' });
		assert.deepEqual(await listed(await list('?limit=2&after=2')), { sources: all.slice(2, 4), next: '4' });
		assert.deepEqual(await listed(await list('?limit=2&after=4')), { sources: all.slice(4), next: null });
		assert.deepEqual(await listed(await list('?after=9')), { sources: [], next: null });
	});

	it('is for those who may see the event', async () => {
		assert.equal((await list('', await opened.token('stranger@example.org'))).status, 404);
		assert.equal((await list('', await opened.token('curator@example.org', 'curator'))).status, 200);
		assert.equal((await list('', 'no token')).status, 401);
	});

	it('refuses what its parameters cannot be, by name', async () => {
		for (const [query, field] of [
			['limit=0', 'limit'],
			['limit=1001', 'limit'],
			['after=-1', 'after'],
			['after=x', 'after'],
			['page=1', 'page'],
		] as const) {
			const response = await list(`?${query}`);
			assert.equal(response.status, 400, query);
			assert.equal((await problemOf(response)).errors?.[0]?.field, field);
		}
	});
});
