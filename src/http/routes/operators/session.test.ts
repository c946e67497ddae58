import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { sessionSeconds } from '../../../accounts/sessions.ts';
import { by } from '../../../store/suite/audit.fixture.ts';
import { openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';
import { password, signInAs } from './operator.fixture.ts';

const email = 'ada@example.org';

let opened: TestApp;
before(async () => {
	opened = await openTestApp();
	await opened.accounts.createUser(by, email, password, true);
	await opened.accounts.createRole(by, 'admin');
	await opened.accounts.addRole(by, email, 'admin');
});
after(() => opened.close());

const signIn = (body: unknown, { app = opened.app, headers = {}, from = '192.0.2.1' } = {}) =>
	app.request(
		'/api/session',
		{ method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) },
		// What node's server brings along: the address, and the body as a stream.
		{
			incoming: Object.assign(Readable.from([Buffer.from(JSON.stringify(body))]), { socket: { remoteAddress: from } }),
		} as never,
	);
const fresh = () => opened.pass(60_000);

describe('signing in', () => {
	it('returns the account and the CSRF token', async () => {
		fresh();
		const response = await signIn({ email, password });
		assert.equal(response.status, 200);
		assert.equal(response.headers.get('Cache-Control'), 'no-store');
		const { csrf_token, ...who } = (await response.json()) as Record<string, string>;
		assert.deepEqual(who, { email, roles: ['admin'] });
		assert.match(csrf_token ?? '', /^[\w-]{43}$/);
	});

	it('sets a cookie that no script reads, no other site has sent, and under https nothing else', async () => {
		fresh();
		const cookie = (await signIn({ email, password })).headers.get('Set-Cookie') ?? '';
		assert.match(cookie, /^link-broker-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
		const secured = await openTestApp({ PUBLIC_URL: 'https://links.example.org' });
		await secured.accounts.createUser(by, email, password, true);
		const { headers } = await signIn({ email, password }, { app: secured.app });
		await secured.close();
		assert.match(headers.get('Set-Cookie') ?? '', /; Secure$/);
	});

	it('is refused in the same words for a wrong password, an unknown and an inactive account', async () => {
		fresh();
		await opened.accounts.createUser(by, 'idle@example.org', password, false);
		const details = new Set<string>();
		for (const body of [
			{ email, password: 'wrong' },
			{ email: 'nobody@example.org', password },
			{ email: 'idle@example.org', password },
		]) {
			const response = await signIn(body);
			assert.equal(response.status, 401);
			assert.equal(response.headers.get('Set-Cookie'), null);
			details.add((await problemOf(response)).detail);
		}
		assert.equal(details.size, 1);
	});

	it('is refused with the place where the body does not fit', async () => {
		fresh();
		for (const [body, pointer] of [
			[{ email }, '/password'],
			[{ email, password: 1 }, '/password'],
			[{ email, password, more: 1 }, '/more'],
			[{ email: 'a\0b', password }, '/email'],
			[[], ''],
			[null, ''],
		] as const) {
			const response = await signIn(body);
			assert.equal(response.status, 422, JSON.stringify(body));
			const problem = await problemOf(response);
			assert.match(problem.type, /\/invalid-body$/);
			assert.equal(problem.errors?.[0]?.pointer, pointer);
		}
		const text = await opened.app.request('/session', {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: '{"email":',
		});
		assert.equal(text.status, 400);
	});

	it('takes nothing that a form of another site can send', async () => {
		fresh();
		const response = await signIn({ email, password }, { headers: { 'Content-Type': 'text/plain' } });
		assert.equal(response.status, 415);
	});

	it('ends the session that the browser had', async () => {
		fresh();
		const before = await signInAs(opened, email);
		await signIn({ email, password }, { headers: { Cookie: before.cookie } });
		assert.equal((await before.ask('GET', '/session')).status, 401);
	});
});

describe('guessing passwords', () => {
	it('is stopped for an account, and goes on for others', async () => {
		const guessed = await openTestApp();
		await guessed.accounts.createUser(by, email, password, true);
		const guess = (who = email) => signIn({ email: who, password: 'wrong' }, { app: guessed.app, from: '192.0.2.9' });
		for (let attempt = 0; attempt < 10; attempt++) assert.equal((await guess()).status, 401);
		const response = await guess('ADA@example.org');
		assert.equal(response.status, 429);
		assert.match(response.headers.get('Retry-After') ?? '', /^[1-9]\d*$/);
		assert.equal((await guess('bob@example.org')).status, 401);
		guessed.pass(6_000);
		assert.equal((await guess()).status, 401);
		assert.equal((await guess()).status, 429);
		await guessed.close();
	});

	it('does not lock an account: its owner signs in from another network, however long it goes on', async () => {
		const guessed = await openTestApp();
		await guessed.accounts.createUser(by, email, password, true);
		const from = (network: number, word: string) =>
			signIn({ email, password: word }, { app: guessed.app, from: `192.0.${network}.1` });
		for (let minute = 0; minute < 15; minute++) {
			for (let network = 0; network < 20; network++) await from(network, 'wrong');
			guessed.pass(60_000);
		}
		for (let network = 0; network < 20; network++) await from(network, 'wrong');
		assert.equal((await from(15, 'wrong')).status, 429);
		assert.equal((await from(200, password)).status, 200);
		for (let slip = 0; slip < 4; slip++) assert.equal((await from(200, 'wrong')).status, 401);
		assert.equal((await from(200, 'wrong')).status, 429);
		await guessed.close();
	});

	it('has no more tries where a session is there already, with which the password could be changed', async () => {
		const guessed = await openTestApp();
		const browser = await signInAs(guessed, email);
		const guess = (current: string) =>
			browser.ask('PUT', '/session/password', { current_password: current, new_password: 'another horse' });
		for (let attempt = 1; attempt < 10; attempt++) assert.equal((await guess('wrong')).status, 422);
		assert.equal((await guess(password)).status, 429);
		await guessed.close();
	});

	it('is stopped for a network, whatever the account', async () => {
		const guessed = await openTestApp();
		const guess = (attempt: number, from: string) =>
			signIn({ email: `${attempt}@example.org`, password }, { app: guessed.app, from });
		for (let attempt = 0; attempt < 30; attempt++) {
			assert.equal((await guess(attempt, `2001:db8::${attempt.toString(16)}`)).status, 401);
		}
		assert.equal((await guess(31, '2001:db8::ffff')).status, 429);
		assert.equal((await guess(32, '2001:db9::1')).status, 401);
		await guessed.close();
	});
});

describe('a session', () => {
	it('shows who is signed in, and is 401 without a session', async () => {
		fresh();
		const browser = await signInAs(opened, email, 'admin');
		const response = await browser.ask('GET', '/api/session');
		assert.deepEqual(await response.json(), { email, roles: ['admin'], csrf_token: browser.csrfToken });
		for (const headers of [{}, { Cookie: 'link-broker-session=wrong' }, { Cookie: 'other=1; link-broker-session=' }]) {
			const refused = await opened.app.request('/api/session', { headers });
			assert.equal(refused.status, 401);
		}
	});

	it('is found among other cookies', async () => {
		fresh();
		const { cookie } = await signInAs(opened, email);
		const response = await opened.app.request('/session', { headers: { Cookie: `a=b; ${cookie}; c=d=e` } });
		assert.equal(response.status, 200);
	});

	it('lasts twelve hours after its last use', async () => {
		fresh();
		const browser = await signInAs(opened, email);
		for (let use = 0; use < 3; use++) {
			opened.pass(sessionSeconds * 1_000 - 1);
			assert.equal((await browser.ask('GET', '/session')).status, 200);
		}
		opened.pass(sessionSeconds * 1_000);
		assert.equal((await browser.ask('GET', '/session')).status, 401);
	});

	it('ends when its user signs out, which takes the cookie away', async () => {
		fresh();
		const browser = await signInAs(opened, email);
		const response = await browser.ask('DELETE', '/session');
		assert.equal(response.status, 204);
		assert.match(response.headers.get('Set-Cookie') ?? '', /^link-broker-session=; .*Max-Age=0$/);
		assert.equal((await browser.ask('GET', '/session')).status, 401);
		assert.equal((await browser.ask('DELETE', '/session')).status, 204);
	});

	it('changes nothing without its own X-CSRF-Token', async () => {
		fresh();
		const browser = await signInAs(opened, email, 'admin');
		const other = await signInAs(opened, 'bob@example.org');
		const eventId = '0b6f3c6e-8f0e-4c49-9d43-6f1f0f3c2f51';
		const changes: [method: string, path: string, body?: object][] = [
			['DELETE', '/session'],
			['POST', `/events/${eventId}/rerun`],
			['POST', '/tokens', { name: 'x' }],
			['PUT', '/session/password', { current_password: password, new_password: 'another horse' }],
			['POST', '/invitations', { email: 'bob@example.org' }],
			['DELETE', '/users/bob@example.org'],
			['DELETE', '/tokens/1'],
			['POST', '/users', { email: 'new@example.org', password }],
			['PATCH', '/users/bob@example.org', { active: false }],
			['PUT', '/users/bob@example.org/roles/admin'],
			['DELETE', '/users/bob@example.org/roles/admin'],
			['POST', '/roles', { name: 'new' }],
		];
		for (const [method, path, body] of changes) {
			for (const csrf of [null, '', 'x', other.csrfToken]) {
				const response = await browser.ask(method, path, body, csrf);
				assert.equal(response.status, 403, `${method} ${path} with ${csrf}`);
			}
		}
		assert.equal((await opened.accounts.findUser('bob@example.org'))?.active, true);
		assert.equal(await opened.accounts.findUser('new@example.org'), undefined);
		assert.equal((await browser.ask('GET', '/session')).status, 200);
	});

	it('submits links as a token does, with its X-CSRF-Token alone', async () => {
		fresh();
		const browser = await signInAs(opened, email, 'admin');
		const link = {
			Source: { Identifier: [{ ID: '10.1234/session', IDScheme: 'doi' }], Type: { Name: 'dataset' } },
			Target: { Identifier: [{ ID: '10.1234/paper', IDScheme: 'doi' }], Type: { Name: 'literature' } },
			RelationshipType: { Name: 'IsSupplementTo' },
			LinkProvider: [{ Name: 'Ada' }],
			LinkPublicationDate: '2024-05-01',
		};
		assert.equal((await browser.ask('POST', '/events', [link], null)).status, 403);
		assert.equal((await browser.ask('POST', '/events', [link])).status, 202);
	});

	it('is never logged', async () => {
		fresh();
		const browser = await signInAs(opened, email);
		await browser.ask('GET', '/session');
		const logged = JSON.stringify(opened.logged);
		for (const secret of [browser.cookie.split('=')[1] ?? assert.fail(), browser.csrfToken, password]) {
			assert.ok(!logged.includes(secret));
		}
	});
});
