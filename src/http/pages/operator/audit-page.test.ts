import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { by } from '../../../store/suite/audit.fixture.ts';
import { openTestApp, type TestApp } from '../../server/app.fixture.ts';
import { type PlainBrowser, plainAccount, plainBrowser } from './plain-browser.fixture.ts';

const admin = 'ada@example.org';

describe('the audit without a script', () => {
	let opened: TestApp;
	let browser: PlainBrowser;
	before(async () => {
		opened = await openTestApp();
		await plainAccount(opened, admin, 'admin');
		for (let role = 1; role <= 60; role++) await opened.accounts.createRole(by, `role ${role}`);
		await opened.audit.audit([
			{
				by: { who: admin, address: '192.0.2.1' },
				now: Date.UTC(2026, 0, 30, 23),
				action: 'event.rerun',
				subject: 'e&1',
			},
		]);
		browser = plainBrowser(opened);
		await browser.signIn('/operator/audit', admin);
	});
	after(() => opened.close());

	const rows = (text: string) => text.match(/<tr><td>/g)?.length ?? 0;
	const select = async (parameters: Readonly<Record<string, string>>) =>
		(await browser.open(`/operator/audit?${new URLSearchParams(parameters)}`)).text;

	it('lists the newest first, and leads to older entries with the same filters', async () => {
		const first = await select({ action: 'role.created' });
		assert.equal(rows(first), 50);
		assert.match(first, /<option value="role\.created" selected>Role created<\/option>/);
		const [, older = ''] = /href="([^"]*)">Older/.exec(first) ?? [];
		const second = await browser.open(older.replaceAll('&amp;', '&'));
		assert.equal(rows(second.text), 11);
		assert.match(second.text, /href="\/operator\/audit\?action=role\.created">Newest/);
	});

	it('shows user, action, subject and address of an entry, each as a link', async () => {
		const text = await select({ action: 'event.rerun' });
		assert.match(text, /<td>30 Jan 2026, 23:00:00 UTC<\/td>/);
		assert.match(text, /<td><a href="\/operator\/audit\?who=ada%40example\.org">ada@example\.org<\/a><\/td>/);
		assert.match(text, /<td>Event rerun<\/td><td><a href="\/operator\/events\/e%261"><code>e&amp;1<\/code><\/a><\/td>/);
		assert.match(text, /<td>192\.0\.2\.1<\/td>/);
		const given = await select({ action: 'role.given' });
		assert.match(
			given,
			/href="\/operator\/audit\?subject=ada%40example\.org">ada@example\.org<\/a><\/td><td>role admin</,
		);
	});

	it('reads fields that are empty as none, and days in UTC', async () => {
		const empty = { action: '', who: ' ', subject: '', since: '', until: '' };
		assert.equal(rows(await select(empty)), 50);
		assert.equal(rows(await select({ ...empty, until: '2026-01-30' })), 1);
		assert.match(await select({ ...empty, since: '2026-02-01' }), /No entries found\./);
		assert.match(await select({ since: '2026-02-01', subject: '"x' }), /value="&quot;x"[\s\S]*value="2026-02-01"/);
	});

	it('shows the problem of a filter', async () => {
		const page = await browser.open('/operator/audit?since=yesterday');
		assert.equal(page.status, 400);
		assert.match(page.text, /role="alert"><p>since must be a date/);
	});

	it('comes with the answer that the script asks for', async () => {
		assert.match(await select({ action: 'role.created' }), /"audit \{\\"action\\":\\"role\.created\\"\}":\{"value":/);
	});

	it('is for admins', async () => {
		const other = plainBrowser(opened);
		await plainAccount(opened, 'bea@example.org');
		assert.match((await other.signIn('/operator/audit', 'bea@example.org')).text, /Only admins can see this page\./);
	});
});
