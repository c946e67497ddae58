import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { by } from '../../../store/suite/audit.fixture.ts';
import { oneLink, openTestApp, problemOf, quietStatus, type TestApp } from '../../server/app.fixture.ts';
import { type OperatorBrowser, password, signInAs } from './operator.fixture.ts';

let opened: TestApp;
let ada: OperatorBrowser;
let admin: OperatorBrowser;
before(async () => {
	const status = async () => ({ ...quietStatus, oldestEventAt: Date.UTC(2026, 0, 30), objects: 7, recordBytes: 10 });
	opened = await openTestApp({}, { status });
	ada = await signInAs(opened, 'ada@example.org');
	admin = await signInAs(opened, 'admin@example.org', 'admin');
});
after(() => opened.close());

const json = async <T>(response: Response, status = 200): Promise<T> => {
	assert.equal(response.status, status, await response.clone().text());
	return (await response.json()) as T;
};
const refused = async (response: Response, status: number, code: string, pointer?: string) => {
	assert.equal(response.status, status);
	const problem = await problemOf(response);
	assert.ok(problem.type.endsWith(`/${code}`), problem.type);
	assert.equal(problem.errors?.[0]?.pointer, pointer);
	assert.doesNotMatch(problem.detail, /`/, 'commands are for the command line');
};

const json201 = (response: Response) => json<unknown>(response, 201);

type Token = {
	id: number;
	name: string;
	scopes: string[];
	expires: string | null;
	ends_soon: boolean;
	revoked: string | null;
};
const tokens = async (browser: OperatorBrowser) =>
	(await json<{ tokens: Token[] }>(await browser.ask('GET', '/api/tokens'))).tokens;

describe('/tokens', () => {
	it('are created, work, are listed without their text, and revoked', async () => {
		const expires = '2026-03-01T22:59:59.000Z';
		const { token } = await json<{ token: string }>(
			await ada.ask('POST', '/api/tokens', { name: 'nightly', expires }),
			201,
		);
		const asked = () => opened.app.request('/events', { headers: { Authorization: `Bearer ${token}` } });
		assert.equal((await asked()).status, 200);
		const [listed] = (await tokens(ada)).filter(({ name }) => name === 'nightly');
		assert.equal(listed?.expires, expires);
		assert.equal(listed.revoked, null);
		assert.ok(!JSON.stringify(await tokens(ada)).includes(token));
		assert.equal((await ada.ask('DELETE', `/api/tokens/${listed.id}`)).status, 204);
		assert.equal((await asked()).status, 401);
		assert.notEqual((await tokens(ada)).find(({ id }) => id === listed.id)?.revoked, null);
		await refused(await ada.ask('DELETE', `/api/tokens/${listed.id}`), 404, 'not-found');
	});

	it('have all scopes and last a year by default', async () => {
		for (const wanted of [{}, { scopes: ['read'], expires: null }, { expires: '2026-02-20T00:00:00Z' }]) {
			await json201(await ada.ask('POST', '/tokens', { name: 'asked', ...wanted }));
		}
		const all = ['submit', 'withdraw', 'read', 'subscribe', 'notify'];
		assert.deepEqual(
			(await tokens(ada)).filter(({ name }) => name === 'asked').map((one) => [one.scopes, one.expires, one.ends_soon]),
			[
				[all, '2027-01-31T00:00:00.000Z', false],
				[['read'], null, false],
				[all, '2026-02-20T00:00:00.000Z', true],
			],
		);
	});

	it("are one's own, also to an admin", async () => {
		await ada.ask('POST', '/tokens', { name: 'hers', expires: null });
		const hers = (await tokens(ada)).find(({ name }) => name === 'hers') ?? assert.fail();
		assert.ok(!(await tokens(admin)).some(({ id }) => id === hers.id));
		await refused(await admin.ask('DELETE', `/tokens/${hers.id}`), 404, 'not-found');
		assert.equal((await tokens(ada)).find(({ id }) => id === hers.id)?.revoked, null);
	});

	it('are refused with the place where they cannot be', async () => {
		for (const [body, pointer] of [
			[{}, '/name'],
			[{ name: '' }, '/name'],
			[{ name: 'x', expires: '2026-01-01T00:00:00Z' }, ''],
			[{ name: 'x', expires: 'tomorrow' }, '/expires'],
			[{ name: 'x', expires: 1 }, '/expires'],
			[{ name: 'x', scopes: [] }, '/scopes'],
			[{ name: 'x', scopes: ['write'] }, '/scopes/0'],
			[{ name: 'x', internal: true }, '/internal'],
		] as const) {
			await refused(await ada.ask('POST', '/tokens', body), 422, 'invalid-body', pointer);
		}
	});

	it('are managed with a session, not with a token', async () => {
		const headers = { Authorization: `Bearer ${await opened.token('ada@example.org')}` };
		assert.equal((await opened.app.request('/tokens', { headers })).status, 401);
	});
});

describe('/users', () => {
	type User = { email: string; active: boolean; roles: string[]; created: string };

	it('are created so that they may sign in at once, and listed', async () => {
		const created = await json<User>(
			await admin.ask('POST', '/api/users', { email: 'new@example.org', password, active: true }),
			201,
		);
		assert.deepEqual([created.email, created.active, created.roles], ['new@example.org', true, []]);
		await signInAs(opened, 'new@example.org');
		const { users } = await json<{ users: User[] }>(await admin.ask('GET', '/api/users'));
		assert.deepEqual(
			users.find(({ email }) => email === 'new@example.org'),
			created,
		);
		assert.ok(!JSON.stringify(users).includes('argon2'));
	});

	it('are kept out and let in again: sessions have ended for good, tokens rested', async () => {
		const bob = await signInAs(opened, 'bob@example.org');
		const token = await opened.token('bob@example.org');
		const events = async () =>
			(await opened.app.request('/api/events', { headers: { Authorization: `Bearer ${token}` } })).status;
		const path = `/api/users/${encodeURIComponent('bob@example.org')}`;
		assert.equal((await json<User>(await admin.ask('PATCH', path, { active: false }))).active, false);
		assert.equal((await bob.ask('GET', '/session')).status, 401);
		assert.equal(await events(), 401);
		assert.equal((await json<User>(await admin.ask('PATCH', path, { active: true }))).active, true);
		assert.equal((await bob.ask('GET', '/session')).status, 401);
		assert.equal(await events(), 200);
		assert.equal((await (await signInAs(opened, 'bob@example.org')).ask('GET', '/session')).status, 200);
	});

	it('are given roles and lose them; again, it changes nothing', async () => {
		await opened.accounts.createRole(by, 'harvester');
		const path = '/api/users/ada@example.org/roles/harvester';
		const roles = async () => (await opened.accounts.findUser('ada@example.org'))?.roles;
		for (let time = 0; time < 2; time++) {
			assert.equal((await admin.ask('PUT', path)).status, 204);
			assert.deepEqual(await roles(), ['harvester']);
		}
		for (let time = 0; time < 2; time++) {
			assert.equal((await admin.ask('DELETE', path)).status, 204);
			assert.deepEqual(await roles(), []);
		}
	});

	it('are refused where they are there, are none, or have no such role', async () => {
		const create = (body: object) => admin.ask('POST', '/users', body);
		await refused(await create({ email: 'Ada@example.org', password }), 409, 'conflict');
		await refused(await admin.ask('DELETE', `/users/ada@example.org/roles/${'x'.repeat(101)}`), 404, 'not-found');
		await refused(await create({ email: 'nobody', password }), 422, 'invalid-body', '');
		await refused(await create({ email: 'x@example.org', password: '' }), 422, 'invalid-body', '/password');
		await refused(await create({ email: 'x@example.org', password: 'short' }), 422, 'invalid-body', '/password');
		await refused(await create({ email: 'x@example.org' }), 422, 'invalid-body', '/password');
		await refused(await admin.ask('PATCH', '/users/nobody@example.org', { active: true }), 404, 'not-found');
		await refused(await admin.ask('PATCH', '/users/ada@example.org', {}), 422, 'invalid-body', '/active');
		await refused(await admin.ask('PUT', '/users/ada@example.org/roles/nothing'), 404, 'not-found');
		for (const name of ['%00', '%ff', '%2F']) {
			assert.equal((await admin.ask('PUT', `/users/${name}/roles/${name}`)).status, 404);
			assert.equal((await admin.ask('PUT', `/users/ada@example.org/roles/${name}`)).status, 404);
		}
	});

	it('are deleted: sessions and tokens end, what they submitted names them by number, the email is free', async () => {
		const eve = await signInAs(opened, 'eve@example.org');
		const headers = { Authorization: `Bearer ${await opened.token('eve@example.org')}` };
		const json = { ...headers, 'Content-Type': 'application/json' };
		const submitted = await opened.app.request('/events', { method: 'POST', headers: json, body: oneLink });
		const { event_id } = (await submitted.json()) as { event_id: string };
		const number = (await opened.accounts.findUser('eve@example.org'))?.id;
		assert.equal((await admin.ask('DELETE', '/api/users/Eve@example.org')).status, 204);
		assert.equal((await eve.ask('GET', '/session')).status, 401);
		assert.equal((await opened.app.request('/events', { headers })).status, 401);
		const event = await (await admin.ask('GET', `/events/${event_id}`)).json();
		assert.equal((event as { submitter: string }).submitter, `user ${number}`);
		await refused(await admin.ask('DELETE', '/users/eve@example.org'), 404, 'not-found');
		await json201(await admin.ask('POST', '/users', { email: 'eve@example.org', password }));
		const again = await signInAs(opened, 'eve@example.org');
		assert.equal((await again.ask('GET', `/events/${event_id}`)).status, 404);
	});

	it('do not lock themselves out', async () => {
		await refused(await admin.ask('DELETE', '/users/admin@example.org'), 409, 'conflict');
		assert.equal((await admin.ask('GET', '/session')).status, 200);
		await refused(await admin.ask('PATCH', '/users/admin@example.org', { active: false }), 409, 'conflict');
		await refused(await admin.ask('PATCH', '/users/ADMIN@example.org', { active: false }), 409, 'conflict');
		await refused(await admin.ask('DELETE', '/users/admin@example.org/roles/admin'), 409, 'conflict');
		await refused(await admin.ask('DELETE', '/users/admin@example.org/roles/ADMIN'), 409, 'conflict');
		assert.equal((await admin.ask('GET', '/users')).status, 200);
	});
});

describe('the last administrators', () => {
	for (const [what, method, path, body] of [
		['delete each other', 'DELETE', (email: string) => `/users/${email}`, undefined],
		['shut each other out', 'PATCH', (email: string) => `/users/${email}`, { active: false }],
		['take the role from each other', 'DELETE', (email: string) => `/users/${email}/roles/admin`, undefined],
	] as const) {
		it(`still exist after they ${what} at the same moment`, async () => {
			const pair = await openTestApp();
			const emails = ['ada@example.org', 'bob@example.org'] as const;
			const browsers = [await signInAs(pair, emails[0], 'admin'), await signInAs(pair, emails[1], 'admin')];
			const answers = await Promise.all([
				browsers[0]?.ask(method, path(emails[1]), body),
				browsers[1]?.ask(method, path(emails[0]), body),
			]);
			const left = (await pair.accounts.listUsers()).filter((user) => user.active && user.roles.includes('admin'));
			assert.equal(left.length, 1);
			// The second one may no longer be an administrator, or is refused as the last one.
			const refusal = answers.find((answer) => answer?.status !== 204 && answer?.status !== 200);
			assert.ok([401, 403, 409].includes(refusal?.status ?? 0), String(refusal?.status));
			await pair.close();
		});
	}
});

describe('/roles', () => {
	it('are created and listed with how many have them', async () => {
		assert.deepEqual(await json(await admin.ask('POST', '/api/roles', { name: 'curator' }), 201), {
			name: 'curator',
			users: 0,
		});
		const { roles } = await json<{ roles: { name: string; users: number }[] }>(await admin.ask('GET', '/api/roles'));
		assert.deepEqual(
			roles.find(({ name }) => name === 'curator'),
			{ name: 'curator', users: 0 },
		);
		assert.equal(roles.find(({ name }) => name === 'admin')?.users, 1);
	});

	it('are refused where the name is taken or cannot be', async () => {
		await refused(await admin.ask('POST', '/roles', { name: 'admin' }), 409, 'conflict');
		await refused(await admin.ask('POST', '/roles', { name: ' x ' }), 422, 'invalid-body', '/name');
	});
});

describe('/status', () => {
	it('has figures in groups whose names end in the unit', async () => {
		opened.metrics.eventApplied(12);
		const status = await json<Record<string, Record<string, unknown>>>(await admin.ask('GET', '/api/status'));
		assert.deepEqual(Object.keys(status), ['queue', 'rates', 'sizes', 'rebuild']);
		assert.equal(status.rebuild, null);
		assert.equal(status.queue?.oldest_waiting_seconds, 86_400);
		assert.equal(status.rates?.links_last_minute, 12);
		assert.deepEqual(status.sizes, { works: 7, relationships: 0, database_bytes: 10, index_bytes: null });
	});
});

describe('names that look like others', () => {
	it('are refused for users, roles and tokens', async () => {
		for (const email of ['a\u200bda@example.org', 'аda@example.org', 'ada\u202e@example.org', '\uff41da@example.org']) {
			await refused(await admin.ask('POST', '/users', { email, password }), 422, 'invalid-body', '');
		}
		for (const name of ['ad\u00admin', 'аdmin', 'admin\ufeff', 'сору']) {
			await refused(await admin.ask('POST', '/roles', { name }), 422, 'invalid-body', '/name');
			await refused(await ada.ask('POST', '/tokens', { name }), 422, 'invalid-body', '');
		}
	});
});

describe('pages for admins', () => {
	it('are refused to others, signed in or not', async () => {
		const requests: [method: string, path: string, body?: object][] = [
			['GET', '/users'],
			['POST', '/users', { email: 'y@example.org', password }],
			['PATCH', '/users/admin@example.org', { active: false }],
			['PUT', '/users/ada@example.org/roles/admin'],
			['DELETE', '/users/admin@example.org/roles/admin'],
			['DELETE', '/users/admin@example.org'],
			['POST', '/invitations', { email: 'y@example.org' }],
			['GET', '/roles'],
			['POST', '/roles', { name: 'z' }],
			['GET', '/status'],
		];
		for (const [method, path, body] of requests) {
			await refused(await ada.ask(method, path, body), 403, 'forbidden');
			assert.equal((await opened.app.request(path, { method })).status, 401);
		}
		assert.deepEqual((await opened.accounts.findUser('ada@example.org'))?.roles, []);
	});

	it('are kept by no cache', async () => {
		for (const path of ['/users', '/roles', '/status', '/tokens', '/events', '/session']) {
			assert.equal((await admin.ask('GET', path)).headers.get('Cache-Control'), 'no-store', path);
		}
	});
});
