// Tests withdrawing, previewing, restoring and rerunning a load over HTTP, and who may do it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { LinkEvent } from '../../../links/link-event.ts';
import { newEvent, openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';
import { loadSchema } from './event-schemas.ts';

let opened: TestApp;
let owner: string;
let curator: string;
let stranger: string;
let sequence = 0;
let loadId: string;
before(async () => {
	opened = await openTestApp();
	owner = await opened.token('owner@example.org');
	curator = await opened.token('curator@example.org', 'curator');
	stranger = await opened.token('stranger@example.org', 'harvester');
});
after(() => opened.close());
beforeEach(async () => {
	loadId = await add({ state: 'Done' });
	await add({ state: 'Done', loadId });
});

/** Adds an event of the owner, which is a load by itself unless `more` names one. */
async function add(more: Partial<LinkEvent> = {}): Promise<string> {
	const user = await opened.accounts.findUser('owner@example.org');
	const eventId = randomUUID();
	const added = { ...newEvent(eventId, user?.id ?? null), sequence: ++sequence, ...more };
	opened.events.set(eventId, added);
	return eventId;
}

function ask(method: string, path: string, token: string, body?: object) {
	const headers = { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) };
	return opened.app.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

const withdraw = (token: string, body?: object, id = loadId) => ask('DELETE', `/api/loads/${id}`, token, body);
const order = (what: string, token: string) => ask('POST', `/loads/${loadId}/${what}`, token);

describe('DELETE /loads/{load_id}', () => {
	it('answers the Withdrawn load with account, time and reason', async () => {
		const response = await withdraw(owner, { reason: ' Wrong file. ' });
		assert.equal(response.status, 200);
		const { status, events, withdrawn } = loadSchema.parse(await response.json());
		assert.deepEqual([status, events.withdrawn], ['Withdrawn', 2]);
		assert.deepEqual(withdrawn, { at: '2026-01-31T13:00:00.000Z', by: 'owner@example.org', reason: 'Wrong file.' });
		assert.equal(opened.logged.at(-1)?.load_id, loadId);
	});

	it('answers 202 where events are left to a worker', async () => {
		await add({ state: 'Processing', loadId });
		const response = await withdraw(owner);
		assert.equal(response.status, 202);
		const { status, events } = loadSchema.parse(await response.json());
		assert.deepEqual([status, events.withdrawn, events.processing], ['Withdrawing', 2, 1]);
	});

	it('is for the submitter, curators and admins; to others there is no such load', async () => {
		assert.equal((await withdraw(stranger)).status, 404);
		assert.equal(opened.events.get(loadId)?.state, 'Done');
		assert.equal((await withdraw(curator)).status, 200);
		assert.equal((await opened.app.request(`/loads/${loadId}`, { method: 'DELETE' })).status, 401);
	});

	it('refuses a body that it does not understand, with the place', async () => {
		const response = await withdraw(owner, { reason: ' ' });
		assert.equal(response.status, 422);
		assert.equal((await problemOf(response)).errors?.[0]?.pointer, '/reason');
		assert.equal(opened.events.get(loadId)?.state, 'Done');
	});
});

describe('GET /loads/{load_id}/withdrawal', () => {
	it('answers what would change without the load', async () => {
		const response = await ask('GET', `/loads/${loadId}/withdrawal`, owner);
		assert.equal(response.status, 200);
		assert.deepEqual(await response.json(), {
			...{ relationships: 12, identifiers: 3, split_groups: 1, changed_works: 2 },
			works: [{ ID: '10.1234/a', IDScheme: 'doi' }],
		});
		assert.equal((await ask('GET', `/loads/${loadId}/withdrawal`, stranger)).status, 404);
	});
});

describe('POST /loads/{load_id}/restore', () => {
	it('answers 202 with the load, whose events wait', async () => {
		await withdraw(owner);
		const response = await order('restore', owner);
		assert.equal(response.status, 202);
		assert.equal(loadSchema.parse(await response.json()).events.new, 2);
	});

	it('needs the role curator where another account withdrew it', async () => {
		await withdraw(curator);
		const response = await order('restore', owner);
		assert.equal(response.status, 403);
		assert.match((await problemOf(response)).detail, /load .* was withdrawn by another account/);
		assert.equal((await order('restore', curator)).status, 202);
	});

	it('refuses a load that is not withdrawn with 409', async () => {
		assert.equal((await order('restore', owner)).status, 409);
	});
});

describe('POST /loads/{load_id}/rerun', () => {
	it('answers 202 with the load, whose events wait', async () => {
		const response = await order('rerun', owner);
		assert.equal(response.status, 202);
		assert.equal(loadSchema.parse(await response.json()).events.new, 2);
	});

	it('is for the submitter and admins', async () => {
		const admin = await opened.token('root@example.org', 'admin');
		for (const token of [stranger, curator]) assert.equal((await order('rerun', token)).status, 404);
		assert.equal((await order('rerun', admin)).status, 202);
	});
});
