// Tests the routes by which administrators register who may send notifications, on real records.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { problemOf, type TestApp } from '../server/app.fixture.ts';
import { openInboxApp } from './inbox.fixture.ts';
import { type OperatorBrowser, signInAs } from './operators/operator.fixture.ts';

const [email, path] = ['root@example.org', '/notify/senders'];

let stored: TestRecords;
let opened: TestApp;
let admin: OperatorBrowser;
beforeEach(async () => {
	stored = await openTestRecords();
	opened = await openInboxApp(stored, {});
	admin = await signInAs(opened, email, 'admin');
});
afterEach(async () => {
	await opened.close();
	await stored.close();
});

const listed = async () => ((await (await admin.ask('GET', path)).json()) as { senders: object[] }).senders;

describe('senders of notifications', () => {
	it('are registered, listed and removed by administrators', async () => {
		const given = { email, origins: ['https://repository.example'], networks: ['192.0.2.0/24'] };
		const added = await admin.ask('POST', path, given);
		assert.equal(added.status, 201);
		const sender = (await added.json()) as object;
		assert.deepEqual(sender, { ...given, number: 1, actors: [], created: '2026-01-15T12:00:00.000Z' });
		assert.deepEqual(await listed(), [sender]);
		assert.equal((await admin.ask('DELETE', `${path}/1`)).status, 204);
		assert.deepEqual(await listed(), []);
		for (const number of ['1', 'x', '1.5', '9'.repeat(30)]) {
			const { status, detail } = await problemOf(await admin.ask('DELETE', `${path}/${number}`));
			assert.deepEqual([status, detail], [404, `There is no sender of notifications ${number}.`]);
		}
	});

	it('are not seen by other accounts', async () => {
		const other = await signInAs(opened, 'ada@example.org');
		assert.equal((await other.ask('GET', path)).status, 403);
		assert.equal((await other.ask('POST', path, { email, actors: ['x'] })).status, 403);
	});

	it('are refused with the place of what is wrong', async () => {
		for (const [wrong, pointer] of [
			[{}, ''],
			[{ origins: ['repository.example'] }, '/origins'],
			[{ networks: ['192.0.2.0/33'] }, '/networks'],
			[{ actors: ['x'], email: 'nobody@example.org' }, '/email'],
		] as const) {
			const refused = await admin.ask('POST', path, { email, ...wrong });
			assert.equal(refused.status, 422);
			assert.deepEqual((await problemOf(refused)).errors?.[0]?.pointer ?? '', pointer);
		}
		assert.deepEqual(await listed(), []);
	});
});
