// Tests of the scopes of access tokens, over all routes that accept one, and of the warning before they expire.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TokenScope, tokenScopes } from '../../accounts/tokens.ts';
import { by } from '../../store/suite/audit.fixture.ts';
import { oneLink, openTestApp, problemOf, type TestApp } from '../server/app.fixture.ts';

const email = 'ada@example.org';
const day = 86_400_000;

let opened: TestApp;
let eventId = '';
before(async () => {
	opened = await openTestApp();
	const token = await opened.token(email, 'admin');
	const accepted = await ask(token, 'POST', '/events', oneLink);
	eventId = ((await accepted.json()) as { event_id: string }).event_id;
});
after(() => opened.close());

const ask = (token: string, method: string, path: string, body?: string) =>
	opened.app.request(path, {
		method,
		headers: { Authorization: `Bearer ${token}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
		...(body !== undefined && { body }),
	});
const tokenFor = (...scopes: TokenScope[]) =>
	opened.accounts.createToken(by, { name: 'some', email, internal: false, scopes });

describe('an access token', () => {
	const requests = (): [scopes: TokenScope[], method: string, path: string, body?: string][] => [
		[['submit'], 'POST', '/events', oneLink],
		[['submit'], 'POST', '/events?action=assert', oneLink],
		[['withdraw'], 'POST', '/events?action=withdraw', oneLink],
		[['submit', 'withdraw'], 'POST', '/events?action=replace', oneLink],
		[['submit'], 'POST', `/events/${eventId}/rerun`],
		[['withdraw'], 'DELETE', `/events/${eventId}`],
		[['withdraw'], 'POST', `/events/${eventId}/restore`],
		[['read'], 'GET', '/events'],
		[['read'], 'GET', `/events/${eventId}`],
		[['read'], 'GET', `/events/${eventId}/links`],
		[['read'], 'GET', `/events/${eventId}/withdrawal`],
		[['notify'], 'GET', '/inbox'],
		[['read'], 'GET', '/audit'],
		[['read'], 'GET', '/harvests'],
		[['read'], 'GET', '/harvests/services'],
	];

	it('allows what its scopes allow, and nothing else', async () => {
		for (const [needed, method, path, body] of requests()) {
			assert.ok((await ask(await tokenFor(...needed), method, path, body)).ok, `${method} ${path}`);
			for (const scope of needed) {
				const others = tokenScopes.filter((other) => other !== scope);
				const refused = await ask(await tokenFor(...others), method, path, body);
				assert.equal(refused.status, 403, `${method} ${path} without ${scope}`);
				assert.equal(
					refused.headers.get('WWW-Authenticate'),
					`Bearer realm="link-broker", error="insufficient_scope", scope="${needed.join(' ')}"`,
				);
				const { type, detail } = await problemOf(refused);
				assert.match(type, /\/insufficient-scope$/);
				assert.match(detail, new RegExp(`does not have the scope ${scope}`));
			}
		}
	});

	it('has all scopes unless it is created with fewer', async () => {
		const token = await opened.token(email);
		for (const [, method, path, body] of requests()) {
			assert.ok((await ask(token, method, path, body)).ok, `${method} ${path}`);
		}
	});

	it('without the scope read shows no events in an explanation', async () => {
		const viewers: unknown[] = [];
		const explainWhy = (_: unknown, viewer: unknown) => {
			viewers.push(viewer);
			throw new Error('no answer is needed');
		};
		const watched = await openTestApp({}, { explainWhy });
		await watched.token(email, 'admin');
		for (const scopes of [['submit'], ['read']] as const) {
			const token = await watched.accounts.createToken(by, { name: 'some', email, internal: false, scopes });
			const headers = { Authorization: `Bearer ${token}` };
			await watched.app.request('/why?id=10.1000/a&other=10.1000/b', { headers });
		}
		assert.deepEqual(viewers, [
			{ userId: null, seesAllEvents: false },
			{ userId: 1, seesAllEvents: true },
		]);
		await watched.close();
	});
});

describe('the end of an access token', () => {
	it('is announced with every answer of its last thirty days, in the log and in the metrics', async () => {
		const ending = await openTestApp();
		await ending.token(email);
		const expiresAt = ending.needs.now() + 40 * day;
		const token = await ending.accounts.createToken(by, { name: 'feed', email, internal: false, expiresAt });
		const headers = { Authorization: `Bearer ${token}` };
		const asked = async (path: string) =>
			(await ending.app.request(path, { headers })).headers.get('Access-Token-Expires');
		const metric = async () => /^link_broker_access_tokens_ending_soon (\d)$/m.exec(await ending.metrics.write())?.[1];
		assert.equal(await asked('/events'), null);
		assert.equal(await metric(), '0');
		ending.pass(10 * day);
		const expires = new Date(expiresAt).toISOString();
		for (const path of ['/events', '/events/x', '/nothing']) assert.equal(await asked(path), expires, path);
		assert.equal(await metric(), '1');
		const line = ending.logged.findLast(({ target }) => target === '/events');
		assert.deepEqual([line?.token, line?.token_of, line?.token_expires], [2, email, expires]);
		ending.pass(30 * day);
		assert.equal(await asked('/events'), null);
		assert.equal(await metric(), '0');
		await ending.close();
	});
});
