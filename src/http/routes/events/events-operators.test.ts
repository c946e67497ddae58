import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { LinkEvent } from '../../../links/link-event.ts';
import { newEvent, openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';
import { type OperatorBrowser, signInAs } from '../operators/operator.fixture.ts';

type List = { events: { event_id: string; status: string }[]; next: string | null };

let opened: TestApp;
let ada: OperatorBrowser;
let admin: OperatorBrowser;
let adaId: number;
before(async () => {
	opened = await openTestApp();
	ada = await signInAs(opened, 'ada@example.org');
	admin = await signInAs(opened, 'admin@example.org', 'admin');
	adaId = (await opened.accounts.findUser('ada@example.org'))?.id ?? assert.fail();
});
after(() => opened.close());

const idOf = (number: number) => `0b6f3c6e-8f0e-4c49-9d43-${String(number).padStart(12, '0')}`;
const add = (sequence: number, userId: number | null, more: Partial<LinkEvent> = {}) =>
	opened.events.set(idOf(sequence), { ...newEvent(idOf(sequence), userId), sequence, ...more });
const listed = async (response: Response) => {
	assert.equal(response.status, 200);
	const { events, next } = (await response.json()) as List;
	return { events: events.map(({ event_id }) => Number(event_id.slice(-12))), next };
};

beforeEach(() => {
	opened.events.clear();
	for (const sequence of [1, 3, 5]) add(sequence, adaId, { state: 'Done' });
	add(2, null, { state: 'Error', error: 'It failed.' });
	add(4, adaId, { state: 'Error', error: 'It failed.' });
	add(6, adaId + 1, { state: 'Processing' });
});

describe('GET /events', () => {
	it("lists an account's own events, newest first, and all of them to an admin", async () => {
		assert.deepEqual(await listed(await ada.ask('GET', '/api/events')), { events: [5, 4, 3, 1], next: null });
		assert.deepEqual(await listed(await admin.ask('GET', '/api/events')), { events: [6, 5, 4, 3, 2, 1], next: null });
	});

	it('shows each as GET /events/{event_id} does', async () => {
		const { events } = (await (await ada.ask('GET', '/events?limit=1')).json()) as List;
		assert.deepEqual(events[0], await (await ada.ask('GET', `/events/${idOf(5)}`)).json());
	});

	it('lists those in one state', async () => {
		assert.deepEqual((await listed(await ada.ask('GET', '/events?state=Error'))).events, [4]);
		assert.deepEqual((await listed(await admin.ask('GET', '/events?state=Error'))).events, [4, 2]);
		assert.deepEqual((await listed(await admin.ask('GET', '/events?state=New'))).events, []);
	});

	it('leads from page to page by next', async () => {
		const pages: number[][] = [];
		for (let before = ''; ; ) {
			const { events, next } = await listed(await admin.ask('GET', `/events?limit=2${before}`));
			pages.push(events);
			if (next === null) break;
			before = `&before=${next}`;
		}
		assert.deepEqual(pages, [
			[6, 5],
			[4, 3],
			[2, 1],
		]);
	});

	it('may be asked with an access token as well', async () => {
		const token = await opened.token('ada@example.org');
		const headers = { Authorization: `Bearer ${token}` };
		assert.deepEqual((await listed(await opened.app.request('/events', { headers }))).events, [5, 4, 3, 1]);
	});

	it('is refused to strangers', async () => {
		assert.equal((await opened.app.request('/events')).status, 401);
		const response = await opened.app.request('/events', {
			headers: { Authorization: 'Bearer wrong', Cookie: admin.cookie },
		});
		assert.equal(response.status, 401, 'a wrong token is not made good by a session');
	});

	it('refuses what its parameters cannot be, by name', async () => {
		for (const [query, field] of [
			['state=Lost', 'state'],
			['limit=0', 'limit'],
			['limit=1001', 'limit'],
			['before=x', 'before'],
			['user=1', 'user'],
		] as const) {
			const response = await admin.ask('GET', `/events?${query}`);
			assert.equal(response.status, 400, query);
			assert.equal((await problemOf(response)).errors?.[0]?.field, field);
		}
	});
});

describe('POST /events/{event_id}/rerun', () => {
	it('makes an event New again and shows it', async () => {
		const response = await ada.ask('POST', `/api/events/${idOf(4)}/rerun`);
		assert.equal(response.status, 202);
		const { event_id, status, error } = (await response.json()) as Record<string, unknown>;
		assert.deepEqual([event_id, status, error], [idOf(4), 'New', null]);
		assert.equal(opened.events.get(idOf(4))?.state, 'New');
		assert.equal(opened.logged.at(-1)?.event_id, idOf(4));
	});

	it('is for the submitter and for admins only', async () => {
		assert.equal((await ada.ask('POST', `/events/${idOf(2)}/rerun`)).status, 404);
		assert.equal(opened.events.get(idOf(2))?.state, 'Error');
		assert.equal((await admin.ask('POST', `/events/${idOf(2)}/rerun`)).status, 202);
		assert.equal((await opened.app.request(`/events/${idOf(4)}/rerun`, { method: 'POST' })).status, 401);
	});

	it('leaves an event alone that is being processed', async () => {
		const response = await admin.ask('POST', `/events/${idOf(6)}/rerun`);
		assert.equal(response.status, 409);
		assert.match((await problemOf(response)).type, /\/conflict$/);
		assert.equal(opened.events.get(idOf(6))?.state, 'Processing');
	});

	it('may be asked with an access token, without proof of intent', async () => {
		const token = await opened.token('ada@example.org');
		const headers = { Authorization: `Bearer ${token}` };
		assert.equal((await opened.app.request(`/events/${idOf(4)}/rerun`, { method: 'POST', headers })).status, 202);
	});
});
