// Tests of passwords over HTTP: one's own, and those set with a link.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { invitationSeconds } from '../../../accounts/invitations.ts';
import { openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';
import { type OperatorBrowser, password, signInAs } from './operator.fixture.ts';

const other = 'another horse';
let opened: TestApp;
let admin: OperatorBrowser;
before(async () => {
	opened = await openTestApp({ PUBLIC_URL: 'https://links.example.org/broker' });
	admin = await signInAs(opened, 'admin@example.org', 'admin');
});
after(() => opened.close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
	opened.app.request(path, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', ...headers },
		body: JSON.stringify(body),
	});
const signIn = async (email: string, word: string) => {
	opened.pass(60_000);
	return (await post('/api/session', { email, password: word })).status;
};

describe('the own password', () => {
	const change = (browser: OperatorBrowser, current: string, next: string) => {
		opened.pass(60_000);
		return browser.ask('PUT', '/api/session/password', { current_password: current, new_password: next });
	};

	it('is changed with the current one; other sessions end, this one and tokens stay', async () => {
		const [here, there] = [await signInAs(opened, 'ada@example.org'), await signInAs(opened, 'ada@example.org')];
		const headers = { Authorization: `Bearer ${await opened.token('ada@example.org')}` };
		assert.equal((await change(here, password, other)).status, 204);
		assert.equal((await here.ask('GET', '/session')).status, 200);
		assert.equal((await there.ask('GET', '/session')).status, 401);
		assert.equal((await opened.app.request('/events', { headers })).status, 200);
		assert.equal(await signIn('ada@example.org', password), 401);
		assert.equal(await signIn('ada@example.org', other), 200);
	});

	it('stays where the current one is wrong, or the new one is refused, with the place', async () => {
		const browser = await signInAs(opened, 'bob@example.org');
		for (const [current, next, pointer] of [
			['wrong', other, '/current_password'],
			[password, 'short', '/new_password'],
			[password, 'password-2026', '/new_password'],
			[password, 'x'.repeat(1_001), '/new_password'],
		] as const) {
			const response = await change(browser, current, next);
			assert.equal(response.status, 422);
			assert.equal((await problemOf(response)).errors?.[0]?.pointer, pointer);
		}
		assert.equal(await signIn('bob@example.org', password), 200);
	});

	it('is changed with a session, not with a token', async () => {
		const headers = { Authorization: `Bearer ${await opened.token('ada@example.org')}` };
		assert.equal((await opened.app.request('/session/password', { method: 'PUT', headers })).status, 401);
	});
});

describe('a link to set a password', () => {
	type Made = { email: string; created: boolean; link: string; expires: string };
	const invite = async (email: string) => {
		opened.pass(60_000);
		const response = await admin.ask('POST', '/api/invitations', { email });
		assert.equal(response.status, 201);
		const made = (await response.json()) as Made;
		return { ...made, secret: made.link.split('#')[1] ?? '' };
	};
	const show = (secret: string) => post('/api/invitations/show', { secret });
	const accept = (secret: string, word: string, headers = {}) =>
		post('/api/invitations/accept', { secret, password: word }, headers);

	it('is made for a user, who is created where new, and begins with the public address', async () => {
		const { secret, expires, ...made } = await invite('new@example.org');
		const link = `https://links.example.org/broker/operator/invitation#${secret}`;
		assert.deepEqual(made, { email: 'new@example.org', created: true, link });
		assert.match(secret, /^[\w-]{43}$/);
		assert.equal((await invite('New@example.org')).created, false);
	});

	it('shows its account, sets the password, and signs in, once', async () => {
		const { secret, expires } = await invite('once@example.org');
		assert.deepEqual(await (await show(secret)).json(), { email: 'once@example.org', expires });
		const response = await accept(secret, password);
		assert.equal(response.status, 200);
		assert.equal(((await response.json()) as { email: string }).email, 'once@example.org');
		const cookie = (response.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
		assert.equal((await opened.app.request('/session', { headers: { Cookie: cookie } })).status, 200);
		assert.equal((await accept(secret, other)).status, 404);
		assert.equal((await show(secret)).status, 404);
		assert.equal(await signIn('once@example.org', password), 200);
	});

	it('ends the session that the browser had', async () => {
		const before = await signInAs(opened, 'carol@example.org');
		const { secret } = await invite('guest@example.org');
		await accept(secret, password, { Cookie: before.cookie });
		assert.equal((await before.ask('GET', '/session')).status, 401);
	});

	it('holds where the password is refused', async () => {
		const { secret } = await invite('picky@example.org');
		const response = await accept(secret, 'picky-1234567');
		assert.equal(response.status, 422);
		assert.equal((await problemOf(response)).errors?.[0]?.pointer, '/password');
		assert.equal((await accept(secret, password)).status, 200);
	});

	it('is refused in the same words where it is old, replaced, of a user who is shut out, or none', async () => {
		const replaced = await invite('late@example.org');
		const old = await invite('late@example.org');
		const shut = await invite('shut@example.org');
		await admin.ask('PATCH', '/users/shut@example.org', { active: false });
		opened.pass(invitationSeconds * 1000);
		const details = new Set<string>();
		for (const secret of [replaced.secret, old.secret, shut.secret, 'x', '']) {
			for (const response of [await show(secret), await accept(secret, password)]) {
				assert.equal(response.status, 404);
				details.add((await problemOf(response)).detail);
			}
		}
		assert.equal(details.size, 1);
		admin = await signInAs(opened, 'admin@example.org', 'admin');
		assert.equal((await admin.ask('POST', '/invitations', { email: 'shut@example.org' })).status, 409);
	});

	it('is refused for what is not an email', async () => {
		const response = await admin.ask('POST', '/invitations', { email: 'nobody' });
		assert.equal(response.status, 422);
		assert.equal((await problemOf(response)).errors?.[0]?.pointer, '/email');
	});

	it('cannot be guessed without end', async () => {
		opened.pass(60_000);
		for (let guess = 0; guess < 30; guess++) assert.equal((await show(`guess ${guess}`)).status, 404);
		assert.equal((await show('guess')).status, 429);
		assert.equal((await accept('guess', password)).status, 429);
	});

	it('and the password set with it are never logged', async () => {
		const { secret } = await invite('quiet@example.org');
		await show(secret);
		await accept(secret, password);
		const written = JSON.stringify([opened.logged, await opened.audit.auditEntries({ limit: 1_000 })]);
		for (const hidden of [secret, password]) assert.ok(!written.includes(hidden));
	});
});
