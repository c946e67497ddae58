// Tests withdrawing, previewing and restoring an event over HTTP, and who may do it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { LinkEvent } from '../../../links/link-event.ts';
import { newEvent, openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';
import { type OperatorBrowser, signInAs } from '../operators/operator.fixture.ts';
import { eventSchema } from './event-schemas.ts';

let opened: TestApp;
let owner: string;
let curator: string;
let stranger: string;
let eventId: string;
before(async () => {
	opened = await openTestApp();
	owner = await opened.token('owner@example.org');
	curator = await opened.token('curator@example.org', 'curator');
	stranger = await opened.token('stranger@example.org', 'harvester');
});
after(() => opened.close());
beforeEach(async () => {
	eventId = await add({ state: 'Done' });
});

/** Adds an event of the owner, unless `more` says of whom. */
async function add(more: Partial<LinkEvent> = {}): Promise<string> {
	const user = await opened.accounts.findUser('owner@example.org');
	const added = { ...newEvent(randomUUID(), user?.id ?? null), ...more };
	opened.events.set(added.eventId, added);
	return added.eventId;
}

function ask(method: string, path: string, token: string, body?: string, type = 'application/json') {
	const headers = { Authorization: `Bearer ${token}`, ...(body !== undefined && { 'Content-Type': type }) };
	return opened.app.request(path, { method, headers, ...(body !== undefined && { body }) });
}

const withdraw = (id: string, token: string, body?: string) => ask('DELETE', `/api/events/${id}`, token, body);
const restore = (id: string, token: string) => ask('POST', `/events/${id}/restore`, token);

describe('DELETE /events/{event_id}', () => {
	it('answers the Withdrawn event with account, time and reason', async () => {
		const response = await withdraw(eventId, owner, '{"reason": " Both are other works. "}');
		assert.equal(response.status, 200);
		const event = eventSchema.parse(await response.json());
		assert.equal(event.status, 'Withdrawn');
		assert.deepEqual(event.withdrawn, {
			at: '2026-01-31T13:00:00.000Z',
			by: 'owner@example.org',
			reason: 'Both are other works.',
		});
		assert.equal(response.headers.get('Cache-Control'), 'no-store');
		assert.equal(opened.logged.at(-1)?.event_id, eventId);
	});

	it('needs no body and no reason', async () => {
		for (const body of [undefined, '{}', '{"reason": null}']) {
			const id = await add({ state: 'Error' });
			const response = await withdraw(id, owner, body);
			assert.equal(response.status, 200);
			assert.equal(eventSchema.parse(await response.json()).withdrawn?.reason, null);
		}
	});

	it('leaves one as it is that is Withdrawn, with the first reason', async () => {
		await withdraw(eventId, owner, '{"reason": "the first"}');
		const response = await withdraw(eventId, curator, '{"reason": "another"}');
		assert.equal(response.status, 200);
		const { withdrawn } = eventSchema.parse(await response.json());
		assert.deepEqual([withdrawn?.by, withdrawn?.reason], ['owner@example.org', 'the first']);
	});

	it('is for the submitter, curators and admins; to others there is no such event', async () => {
		const admin = await opened.token('root@example.org', 'admin');
		assert.equal((await withdraw(eventId, stranger)).status, 404);
		assert.equal(opened.events.get(eventId)?.state, 'Done');
		for (const token of [owner, curator, admin]) {
			assert.equal((await withdraw(await add({ state: 'Done' }), token)).status, 200);
		}
	});

	it('lets a curator withdraw what the command line loaded', async () => {
		const id = await add({ userId: null });
		assert.equal((await withdraw(id, owner)).status, 404);
		assert.equal((await withdraw(id, curator)).status, 200);
	});

	it('refuses strangers without a token with 401', async () => {
		assert.equal((await opened.app.request(`/events/${eventId}`, { method: 'DELETE' })).status, 401);
	});

	it('answers 404 where there is no such event', async () => {
		for (const id of [randomUUID(), 'x', '%00']) assert.equal((await withdraw(id, curator)).status, 404);
	});

	it('refuses one that is being processed with 409', async () => {
		const id = await add({ state: 'Processing' });
		const response = await withdraw(id, owner);
		assert.equal(response.status, 409);
		assert.match((await problemOf(response)).type, /\/conflict$/);
		assert.equal(opened.events.get(id)?.state, 'Processing');
	});

	it('refuses a body that it does not understand, with the place', async () => {
		const long = JSON.stringify({ reason: 'x'.repeat(1_001) });
		for (const [body, pointer] of [
			['{"reason": 1}', '/reason'],
			['{"reason": " "}', '/reason'],
			['{"reason": "a\\u0000b"}', '/reason'],
			[long, '/reason'],
			['{"because": "x"}', '/because'],
			['[]', ''],
		] as const) {
			const response = await withdraw(eventId, owner, body);
			assert.equal(response.status, 422, body.slice(0, 40));
			assert.equal((await problemOf(response)).errors?.[0]?.pointer, pointer);
		}
		assert.equal((await withdraw(eventId, owner, '{')).status, 400);
		assert.equal((await ask('DELETE', `/events/${eventId}`, owner, '{}', 'text/csv')).status, 415);
		assert.equal(opened.events.get(eventId)?.state, 'Done');
	});

	it('takes a reason of a thousand characters', async () => {
		assert.equal((await withdraw(eventId, owner, JSON.stringify({ reason: 'é'.repeat(1_000) }))).status, 200);
	});
});

describe('an event that is Withdrawn', () => {
	beforeEach(async () => {
		await withdraw(eventId, curator, '{"reason": "wrong"}');
	});

	it('shows the account that withdrew it to its submitter and to curators', async () => {
		for (const token of [owner, curator]) {
			const event = eventSchema.parse(await (await ask('GET', `/events/${eventId}`, token)).json());
			assert.deepEqual(
				[event.status, event.submitter, event.withdrawn?.by],
				['Withdrawn', 'owner@example.org', 'curator@example.org'],
			);
		}
	});

	it('is listed by its state', async () => {
		const { events } = (await (await ask('GET', '/events?state=Withdrawn', owner)).json()) as { events: object[] };
		assert.ok(events.some((event) => eventSchema.parse(event).event_id === eventId));
	});

	it('is not run again, but restored', async () => {
		const response = await ask('POST', `/events/${eventId}/rerun`, owner);
		assert.equal(response.status, 409);
		assert.match((await problemOf(response)).detail, /is withdrawn; restore it/);
	});
});

describe('POST /events/{event_id}/restore', () => {
	it('makes a Withdrawn event New again', async () => {
		await withdraw(eventId, owner);
		const response = await restore(eventId, owner);
		assert.equal(response.status, 202);
		const event = eventSchema.parse(await response.json());
		assert.deepEqual([event.status, event.withdrawn], ['New', null]);
		assert.equal(opened.logged.at(-1)?.event_id, eventId);
	});

	it('refuses an event in another state with 409', async () => {
		for (const state of ['New', 'Processing', 'Done', 'Error'] as const) {
			assert.equal((await restore(await add({ state }), curator)).status, 409);
		}
	});

	it('of what a curator withdrew is for curators and admins', async () => {
		await withdraw(eventId, curator);
		assert.equal((await restore(eventId, owner)).status, 403);
		assert.equal(opened.events.get(eventId)?.state, 'Withdrawn');
		assert.equal((await restore(eventId, curator)).status, 202);
	});

	it('is for the submitter, curators and admins', async () => {
		await withdraw(eventId, owner);
		assert.equal((await restore(eventId, stranger)).status, 404);
		assert.equal(opened.events.get(eventId)?.state, 'Withdrawn');
		assert.equal((await restore(eventId, curator)).status, 202);
	});
});

describe('GET /events/{event_id}/withdrawal', () => {
	const preview = (id: string, token: string) => ask('GET', `/api/events/${id}/withdrawal`, token);

	it('shows what a withdrawal would change, and changes nothing', async () => {
		const response = await preview(eventId, owner);
		assert.equal(response.status, 200);
		assert.deepEqual(await response.json(), {
			relationships: 12,
			identifiers: 3,
			split_groups: 1,
			changed_works: 1,
			works: [{ ID: '10.5281/zenodo.11020', IDScheme: 'doi' }],
		});
		assert.equal(opened.events.get(eventId)?.state, 'Done');
	});

	it('is for those who may withdraw it', async () => {
		assert.equal((await preview(eventId, stranger)).status, 404);
		assert.equal((await preview(eventId, curator)).status, 200);
		assert.equal((await preview(await add({ state: 'Processing' }), owner)).status, 409);
	});
});

describe('withdrawing in a browser', () => {
	let ada: OperatorBrowser;
	before(async () => {
		ada = await signInAs(opened, 'ada@example.org', 'curator');
	});

	it('works with a session and its proof of intent, and not without', async () => {
		const { cookie } = ada;
		const bare = await opened.app.request(`/events/${eventId}`, { method: 'DELETE', headers: { Cookie: cookie } });
		assert.equal(bare.status, 403);
		assert.equal((await ada.ask('DELETE', `/events/${eventId}`)).status, 200);
		assert.equal((await ada.ask('POST', `/events/${eventId}/restore`)).status, 202);
	});
});
