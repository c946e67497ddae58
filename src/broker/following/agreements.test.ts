// Tests that receivers of email are asked before they are sent anything, and end it when they want.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { BrokerError } from '../../errors.ts';
import { by } from '../../store/suite/audit.fixture.ts';
import type { Answered } from './deliver.ts';
import { createTestSubscriptions, testCodes, testMail } from './subscriptions.fixture.ts';
import type { Owner, Subscriptions } from './subscriptions.ts';
import { problemOfMail, type WantedSubscription } from './wanted-subscription.ts';

const noon = Date.UTC(2026, 0, 15, 12);
const day = 86_400_000;
const owner: Owner = { userId: 1, isAdmin: false };
const wanted: WantedSubscription = { kind: 'email', address: 'reader@example.org', filter: { ids: '10.5555/a' } };

let opened: TestRecords;
let now: number;
let asked: { number: number; address: string; code: string }[];
let answer: Answered;
let subscriptions: Subscriptions;
beforeEach(async () => {
	opened = await openTestRecords();
	[now, asked, answer] = [noon, [], { isAccepted: true, status: null }];
	const email = testMail(async ({ number, task }, code) => {
		asked.push({ number, address: task.address, code });
		return answer;
	});
	subscriptions = createTestSubscriptions(opened.records, { kinds: { email } });
});
afterEach(() => opened.close());

const act = () => ({ by, now });
const create = async (more: Partial<WantedSubscription> = {}, as = owner) =>
	(await subscriptions.create(act(), as, { ...wanted, ...more })).subscription;
const stateOf = async (number: number) => (await opened.records.subscription(number))?.state;
const lastCode = () => asked.at(-1)?.code as string;
const refused = (promise: Promise<unknown>, code: string, field?: string) =>
	assert.rejects(promise, (error) => {
		assert.ok(error instanceof BrokerError);
		assert.deepEqual([error.code, error.problems[0]?.field], [code, field], error.message);
		return true;
	});

describe('a receiver of email', () => {
	it('is asked, and sent citations once it confirms', async () => {
		const { number, state, task } = await create();
		assert.deepEqual([state, task.pace, task.filter.entries], ['unconfirmed', 'weekly', 'citations']);
		assert.deepEqual(
			asked.map(({ number, address }) => [number, address]),
			[[number, 'reader@example.org']],
		);
		await subscriptions.checkCode('confirm', number, lastCode(), now);
		assert.equal(await stateOf(number), 'unconfirmed', 'looking changes nothing');
		now += day;
		const confirmed = await subscriptions.confirm(act(), number, lastCode());
		assert.deepEqual([confirmed.state, confirmed.dueAt], ['active', noon + 7 * day]);
		assert.equal((await subscriptions.confirm(act(), number, lastCode())).state, 'active');
	});

	it('that follows an author is sent what cites the works of the author, or what it asks for', async () => {
		const orcid = '0000-0002-1825-0097';
		assert.equal((await create({ filter: { orcid } })).task.filter.direction, 'in');
		assert.equal((await create({ filter: { orcid, direction: 'both' } })).task.filter.direction, 'both');
		assert.equal((await create({ filter: { ids: '10.5555/a' } })).task.filter.direction, undefined);
	});

	it('confirms by the code of its message alone, for seven days', async () => {
		const { number } = await create();
		await refused(subscriptions.confirm(act(), number, 'another'), 'not-found');
		await refused(subscriptions.confirm(act(), number + 1, lastCode()), 'not-found');
		now += 7 * day + 1;
		await refused(subscriptions.confirm(act(), number, lastCode()), 'not-found');
		assert.equal(await stateOf(number), 'unconfirmed');
	});

	it('has its code stored as a hash', async () => {
		const { number } = await create();
		const hash = testCodes.hash(lastCode());
		assert.ok(await opened.records.isConfirming(number, hash, 0));
		assert.ok(!(await opened.records.isConfirming(number, lastCode(), 0)));
	});

	it('is asked three times a day, and fifty by one account', async () => {
		for (let at = 0; at < 3; at++) await create({ address: 'Reader@example.org' });
		await refused(create(), 'too-many-requests');
		assert.equal((await subscriptions.list(owner, { size: 9, all: false })).length, 3, 'nothing is left of the fourth');
		const { number } = (await subscriptions.list(owner, { size: 1, all: false }))[0] ?? assert.fail();
		await subscriptions.remove(act(), owner, number);
		await refused(create({}, { ...owner, userId: 2 }), 'too-many-requests');
		for (let at = 3; at < 50; at++) await create({ address: `reader-${at}@example.org` });
		await refused(create({ address: 'last@example.org' }), 'too-many-requests');
		assert.equal(asked.length, 50);
		now += day;
		await create();
	});

	it('is not asked again by its own account, once it has confirmed, until it has unsubscribed', async () => {
		const own = { ...owner, email: 'Reader@example.org' };
		const first = await create({}, own);
		await create({}, own);
		assert.equal(asked.length, 2, 'it has not confirmed yet');
		await subscriptions.confirm(act(), first.number, asked[0]?.code as string);
		assert.equal((await create({ address: 'reader@Example.org' }, own)).state, 'active');
		assert.equal(asked.length, 2);
		assert.equal((await create({ address: 'other@example.org' }, own)).state, 'unconfirmed');
		assert.equal((await create({}, { ...own, email: 'owner@example.org' })).state, 'unconfirmed');
		assert.equal((await create({ address: 'other@example.org' }, { ...own, userId: 2 })).state, 'unconfirmed');
		for (const { number, task } of await subscriptions.list(own, { size: 9, all: false }))
			if (task.address !== 'other@example.org')
				await subscriptions.unsubscribe(act(), number, testCodes.ending({ number, task }));
		now += day;
		assert.equal((await create({}, own)).state, 'unconfirmed');
	});

	it('that is refused, or cannot be asked, has no subscription, and counts for no limit', async () => {
		answer = { isAccepted: false, status: 550, message: 'The mail server answered 550.', isFinal: true };
		await refused(create(), 'bad-query', 'address');
		answer = { isAccepted: false, status: null, message: 'The mail server could not be reached.' };
		for (let at = 0; at < 4; at++) await refused(create(), 'unavailable');
		assert.deepEqual(await subscriptions.list(owner, { size: 9, all: false }), []);
		answer = { isAccepted: true, status: null };
		await create();
	});

	it('is asked three times a day also by a mail server whose answers are lost', async () => {
		answer = { isAccepted: false, status: null, message: 'The mail server timed out.', mayHaveArrived: true };
		for (let at = 0; at < 3; at++) await refused(create(), 'unavailable');
		await refused(create(), 'too-many-requests');
		assert.equal(asked.length, 3);
	});

	it('is asked at a new address, where the code of the former one is void', async () => {
		const { number } = await create();
		const former = lastCode();
		await subscriptions.confirm(act(), number, former);
		await subscriptions.change(act(), owner, number, { address: 'other@example.org' });
		assert.equal(await stateOf(number), 'unconfirmed');
		await refused(subscriptions.confirm(act(), number, former), 'not-found');
		assert.equal((await subscriptions.confirm(act(), number, lastCode())).state, 'active');
	});

	it('is asked again where the address is given again', async () => {
		const { number } = await create();
		await subscriptions.change(act(), owner, number, { address: wanted.address });
		assert.equal(asked.length, 2);
		assert.equal((await subscriptions.confirm(act(), number, lastCode())).state, 'active');
		await subscriptions.change(act(), owner, number, { address: wanted.address });
		assert.equal(asked.length, 2, 'who has confirmed is not');
	});

	it('ends the messages by its code, and only its own confirmation begins them again', async () => {
		const { number, task } = await create();
		const confirming = lastCode();
		await subscriptions.confirm(act(), number, confirming);
		const ending = testCodes.ending({ number, task });
		await refused(subscriptions.unsubscribe(act(), number, 'another'), 'not-found');
		await subscriptions.checkCode('unsubscribe', number, ending, now);
		assert.equal(await stateOf(number), 'active', 'looking changes nothing');
		await subscriptions.unsubscribe(act(), number, ending);
		await subscriptions.unsubscribe(act(), number, ending);
		assert.equal(await stateOf(number), 'disabled');
		await refused(subscriptions.confirm(act(), number, confirming), 'not-found');
		for (const paused of [true, false]) await subscriptions.change(act(), owner, number, { paused });
		assert.equal(await stateOf(number), 'unconfirmed');
		assert.equal(asked.length, 2);
		await subscriptions.confirm(act(), number, lastCode());
		assert.equal(await stateOf(number), 'active');
		const entries = await opened.records.auditEntries({ limit: 9 });
		assert.deepEqual(entries.map(({ action }) => action).reverse(), [
			...['subscription.created', 'subscription.changed', 'subscription.disabled'],
			...['subscription.changed', 'subscription.changed', 'subscription.changed'],
		]);
	});

	it('gets digests at the time that is asked for, also from when it is changed', async () => {
		const { number } = await create({ at: 'friday 06:00' });
		assert.equal((await subscriptions.confirm(act(), number, lastCode())).dueAt, Date.UTC(2026, 0, 16, 6));
		assert.equal((await subscriptions.change(act(), owner, number, { at: '18:00' })).dueAt, Date.UTC(2026, 0, 19, 18));
		const daily = await subscriptions.change(act(), owner, number, { pace: 'daily' });
		assert.deepEqual([daily.dueAt, daily.task.at], [Date.UTC(2026, 0, 15, 18), '18:00']);
	});

	it('gets digests, and no message again', async () => {
		await refused(create({ pace: 'each' }), 'bad-query', 'pace');
		const { number } = await create({ pace: 'daily' });
		await refused(subscriptions.change(act(), owner, number, { pace: 'each' }), 'bad-query', 'pace');
		await refused(subscriptions.resend(act(), owner, number, 1), 'conflict');
	});

	for (const address of ['reader', 'a@b', 'a b@example.org', 'A <a@example.org>', 'a@example.org, b@example.org'])
		it(`has no address such as ${address}`, () => assert.ok(problemOfMail(address)));
	it('has no address with another line', () => assert.ok(problemOfMail('a@example.org\r\nBcc: b@example.org')));
	it('has no address that is longer than any', () =>
		assert.ok(problemOfMail(`a@${'b'.repeat(60).concat('.').repeat(5)}org`)));
	it('may have a tag in its address', () => assert.equal(problemOfMail("o'reader+links@mail.example.org"), undefined));
});
