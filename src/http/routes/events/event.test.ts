import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { noCounts } from '../../../links/link-event.ts';
import { newEvent, oneLink, openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';
import { eventSchema } from './event-schemas.ts';

let opened: TestApp;
let token: string;
before(async () => {
	opened = await openTestApp();
	token = await opened.token('curator@example.org');
});
after(() => opened.close());

describe('GET /events/{event_id}', () => {
	const show = (eventId: string, bearer = token) =>
		opened.app.request(`/api/events/${eventId}`, { headers: { Authorization: `Bearer ${bearer}` } });
	const submit = async () => {
		const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
		const response = await opened.app.request('/api/events', { method: 'POST', headers, body: oneLink });
		return ((await response.json()) as { event_id: string }).event_id;
	};

	it('shows a new event to its submitter', async () => {
		const eventId = await submit();
		const response = await show(eventId);
		assert.equal(response.status, 200);
		assert.equal(response.headers.get('Content-Type'), 'application/json');
		const event = await response.json();
		eventSchema.parse(event);
		assert.deepEqual(event, {
			event_id: eventId,
			load: eventId,
			action: 'assert',
			status: 'New',
			indexed: false,
			submitter: 'curator@example.org',
			file_name: null,
			source_address: null,
			created: '2026-01-31T12:00:00.000Z',
			started: null,
			finished: null,
			attempts: 0,
			next_try: null,
			counts: {
				links: 1,
				refused: 0,
				descriptions: null,
				ignored: null,
				containers: null,
				unknown_relations: null,
				new_relationships: null,
				new_identifiers: null,
				merged_groups: null,
				withdrawn: null,
				nothing_to_withdraw: null,
				not_yours: null,
				identities_kept: null,
				split_groups: null,
			},
			error: null,
			withdrawn: null,
		});
	});

	it('shows what became of it', async () => {
		const eventId = await submit();
		const event = opened.events.get(eventId) ?? assert.fail();
		const createdAt = event.createdAt;
		opened.events.set(eventId, {
			...event,
			state: 'Error',
			indexed: null,
			startedAt: createdAt + 10,
			finishedAt: createdAt + 20,
			dueAt: createdAt + 2_000,
			attempts: 2,
			refused: 8,
			counts: {
				...noCounts,
				links: 1,
				descriptions: 5,
				ignored: 2,
				containers: 6,
				unknownRelations: [{ name: 'Inspires', count: 7 }],
				newRelationships: 3,
				newIdentifiers: 4,
				mergedGroups: 5,
				withdrawn: 6,
				nothingToWithdraw: 7,
				notYours: 8,
				identitiesKept: 4,
				splitGroups: 9,
			},
			error: 'The disk is full.',
		});
		const shown = eventSchema.parse(await (await show(eventId)).json());
		assert.equal(shown.status, 'Error');
		assert.equal(shown.indexed, null);
		assert.equal(shown.started, '2026-01-31T12:00:00.010Z');
		assert.equal(shown.finished, '2026-01-31T12:00:00.020Z');
		assert.equal(shown.next_try, '2026-01-31T12:00:02.000Z');
		assert.equal(shown.attempts, 2);
		assert.deepEqual(shown.counts, {
			links: 1,
			refused: 8,
			descriptions: 5,
			ignored: 2,
			containers: 6,
			unknown_relations: [{ name: 'Inspires', count: 7 }],
			new_relationships: 3,
			new_identifiers: 4,
			merged_groups: 5,
			withdrawn: 6,
			nothing_to_withdraw: 7,
			not_yours: 8,
			identities_kept: 4,
			split_groups: 9,
		});
		assert.equal(shown.error, 'The disk is full.');
	});

	it('shows every event to admins and curators', async () => {
		for (const role of ['admin', 'curator']) {
			assert.equal((await show(await submit(), await opened.token(`${role}@example.com`, role))).status, 200);
		}
	});

	it('answers others as if there were none', async () => {
		const eventId = await submit();
		const stranger = await opened.token('stranger@example.org', 'curators');
		const hidden = await show(eventId, stranger);
		assert.equal(hidden.status, 404);
		const none = await show(randomUUID(), stranger);
		const withoutId = async (response: Response) => (await response.text()).replaceAll(/[\da-f-]{36}/g, 'id');
		assert.equal(await withoutId(hidden), await withoutId(none));
	});

	it('shows to nobody but admins what came by the command line', async () => {
		const eventId = randomUUID();
		opened.events.set(eventId, newEvent(eventId, null));
		assert.equal((await show(eventId)).status, 404);
		assert.equal((await show(eventId, await opened.token('root@example.org', 'admin'))).status, 200);
	});

	it('needs a token', async () => {
		const response = await opened.app.request(`/events/${await submit()}`);
		assert.equal(response.status, 401);
	});

	it('finds an id in capital letters', async () => {
		assert.equal((await show((await submit()).toUpperCase())).status, 200);
	});

	it('answers 404 for what is no id', async () => {
		for (const id of ['1', 'x'.repeat(36), '%00', `${randomUUID()}x`, '%ff']) {
			const response = await show(id);
			assert.equal(response.status, 404);
			assert.equal((await problemOf(response)).type.split('/').at(-1), 'not-found');
		}
	});

	it('takes no parameters', async () => {
		const response = await show(`${await submit()}?prettyprint=1`);
		assert.equal(response.status, 400);
		assert.equal((await problemOf(response)).errors?.[0]?.field, 'prettyprint');
	});

	it('may not be kept by caches', async () => {
		assert.equal((await show(await submit())).headers.get('Cache-Control'), 'no-store');
	});
});
