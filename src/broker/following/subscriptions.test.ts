// Tests who may have which subscriptions, and what becomes of them when they are changed.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { BrokerError } from '../../errors.ts';
import { noProgress } from '../../store/subscriptions.ts';
import { act } from '../../store/suite/audit.fixture.ts';
import { given, send } from '../graph.fixture.ts';
import { createReceiver } from './receiver.fixture.ts';
import { createSubscriptionSecrets } from './subscription-secrets.ts';
import { createTestSubscriptions } from './subscriptions.fixture.ts';
import type { KindRules, Owner, Subscriptions } from './subscriptions.ts';
import { problemOfHook, type WantedSubscription } from './wanted-subscription.ts';

const owner: Owner = { userId: 1, isAdmin: false };
const admin: Owner = { userId: 9, isAdmin: true };
const wanted: WantedSubscription = {
	kind: 'webhook',
	address: 'https://receiver.example/hook',
	filter: { ids: ['10.5555/a', '10.5555/b'] },
};
const mayBePublic = (host: string) => host !== '127.0.0.1';
const webhook: KindRules = {
	...{ pace: 'each', begins: 'active', makeSecret: () => (made++ === 0 ? 'whsec_secret' : `whsec_${made}`) },
	problemOf: (address) => problemOfHook(address, (host) => host === 'private.example', mayBePublic),
};
const email: KindRules = {
	...{ pace: 'weekly', begins: 'unconfirmed', makeSecret: () => null, problemOf: () => undefined },
};

let receiver = createReceiver();
let made = 0;
let opened: TestRecords;
let subscriptions: Subscriptions;
beforeEach(async () => {
	opened = await openTestRecords();
	made = 0;
	receiver = createReceiver();
	const senders = { webhook: receiver.sender };
	subscriptions = createTestSubscriptions(opened.records, { kinds: { webhook, email }, mostOfAccount: 3, senders });
});
afterEach(() => opened.close());

const create = (more: Partial<WantedSubscription> = {}, by = owner) =>
	subscriptions.create(act, by, { ...wanted, ...more });

/** Expects a failure of this code that names this field. */
const refused = (promise: Promise<unknown>, code: string, field?: string) =>
	assert.rejects(promise, (error) => {
		assert.ok(error instanceof BrokerError);
		assert.equal(error.code, code, error.message);
		if (field !== undefined) assert.equal(error.problems[0]?.field, field, error.message);
		return true;
	});

describe('a subscription', () => {
	it('begins with what is new, in the pace of its kind, and shows its secret once', async () => {
		await send(opened.records, given('A cites B'));
		const { subscription, secret } = await create();
		assert.equal(secret, 'whsec_secret');
		assert.equal(subscription.secrets, 'sealed {"current":"whsec_secret"}');
		assert.deepEqual([subscription.state, subscription.lastRead, subscription.task.pace], ['active', 1, 'each']);
		const mail = await create({ kind: 'email', address: 'reader@example.org' });
		assert.deepEqual(
			[mail.secret, mail.subscription.state, mail.subscription.task.pace],
			[null, 'unconfirmed', 'weekly'],
		);
	});

	it('begins at a cursor, where one is given', async () => {
		await send(opened.records, given('A cites B', 'C cites D'));
		const log = await opened.records.read((transaction) => transaction.changeLog());
		assert.equal((await create({ since: `${log.id}-1` })).subscription.lastRead, 1);
		await refused(create({ since: 'bbbbbbbbbb-1' }), 'cursor-expired');
	});

	it('follows a work that its id names, and is refused where that names none', async () => {
		assert.ok(await create({ filter: { id: 'https://doi.org/10.5555/a' } }));
		await refused(create({ filter: { id: 'a title of a work' } }), 'not-an-identifier');
		const { number } = (await create()).subscription;
		const change = { filter: { id: '10.5555/a 10.5555/b' } };
		await refused(subscriptions.change(act, owner, number, change), 'several-identifiers');
	});

	it('names a definition that exists, and flags', async () => {
		const counted = { id: '10.5555/a', definition: 'strict', exclude: 'self' };
		assert.partialDeepStrictEqual((await create({ filter: counted })).subscription.task.filter, counted);
		await refused(create({ filter: { ...counted, definition: 'nobodys' } }), 'bad-query', 'definition');
		await refused(create({ filter: { ...counted, exclude: 'nothing' } }), 'bad-query', 'exclude');
	});

	it('selects first assertions, unless others are asked for', async () => {
		const { task } = (await create()).subscription;
		assert.deepEqual(task.filter, { kind: 'asserted', entries: 'first', ids: '10.5555/a\n10.5555/b' });
		const all = (await create({ filter: { id: '10.5555/a', entries: 'all', kind: 'withdrawn' } })).subscription.task;
		assert.deepEqual(all.filter, { kind: 'withdrawn', entries: 'all', id: '10.5555/a' });
		const both = { filter: { id: '10.5555/a', kind: 'both' }, kind: 'email', address: 'reader@example.org' } as const;
		assert.deepEqual((await create(both)).subscription.task.filter, {
			kind: 'both',
			entries: 'first',
			id: '10.5555/a',
		});
	});

	it('must select something, unless an administrator makes it', async () => {
		for (const filter of [{}, { relation: 'cites' }, { group_by: 'version' }])
			await refused(create({ filter }), 'bad-query', 'filter');
		for (const filter of [{ prefix: '10.5281' }, { provider: 'Zenodo' }, { orcid: '0000-0002-1825-0097' }])
			assert.ok(await create({ filter }));
		assert.ok(await create({ filter: {} }, admin));
	});

	it('is refused where a filter, the kind or the address is wrong, with the field', async () => {
		await refused(create({ filter: { prefix: 'zenodo' } }), 'bad-query', 'prefix');
		await refused(create({ filter: { id: '10.5555/a', ids: ['10.5555/b'] } }), 'bad-query', 'ids');
		await refused(create({ kind: 'coar-notify' }), 'bad-query', 'kind');
		await refused(create({ since: 'aaaaaaaaaa' }), 'bad-query', 'since');
		await refused(create({ address: 'ftp://receiver.example' }), 'bad-query', 'address');
		assert.deepEqual(await subscriptions.list(admin, { size: 9, all: true }), []);
	});

	for (const address of [
		...['http://receiver.example/', 'https://me:secret@receiver.example/', 'https://me@receiver.example/'],
		...['https://receiver.example:22/', 'https://receiver.example:80/', 'receiver.example', '//receiver.example'],
		...['https://127.0.0.1/', 'https://0x7f.1/'],
	])
		it(`has no webhook at ${address}`, () => assert.ok(problemOfHook(address, () => false, mayBePublic)));

	it('names the setting that allows http', () => {
		const problem = problemOfHook('http://receiver.example/', () => false, mayBePublic);
		assert.match(problem?.message ?? '', /https.*SUBSCRIBER_PRIVATE_HOSTS/);
	});

	for (const address of ['https://receiver.example:8443/a?b', 'https://receiver.example:1024/', 'https://[2606::1]/'])
		it(`may have a webhook at ${address}`, () =>
			assert.equal(
				problemOfHook(address, () => false, mayBePublic),
				undefined,
			));

	it('may have a webhook without TLS, at any port, on a host that the broker was given', async () => {
		const { subscription } = await create({ address: 'http://private.example:80/hook' });
		assert.equal(subscription.task.address, 'http://private.example:80/hook');
	});

	it('is one of so many of an account', async () => {
		for (let at = 0; at < 3; at++) await create();
		await refused(create(), 'conflict');
		await create({}, { ...owner, userId: 2 });
	});

	it('is one of so many, also where several are made at once', async () => {
		const made = await Promise.allSettled(Array.from({ length: 8 }, () => create()));
		const refusals = made.flatMap((one) => (one.status === 'rejected' ? one.reason.code : []));
		assert.deepEqual(new Set(refusals), new Set(['conflict']));
		assert.ok((await opened.records.countSubscriptions(owner.userId)) <= 3);
	});

	it('goes back to a cursor, also before a message that has failed', async () => {
		const { subscription } = await create();
		const { number } = subscription;
		const log = await opened.records.read((transaction) => transaction.changeLog());
		await opened.records.changeSubscription(number, { lastRead: 1, progress: { ...noProgress, sending: [2, 3] } });
		const placed = await subscriptions.change(act, owner, number, { since: `${log.id}-0` });
		assert.deepEqual([placed.lastRead, placed.progress.sending], [0, undefined]);
	});

	it('is seen and changed by its owner and by administrators alone', async () => {
		const { number } = (await create()).subscription;
		const other = { userId: 2, isAdmin: false };
		await refused(subscriptions.show(other, number), 'not-found');
		await refused(subscriptions.change(act, other, number, { paused: true }), 'not-found');
		await refused(subscriptions.remove(act, other, number), 'not-found');
		assert.deepEqual(await subscriptions.list(other, { size: 9, all: true }), []);
		for (const one of [owner, admin]) assert.equal((await subscriptions.show(one, number)).subscription.number, number);
		assert.equal((await subscriptions.list(admin, { size: 9, all: true })).length, 1);
		assert.equal((await subscriptions.list(admin, { size: 9, all: false })).length, 0);
	});

	it('is paused, goes on where it was, or skips what was not sent', async () => {
		const { number } = (await create()).subscription;
		assert.equal((await subscriptions.change(act, owner, number, { paused: true })).state, 'paused');
		await send(opened.records, given('A cites B'));
		const resumed = await subscriptions.change(act, owner, number, { paused: false });
		assert.deepEqual([resumed.state, resumed.lastRead], ['active', 0]);
		assert.equal((await subscriptions.change(act, owner, number, { since: 'now' })).lastRead, 1);
	});

	it('has to be confirmed at each new address, where its kind asks for that', async () => {
		const { number } = (await create({ kind: 'email', address: 'reader@example.org' })).subscription;
		await opened.records.changeSubscription(number, { state: 'active' });
		assert.equal((await subscriptions.change(act, owner, number, { name: 'Mine' })).state, 'active');
		const moved = await subscriptions.change(act, owner, number, { address: 'other@example.org' });
		assert.equal(moved.state, 'unconfirmed');
		assert.equal((await subscriptions.change(act, owner, number, { paused: false })).state, 'unconfirmed');
	});

	it('gets another secret; the former one signs for a day', async () => {
		const secrets = createSubscriptionSecrets({ seal: (text) => text, open: (text) => text.replace('sealed ', '') });
		const { number } = (await create()).subscription;
		const rotated = await subscriptions.rotate(act, owner, number);
		const { secrets: kept } = (await subscriptions.show(owner, number)).subscription;
		assert.deepEqual(secrets.signing(kept, act.now), [rotated, 'whsec_secret']);
		assert.deepEqual(secrets.signing(kept, act.now + 25 * 3_600_000), [rotated]);
		const mail = await create({ kind: 'email', address: 'reader@example.org' });
		await refused(subscriptions.rotate(act, owner, mail.subscription.number), 'conflict');
	});

	it('is tried on request, where its kind can be', async () => {
		const { number } = (await create()).subscription;
		const tried = await subscriptions.test(owner, number);
		assert.deepEqual([tried.answered, tried.excerpt], [{ isAccepted: true, status: 204 }, 'thanks']);
		await refused(subscriptions.test({ ...owner, userId: 2 }, number), 'not-found');
		const mail = await create({ kind: 'email', address: 'reader@example.org' });
		await refused(subscriptions.test(owner, mail.subscription.number), 'conflict');
	});

	it('has a message sent again as it was, and stays where it is', async () => {
		const { number } = (await create({ filter: { ids: 'A' } })).subscription;
		await send(opened.records, given('A cites B', 'C cites D', 'E cites A', 'F cites A'));
		const delivery = {
			firstEntry: 1,
			lastEntry: 3,
			entries: 2,
			tries: 1,
			triedAt: act.now,
			status: 204,
			failure: null,
		};
		await opened.records.noteResent(number, delivery);
		const again = await subscriptions.resend(act, owner, number, 1);
		assert.deepEqual([again.tries, again.status], [2, 204]);
		assert.deepEqual(
			receiver.sent.map(({ id, numbers }) => [id, numbers]),
			[[`msg_${number}_1`, [1, 3]]],
		);
		assert.equal((await subscriptions.show(owner, number)).subscription.lastRead, 0);
		await refused(subscriptions.resend(act, owner, number, 2), 'not-found');
		await opened.records.trimChanges(Date.now() + 1_000);
		await refused(subscriptions.resend(act, owner, number, 1), 'conflict');
	});

	it('leaves entries in the audit, none of them with a secret', async () => {
		const { number } = (await create()).subscription;
		await subscriptions.change(act, owner, number, { name: 'Mine' });
		await subscriptions.remove(act, owner, number);
		await refused(subscriptions.show(owner, number), 'not-found');
		const entries = await opened.records.auditEntries({ limit: 9 });
		assert.deepEqual(
			entries.map(({ action, subject }) => [action, subject]),
			['deleted', 'changed', 'created'].map((verb) => [`subscription.${verb}`, String(number)]),
		);
		assert.ok(!JSON.stringify(entries).includes('secret'));
	});
});
