// Tests the links in email to receivers: what a page shows, and what a request does.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createTestSubscriptions, testCodes, testMail } from '../../broker/following/subscriptions.fixture.ts';
import type { Subscription, Subscriptions } from '../../broker/following/subscriptions.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { by } from '../../store/suite/audit.fixture.ts';
import { openTestApp, problemOf, type TestApp } from '../server/app.fixture.ts';

let records: TestRecords;
let test: TestApp;
let subscriptions: Subscriptions;
let subscription: Subscription;
let code = '';
let made = 0;
before(async () => {
	records = await openTestRecords();
	const email = testMail(async (_, asked) => {
		code = asked;
		return { isAccepted: true, status: null };
	});
	subscriptions = createTestSubscriptions(records.records, { kinds: { email } });
	test = await openTestApp({}, {}, { subscriptions });
});
after(async () => {
	await test.close();
	await records.close();
});
beforeEach(async () => {
	const address = `<b>-${++made}@example.org`.replace(/[<>]/g, "'");
	const wanted = { kind: 'email', address, filter: { id: '10.5555/a' } } as const;
	const act = { by, now: Date.now() };
	subscription = (await subscriptions.create(act, { userId: 1, isAdmin: false }, wanted)).subscription;
});

const ask = (method: string, action: string, given = code, init: RequestInit = {}) =>
	test.app.request(`/api/subscriptions/${subscription.number}/${action}?${new URLSearchParams({ code: given })}`, {
		method,
		...init,
	});
const stateNow = async () => (await records.records.subscription(subscription.number))?.state;
const ending = () => testCodes.ending(subscription);
const oneClick = {
	headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
	body: 'List-Unsubscribe=One-Click',
};

describe('the link of something that is no number', () => {
	it('is not found', async () => {
		for (const method of ['GET', 'POST'])
			for (const number of ['x', '1.5', '-1', 'NaN', '9'.repeat(30)]) {
				const { status, detail } = await problemOf(
					await test.app.request(`/api/subscriptions/${number}/confirm?code=x`, { method }),
				);
				assert.deepEqual([status, detail.includes(`"${number.slice(0, 20)}`)], [404, true], `${method} ${number}`);
			}
	});
});

describe('the link that confirms', () => {
	it('shows a page with a button that changes nothing, for programs that open links', async () => {
		const response = await ask('GET', 'confirm');
		assert.equal(response.status, 200);
		assert.match(response.headers.get('Content-Type') ?? '', /^text\/html/);
		assert.match(response.headers.get('Content-Security-Policy') ?? '', /default-src 'self';.* form-action 'self'/);
		assert.deepEqual(
			[response.headers.get('Referrer-Policy'), response.headers.get('Cache-Control')],
			['no-referrer', 'no-store'],
		);
		const page = await response.text();
		assert.match(page, /<title>Confirm your subscription – Link Broker<\/title>/);
		assert.match(page, /<h1[^>]*>Confirm your subscription<\/h1><p>If you confirm it,[^<]* sent to 'b'-[^<]* a week\./);
		assert.match(page, /<form method="post"><button type="submit" class="primary">Confirm<\/button><\/form>/);
		assert.match(page, /<header class="site-head">/);
		assert.doesNotMatch(page, /<script/);
		assert.equal(await stateNow(), 'unconfirmed');
	});

	it('confirms by the request of the button, and again without change', async () => {
		for (let time = 0; time < 2; time++) {
			const response = await ask('POST', 'confirm', code, {
				headers: { 'Content-Type': oneClick.headers['Content-Type'] },
			});
			assert.equal(response.status, 200);
			assert.match(await response.text(), /The subscription is confirmed/);
			assert.equal(await stateNow(), 'active');
		}
	});

	it('says that it is not valid with another code, in the form that is asked for', async () => {
		for (const method of ['GET', 'POST']) {
			const response = await ask(method, 'confirm', ending());
			assert.equal(response.status, 404);
			assert.match((await problemOf(response)).detail ?? '', /This link is no longer valid/);
		}
		assert.equal((await ask('GET', 'confirm', '')).status, 400);
		assert.equal((await ask('GET', 'confirm', 'x'.repeat(101))).status, 400);
		assert.equal(await stateNow(), 'unconfirmed');
	});
});

describe('the link that unsubscribes', () => {
	beforeEach(async () => {
		await ask('POST', 'confirm');
		assert.equal(await stateNow(), 'active');
	});

	it('shows a page with a button that changes nothing', async () => {
		for (const method of ['GET', 'HEAD']) assert.equal((await ask(method, 'unsubscribe', ending())).status, 200);
		assert.match(
			await (await ask('GET', 'unsubscribe', ending())).text(),
			/If you unsubscribe, no more messages[\s\S]*>Unsubscribe<\/button>/,
		);
		assert.equal(await stateNow(), 'active');
	});

	it('ends the subscription by one request of a mail program, without a session, and again without change', async () => {
		for (let time = 0; time < 2; time++) {
			const response = await ask('POST', 'unsubscribe', ending(), { method: 'POST', ...oneClick });
			assert.equal(response.status, 200);
			assert.match(await response.text(), /You are unsubscribed/);
			assert.equal(await stateNow(), 'disabled');
		}
		assert.equal((await ask('POST', 'confirm')).status, 404, 'the confirmation of before is void');
	});

	it('does nothing by the code that confirms', async () => {
		assert.equal((await ask('POST', 'unsubscribe', code, oneClick)).status, 404);
		assert.equal(await stateNow(), 'active');
	});
});
