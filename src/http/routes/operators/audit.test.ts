// Tests of the audit over HTTP, on a real store.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { oneLink, openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';
import { signInAs } from './operator.fixture.ts';

type Entry = {
	number: number;
	time: string;
	who: string;
	action: string;
	subject: string | null;
	detail: Record<string, unknown>;
	address: string | null;
};
type Entries = { entries: Entry[]; next: string | null };

let opened: TestApp;
let adminToken: string;
before(async () => {
	opened = await openTestApp({ TRUSTED_PROXIES: '1' });
	adminToken = await opened.token('admin@example.org', 'admin');
});
after(() => opened.close());

const asked = (query: string, token = adminToken) =>
	opened.app.request(`/api/audit${query}`, { headers: { Authorization: `Bearer ${token}` } });
const entriesOf = async (query: string): Promise<Entry[]> => {
	const response = await asked(query);
	assert.equal(response.status, 200, query);
	return ((await response.json()) as Entries).entries;
};

describe('GET /audit', () => {
	it('is for admins, by access token or by session', async () => {
		const browser = await signInAs(opened, 'grace@example.org', 'admin');
		assert.equal((await browser.ask('GET', '/api/audit')).status, 200);
		assert.equal((await asked('')).status, 200);
		assert.equal((await asked('', await opened.token('reader@example.org'))).status, 403);
		assert.equal((await (await signInAs(opened, 'other@example.org')).ask('GET', '/audit')).status, 403);
		assert.equal((await opened.app.request('/audit')).status, 401);
	});

	it('lists what an admin does on the pages, with time and address, newest first', async () => {
		const browser = await signInAs(opened, 'ada@example.org', 'admin');
		await browser.ask('POST', '/api/roles', { name: 'harvester' });
		await browser.ask('PUT', '/api/users/admin@example.org/roles/harvester');
		await browser.ask('POST', '/api/users', { email: 'new@example.org', password: 'correct horse' });
		await browser.ask('PATCH', '/api/users/new@example.org', { active: false });
		await browser.ask('POST', '/api/tokens', { name: 'nightly' });
		await browser.ask('DELETE', '/api/session');
		const entries = await entriesOf('?who=ada@example.org');
		assert.deepEqual(
			entries.map(({ action, subject }) => [action, subject]),
			[
				['session.ended', 'ada@example.org'],
				['token.created', 'ada@example.org'],
				['user.deactivated', 'new@example.org'],
				['user.created', 'new@example.org'],
				['role.given', 'admin@example.org'],
				['role.created', 'harvester'],
				['session.opened', 'ada@example.org'],
			],
		);
		assert.deepEqual([...new Set(entries.map(({ time }) => time))], ['2026-01-31T00:00:00.000Z']);
		assert.doesNotMatch(JSON.stringify(entries), /correct horse|lb_/);
		assert.deepEqual(
			entries.map(({ detail }) => detail.role),
			[undefined, undefined, undefined, undefined, 'harvester', undefined, undefined],
		);
	});

	it('names the address that the outermost trusted proxy saw', async () => {
		for (const [forwarded, address] of [
			['203.0.113.9, 192.0.2.44', '192.0.2.44'],
			['203.0.113.9, ::ffff:192.0.2.45', '192.0.2.45'],
			['2001:db8::7', '2001:db8::7'],
			['203.0.113.9, "[2001:DB8::7]:443"', '2001:db8::7'],
			['x'.repeat(4_000), 'unknown'],
		] as const) {
			await opened.app.request('/api/session', {
				method: 'POST',
				headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': forwarded },
				body: JSON.stringify({ email: 'ada@example.org', password: 'wrong' }),
			});
			await opened.needs.sessions.idle();
			const [refused] = await entriesOf('?action=session.refused');
			assert.deepEqual(
				[refused?.who, refused?.address, refused?.detail],
				['ada@example.org', address, { reason: 'wrong password' }],
			);
		}
	});

	it('gives submissions and reruns their sender', async () => {
		const token = await opened.token('sender@example.org');
		const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
		const response = await opened.app.request('/api/events', { method: 'POST', headers, body: oneLink });
		assert.equal(response.status, 202);
		assert.deepEqual(opened.submissions.at(-1)?.submittedBy, { who: 'sender@example.org', address: 'unknown' });
	});

	it('selects by what, to what and when, in pages', async () => {
		const all = await entriesOf('?limit=1000');
		const some = all.filter(({ action }) => action === 'role.created').map(({ number }) => number);
		assert.deepEqual(
			(await entriesOf('?action=role.created')).map(({ number }) => number),
			some,
		);
		assert.equal((await entriesOf('?subject=new%40example.org')).length, 2);
		assert.deepEqual(await entriesOf('?since=2026-01-31&until=2026-01&limit=1000'), all);
		assert.deepEqual(await entriesOf('?since=2026-02'), []);
		assert.deepEqual(await entriesOf('?until=2026-01-30T23:59:59Z'), []);
		const walked: number[] = [];
		for (let before: string | null = ''; before !== null; ) {
			const page = (await (await asked(`?limit=3${before && `&before=${before}`}`)).json()) as Entries;
			walked.push(...page.entries.map(({ number }) => number));
			before = page.next;
		}
		assert.deepEqual(
			walked,
			all.map(({ number }) => number),
		);
	});

	it('refuses what it does not understand, and says what is right', async () => {
		for (const [query, message] of [
			['?action=token.stolen', /action must be one of event\.submitted, /],
			['?since=yesterday', /since must be a date/],
			['?until=2026-02-30', /until must be a date/],
			['?limit=0', /limit must be a whole number from 1 to 1000/],
			['?before=x', /before must be the value of next/],
			['?user=ada', /Unknown parameter: "user"/],
		] as const) {
			const response = await asked(query);
			assert.equal(response.status, 400, query);
			assert.match((await problemOf(response)).detail, message);
		}
	});
});
