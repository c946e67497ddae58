// Tests how many requests a minute senders may send, and the headers of their answers.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { by } from '../../store/suite/audit.fixture.ts';
import { knownId, openTestApp, problemOf, type TestApp } from '../server/app.fixture.ts';

let opened: TestApp;
afterEach(() => opened.close());

const found = `/relationships?id=${knownId}&size=1`;
const ask = (headers: Record<string, string> = {}, address = '192.0.2.1') =>
	opened.app.request(found, { headers }, { incoming: { socket: { remoteAddress: address } } });
const withToken = (token: string) => ({ Authorization: `Bearer ${token}` });

describe('RATE_LIMIT', () => {
	it('counts an account with all its tokens and sessions together, from wherever it comes', async () => {
		opened = await openTestApp({ RATE_LIMIT: '4' });
		const tokens = [await opened.token('ada@example.org'), await opened.token('ada@example.org')];
		for (const token of tokens) assert.equal((await ask(withToken(token), '192.0.2.2')).status, 200);
		for (const token of tokens) assert.equal((await ask(withToken(token), '192.0.2.3')).status, 200);
		for (const token of tokens) assert.equal((await ask(withToken(token), '192.0.2.4')).status, 429);
		const refused = await problemOf(await ask(withToken(tokens[0] ?? '')));
		assert.match(refused.detail, /This account may send at most 4 requests a minute/);
		assert.equal((await ask(withToken(await opened.token('other@example.org')))).status, 200);
	});

	it('counts a session for its account', async () => {
		opened = await openTestApp({ RATE_LIMIT: '2' });
		await opened.accounts.createUser(by, 'ada@example.org', 'correct horse', true);
		const token = await opened.token('ada@example.org');
		const signedIn = await opened.needs.sessions.signIn(null, 'ada@example.org', 'correct horse');
		const cookie = { Cookie: `link-broker-session=${signedIn?.secret}` };
		assert.equal((await ask(cookie)).status, 200);
		assert.equal((await ask(withToken(token))).status, 200);
		assert.equal((await ask(cookie)).status, 429);
		assert.equal((await ask()).status, 200);
	});

	it('is in every answer, with what is left and when all of it is available again', async () => {
		opened = await openTestApp({ RATE_LIMIT: '60' });
		await ask();
		const { headers } = await ask();
		assert.equal(headers.get('RateLimit-Policy'), '"address";q=60;w=60');
		assert.equal(headers.get('RateLimit'), '"address";r=58;t=2');
		opened.pass(1_000);
		assert.equal((await ask()).headers.get('RateLimit'), '"address";r=58;t=2');
		const token = await opened.token('ada@example.org');
		assert.equal((await ask(withToken(token))).headers.get('RateLimit'), '"account";r=59;t=1');
		for (let request = 0; request < 60; request++) await ask();
		const refused = await ask();
		assert.equal(refused.status, 429);
		assert.equal(refused.headers.get('Retry-After'), '1');
		assert.equal(refused.headers.get('RateLimit'), '"address";r=0;t=60');
	});

	it('that is not set is in no answer', async () => {
		opened = await openTestApp();
		const { headers } = await ask();
		assert.equal(headers.get('RateLimit'), null);
		assert.equal(headers.get('RateLimit-Policy'), null);
	});
});

describe('MAX_REQUESTS_PER_MINUTE', () => {
	it('bounds all senders together: beyond it 503 with Retry-After', async () => {
		opened = await openTestApp({ MAX_REQUESTS_PER_MINUTE: '6', RATE_LIMIT: '3' });
		for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5']) {
			assert.equal((await ask({}, address)).status, 200);
		}
		const refused = await ask({}, '192.0.2.6');
		assert.equal(refused.status, 503);
		assert.equal(refused.headers.get('Retry-After'), '10');
		assert.equal(refused.headers.get('RateLimit-Policy'), '"address";q=3;w=60, "all";q=6;w=60');
	});

	it('is not used up by one sender, who may send a quarter of it', async () => {
		opened = await openTestApp({ MAX_REQUESTS_PER_MINUTE: '8' });
		for (const status of [200, 200, 429, 429, 429, 429, 429]) assert.equal((await ask()).status, status);
		for (const address of ['192.0.2.2', '192.0.2.3', '192.0.2.4']) {
			for (const status of [200, 200, 429]) assert.equal((await ask({}, address)).status, status);
		}
	});
});
