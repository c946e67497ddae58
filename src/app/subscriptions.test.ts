// Tests email from the settings to the mail server: asked, confirmed, sent, ended, disabled.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type Delivering, deliverDue } from '../broker/following/deliver.ts';
import { matchChanges } from '../broker/following/match-changes.ts';
import type { Subscriptions } from '../broker/following/subscriptions.ts';
import { given, send } from '../broker/graph.fixture.ts';
import { systemClock } from '../clock.ts';
import {
	type MailServerFixture,
	openMailServer,
	type ReceivedMail,
	readMail,
} from '../delivery/mail-server.fixture.ts';
import { openTestRecords, type TestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import { BrokerError } from '../errors.ts';
import { createLog } from '../log.ts';
import { readSettings } from '../settings.ts';
import { by } from '../store/suite/audit.fixture.ts';
import { openDelivering, openSubscriptions } from './subscriptions.ts';

const day = 86_400_000;
const owner = { userId: 1, isAdmin: false };
const accounts = { emails: async () => new Map([[1, 'owner@example.org']]) };
const never = new AbortController().signal;
const SECRET_KEY = 'k'.repeat(32);

let opened: TestRecords;
let server: MailServerFixture;
let subscriptions: Subscriptions;
let delivering: Delivering;
let passed: number;
beforeEach(async () => {
	[opened, server, passed] = [await openTestRecords(), await openMailServer(), 0];
	const settings = readSettings({
		...{
			SMTP_URL: server.url,
			MAIL_FROM: 'links@broker.example',
			PUBLIC_URL: 'https://broker.example/api',
			SECRET_KEY,
		},
	});
	subscriptions = openSubscriptions(settings, opened.records);
	const log = createLog('silent', 'test');
	const clock = { ...systemClock, now: () => Date.now() + passed };
	delivering = { ...openDelivering(settings, { records: opened.records, accounts, log }), clock };
});
afterEach(async () => {
	await server.close();
	await opened.close();
});

const act = () => ({ by, now: Date.now() + passed });
const create = (address: string) =>
	subscriptions.create(act(), owner, { kind: 'email', address, filter: { ids: 'A' }, pace: 'daily' });
const mail = (at: number) => readMail(server.received[at] as ReceivedMail);
/** The number and the code of the link of an action in a message. */
const linkIn = (text: string, action: string): [number, string] => {
	const link = new RegExp(`https://broker\\.example/api/subscriptions/(\\d+)/${action}\\?code=(\\S+)`).exec(text);
	assert.ok(link, text);
	return [Number(link[1]), decodeURIComponent(link[2] as string)];
};
async function deliver(): Promise<void> {
	await matchChanges(opened.records, delivering, never);
	while (await deliverDue(opened.records, delivering, never));
}

describe('a subscription by email', () => {
	it('is asked for, confirmed, sent as a digest, and ended, all by what the messages hold', async () => {
		await create('reader@example.org');
		await send(opened.records, given('B cites A'));
		passed += 2 * day;
		await deliver();
		assert.equal(server.received.length, 1, 'nothing but the question goes to an address that is not confirmed');
		await subscriptions.confirm(act(), ...linkIn(mail(0).text, 'confirm'));
		await deliver();
		assert.equal(server.received.length, 1, 'a digest comes after a day');
		passed += day;
		await deliver();
		assert.equal(server.received.length, 2);
		const { text, fields } = mail(1);
		assert.equal(fields.get('Subject'), 'Link Broker: 1 new citation of 1 work');
		assert.match(text, /^Citations of \S+:A\nhttps:\/\/broker\.example\/objects\/[^/]+\/A\n\n- \S+:B$/m);
		assert.deepEqual(linkIn(fields.get('List-Unsubscribe') ?? '', 'unsubscribe')[0], linkIn(text, 'unsubscribe')[0]);
		await subscriptions.unsubscribe(act(), ...linkIn(text, 'unsubscribe'));
		await send(opened.records, given('C cites A'));
		passed += 2 * day;
		await deliver();
		assert.equal(server.received.length, 2);
	});

	it('is disabled where the address is refused, and its owner is written to', async () => {
		const { number } = (await create('reader@example.org')).subscription;
		await subscriptions.confirm(act(), ...linkIn(mail(0).text, 'confirm'));
		await send(opened.records, given('B cites A'));
		server.answerTo = (address) => (address === 'reader@example.org' ? '550 5.1.1 unknown' : '250 OK');
		passed += 2 * day;
		await deliver();
		assert.equal((await opened.records.subscription(number))?.state, 'disabled');
		assert.equal(server.received.length, 2);
		assert.equal(server.received[1]?.to, 'owner@example.org');
		assert.match(mail(1).text, /was disabled\. The mail server answered 550 to the address\./);
	});

	it('is disabled after three days of refusals, of which also its receiver is written, once it can be', async () => {
		const { number } = (await create('owner@example.org')).subscription;
		await subscriptions.confirm(act(), ...linkIn(mail(0).text, 'confirm'));
		await send(opened.records, given('B cites A'));
		let tries = 0;
		server.answerTo = () => (++tries <= 10 ? '452 4.2.2 mailbox full' : '250 OK');
		for (let time = 0; time < 10; time++) {
			passed += 2 * day;
			await deliver();
		}
		assert.equal((await opened.records.subscription(number))?.state, 'disabled');
		assert.match(mail(1).text, /was disabled\. The mail server answered 452 to the address\./);
	});

	it('is disabled without a mail to its owner at the address that is refused for good', async () => {
		await create('owner@example.org');
		await subscriptions.confirm(act(), ...linkIn(mail(0).text, 'confirm'));
		await send(opened.records, given('B cites A'));
		server.answerTo = () => '550 5.1.1 unknown';
		passed += 2 * day;
		const before = server.verbs.filter((verb) => verb === 'RCPT').length;
		await deliver();
		assert.equal(server.verbs.filter((verb) => verb === 'RCPT').length - before, 1);
	});

	it('is tried again where the address is refused for now, as the same message', async () => {
		await create('reader@example.org');
		await subscriptions.confirm(act(), ...linkIn(mail(0).text, 'confirm'));
		await send(opened.records, given('B cites A'));
		let tries = 0;
		server.answerTo = () => (++tries === 1 ? '451 4.7.1 later' : '250 OK');
		passed += 2 * day;
		await deliver();
		assert.equal(server.received.length, 1);
		passed += 10_000;
		await deliver();
		assert.equal(server.received.length, 2);
		assert.match(mail(1).fields.get('Message-ID') ?? '', /^<msg_1_1\.\w+@broker\.example>$/);
	});

	it('is refused with the setting that is missing, where there is no mail server', async () => {
		const without = openSubscriptions(readSettings({ SECRET_KEY }), opened.records);
		const wanted = { kind: 'email', address: 'reader@example.org', filter: { ids: 'A' } } as const;
		await assert.rejects(without.create(act(), owner, wanted), (error) => {
			assert.ok(error instanceof BrokerError);
			assert.equal(error.code, 'bad-query');
			assert.match(error.message, /no messages of the kind email\. .*SMTP_URL/);
			return true;
		});
	});
});

describe('a subscription to a private address', () => {
	it('is taken where the setting names it, in IPv6 too', async () => {
		const subscriptions = openSubscriptions(
			readSettings({ SECRET_KEY, SUBSCRIBER_PRIVATE_HOSTS: 'fd00:0::1' }),
			opened.records,
		);
		const to = (host: string) => {
			const wanted = { kind: 'webhook', address: `http://${host}:9/hook`, filter: { ids: 'A' } } as const;
			return subscriptions.create(act(), owner, wanted);
		};
		assert.equal((await to('[FD00::1]')).subscription.state, 'active');
		await assert.rejects(to('[fd00::2]'), /must begin with https/);
	});
});
