// Tests of the pages of subscriptions without a script.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createTestSubscriptions, testHooks, testMail } from '../../../broker/following/subscriptions.fixture.ts';
import { problemOfHook } from '../../../broker/following/wanted-subscription.ts';
import { given, send } from '../../../broker/graph.fixture.ts';
import { openTestRecords, type TestRecords } from '../../../engines/sqlite/records/sqlite-records.fixture.ts';
import { openTestApp, type TestApp } from '../../server/app.fixture.ts';
import { type PlainBrowser, plainAccount, plainBrowser, rowWith, wrongIn } from './plain-browser.fixture.ts';

const [owner, other, admin] = ['owner@example.org', 'other@example.org', 'admin@example.org'];
const list = '/operator/subscriptions';
const hook = {
	...{ address: 'https://receiver.example/hook', pace: 'each', name: 'My works' },
	...{ works: '10.5072/a', what: 'first asserted' },
};

let records: TestRecords;
let opened: TestApp;
let browser: PlainBrowser;
let asked = 0;
before(async () => {
	records = await openTestRecords();
	const subscriptions = createTestSubscriptions(records.records, {
		mostOfAccount: 500,
		kinds: {
			webhook: {
				...{ ...testHooks, makeSecret: () => 'whsec_shown' },
				problemOf: (address) =>
					problemOfHook(
						address,
						() => false,
						() => true,
					),
			},
			email: testMail(async () => {
				asked += 1;
				return { isAccepted: true, status: null };
			}),
		},
		senders: {
			webhook: {
				...{ fit: () => 1, mostEntries: 1, send: async () => ({ isAccepted: true, status: 204 }) },
				test: async () => ({
					answered: { isAccepted: false, status: 500, message: 'It answered 500.' },
					excerpt: '<b>broken',
				}),
			},
		},
	});
	opened = await openTestApp({}, {}, { subscriptions });
	await plainAccount(opened, owner);
	await plainAccount(opened, other);
	await plainAccount(opened, admin, 'admin');
	browser = plainBrowser(opened);
	await browser.signIn(list, owner);
});
after(async () => {
	await opened.close();
	await records.close();
});

const create = (fields: Readonly<Record<string, string>> = {}, kind = 'webhook') =>
	browser.send(`${list}/new?kind=${kind}`, 'createSubscription', { ...hook, ...fields });
const pathIn = ({ text }: { text: string }) =>
	/href="(\/operator\/subscriptions\/\d+)"/.exec(text)?.[1] ?? assert.fail('No subscription is linked.');
const stored = (path: string) => records.records.subscription(Number(path.split('/').at(-1)));

describe('the form for a new subscription without a script', () => {
	it('is filled in by its address', async () => {
		const { text } = await browser.open(
			`${list}/new?kind=email&id=10.5072/x%3C&group_by=version&prefix=10.5072&relation=cites&what=both`,
		);
		assert.match(text, /<textarea[^>]*>10\.5072\/x&lt;<\/textarea>/);
		assert.match(text, /name="group_by" value="version" checked/);
		assert.match(text, /name="prefix"[^>]* value="10\.5072"/);
		assert.match(text, /<option value="cites" selected>/);
		assert.match(text, /<option value="first both" selected>New and withdrawn links/);
		assert.match(text, /name="address"[^>]* value="owner@example\.org"/, 'mail goes to the user');
		assert.match(text, /<option value="weekly" selected>/);
		assert.match(text, /href="\/operator\/subscriptions\/new\?kind=webhook&amp;id=10\.5072%2Fx%3C/);
	});

	it('comes after signing in where nobody is signed in', async () => {
		const address = `${list}/new?kind=webhook&id=10.5072%2Fa`;
		const page = await plainBrowser(opened).signIn(address, other);
		assert.match(page.text, /<textarea[^>]*>10\.5072\/a<\/textarea>/);
	});

	it('creates a webhook, and shows its secret once', async () => {
		const created = await create();
		assert.match(created.text, /The subscription is created\.[\s\S]*cannot be shown again[\s\S]*<code>whsec_shown</);
		const path = pathIn(created);
		const { text } = await browser.open(path);
		assert.doesNotMatch(text, /whsec_shown/);
		assert.match(text, /<h1[^>]*>My works<\/h1>/);
		assert.match(text, /State <span class="state active">active<\/span>/);
		assert.match(text, /<dt>What<\/dt><dd>New links of 10\.5072\/a<\/dd>/);
		assert.deepEqual((await stored(path))?.task.filter, { id: '10.5072/a', entries: 'first', kind: 'asserted' });
	});

	it('follows several works, and what else is filled in', async () => {
		const works = '10.5072/a\n10.5072/b, 10.5072/c';
		const more = { prefix: '10.5072', provider: 'Zenodo', type: 'software', relation: 'isRelatedTo', what: 'all both' };
		const path = pathIn(await create({ works, ...more, group_by: 'version' }));
		assert.deepEqual((await stored(path))?.task.filter, {
			...{ ids: '10.5072/a\n10.5072/b\n10.5072/c', prefix: '10.5072', provider: 'Zenodo', type: 'software' },
			...{ relation: 'isRelatedTo', group_by: 'version', entries: 'all', kind: 'both' },
		});
		assert.match((await browser.open(path)).text, /of 3 works with all versions of works with DOIs that begin with/);
	});

	it('keeps what was filled in where it is refused, and says why', async () => {
		const refused = await create({ address: 'ftp://receiver.example', works: '10.5072/kept', what: 'first withdrawn' });
		assert.equal(refused.status, 422);
		assert.match(wrongIn(refused), /address must begin with https/);
		assert.match(refused.text, /name="address"[^>]* value="ftp:\/\/receiver\.example"/);
		assert.match(refused.text, /<textarea[^>]*>10\.5072\/kept<\/textarea>/);
		assert.match(refused.text, /<option value="first withdrawn" selected>/);
		assert.match(wrongIn(await create({ works: '' })), /must have one of/);
	});

	it('offers announcements with their withdrawals, and never shows the token of an inbox', async () => {
		assert.match((await browser.open(`${list}/new?kind=coar-notify`)).text, /<option value="first both" selected>/);
		const refused = await create(
			{ address: 'https://repository.example/inbox', token: 'a-secret-token' },
			'coar-notify',
		);
		assert.match(wrongIn(refused), /sends no messages of the kind coar-notify/);
		assert.doesNotMatch(refused.text, /a-secret-token/);
	});

	it('leads to a subscription by mail, which waits for its receiver', async () => {
		const mail = { address: 'reader@example.org', pace: 'daily', what: 'citations asserted' };
		const { text } = await create(mail, 'email');
		assert.match(text, /The subscription is created\./);
		assert.match(text, /State <span class="state unconfirmed">/);
		assert.match(text, /asks the receiver to confirm it\. Nothing is sent until then/);
		assert.doesNotMatch(text, /"testSubscription"|"rotateSecret"/);
		const before = asked;
		assert.match((await browser.send(pathOf(text), 'askAgain')).text, /Another email asks/);
		assert.equal(asked, before + 1);
	});
});

const pathOf = (text: string) => /action="(\/operator\/subscriptions\/\d+)"/.exec(text)?.[1] ?? '';

describe('the page of a subscription without a script', () => {
	let path: string;
	beforeEach(async () => {
		path = pathIn(await create());
	});

	it('shows what a test was answered', async () => {
		const { text } = await browser.send(path, 'testSubscription');
		assert.match(text, /It answered 500\. \(after \d+ ms\)/);
		assert.match(text, /<code>&lt;b>broken<\/code>/);
	});

	it('pauses it and continues it', async () => {
		assert.match((await browser.send(path, 'pauseSubscription')).text, /is paused\.[\s\S]*state paused/);
		assert.match((await browser.send(path, 'continueSubscription')).text, /continues\.[\s\S]*state active/);
	});

	it('leaves out what was not sent', async () => {
		assert.match((await browser.send(path, 'skipToNow')).text, /What was not sent yet is left out/);
	});

	it('replaces the secret, which is shown once', async () => {
		const { text } = await browser.send(path, 'rotateSecret');
		assert.match(text, /The secret is replaced\.[\s\S]*<code>whsec_shown</);
	});

	it('changes name, address, filter and pace', async () => {
		const fields = { name: '', address: 'https://receiver.example/b', works: '', prefix: '10.5072', pace: 'daily' };
		const { text } = await browser.send(path, 'changeSubscription', { ...hook, ...fields, at: '06:00' });
		assert.match(text, /The subscription is changed\./);
		assert.match(text, /<dt>Address<\/dt><dd>https:\/\/receiver\.example\/b<\/dd>/);
		assert.match(text, /<dt>What<\/dt><dd>New links of works with DOIs that begin with 10\.5072<\/dd>/);
		assert.match(text, /<dt>How often<\/dt><dd>once a day, 06:00 UTC<\/dd>/);
		const task = (await stored(path))?.task;
		assert.equal(task?.name, null);
		assert.deepEqual(task?.filter, { prefix: '10.5072', entries: 'first', kind: 'asserted' });
	});

	it('asks the receiver of mail again only where the address is another', async () => {
		const mail = { address: 'reader2@example.org', pace: 'weekly', what: 'citations asserted' };
		const path = pathOf((await create(mail, 'email')).text);
		const before = asked;
		await browser.send(path, 'changeSubscription', { ...hook, ...mail, name: 'renamed' });
		assert.equal(asked, before);
		await browser.send(path, 'changeSubscription', { ...hook, ...mail, address: 'reader3@example.org' });
		assert.equal(asked, before + 1);
	});

	it('lists its messages, and sends one again', async () => {
		const number = Number(path.split('/').at(-1));
		await send(records.records, given('10.5072/b cites 10.5072/a'));
		const tried = { tries: 2, triedAt: Date.UTC(2026, 0, 31), status: 503, failure: 'It answered 503.' };
		await records.records.noteResent(number, { firstEntry: 1, lastEntry: 1, entries: 1_203, ...tried });
		const row = rowWith((await browser.open(path)).text, `msg_${number}_1`);
		assert.match(row, /<td>1,203<\/td><td>2<\/td><td class="moment">31 Jan 2026, 00:00:00 UTC<\/td>/);
		assert.match(row, /<td>It answered 503\.<\/td>/);
		const { text } = await browser.send(path, 'resendMessage', { message: `msg_${number}_1` });
		assert.match(text, /The message was sent again, and accepted\.[\s\S]*<td>3<\/td>[\s\S]*<td>Accepted \(204\)<\/td>/);
	});

	it('deletes it after a question', async () => {
		assert.match((await browser.open(path)).text, /<details[^>]*><summary[^>]*>Delete[\s\S]*"deleteSubscription"/);
		const { text } = await browser.send(path, 'deleteSubscription');
		assert.match(text, /<h1[^>]*>Subscriptions<\/h1>[\s\S]*is deleted/);
		assert.equal((await browser.open(path)).status, 404);
	});

	it('is for its owner and administrators', async () => {
		const stranger = plainBrowser(opened);
		assert.equal((await stranger.signIn(path, other)).status, 404);
		const administrator = plainBrowser(opened);
		assert.equal((await administrator.signIn(path, admin)).status, 200);
	});
});

describe('the list of subscriptions without a script', () => {
	it('has those of the user; administrators may see all', async () => {
		await create({ name: 'of the owner' });
		const row = rowWith((await browser.open(list)).text, 'of the owner');
		assert.match(row, /Webhook<\/td>/);
		assert.match(row, /New links of 10\.5072\/a<\/td><td>as changes come<\/td>/);
		const administrator = plainBrowser(opened);
		const own = (await administrator.signIn(list, admin)).text;
		assert.match(own, />All accounts<[\s\S]*No subscriptions found\./);
		assert.doesNotMatch(own, /of the owner/);
		assert.match((await administrator.open(`${list}?all=1`)).text, /of the owner/);
		assert.doesNotMatch((await browser.open(list)).text, /All accounts/);
	});

	it('goes on page by page', async () => {
		for (let at = 0; at < 55; at++) await create({ name: `number ${at}` });
		const [, next = ''] = /href="([^"]*)">More subscriptions/.exec((await browser.open(list)).text) ?? [];
		const { text } = await browser.open(next.replaceAll('&amp;', '&'));
		assert.match(text, /number 54/);
		assert.match(text, /href="\/operator\/subscriptions">First subscriptions/);
	});
});
