// Suite of the records: the receivers of subscriptions are asked, and confirm them by a code.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { minute, newSubscription, noon, type OpenRecords, recordsForEach } from './records.fixture.ts';

const day = 24 * 60 * minute;

export function describeConfirmations(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;
	const address = 'Reader@example.org';
	const task = { ...newSubscription().task, kind: 'email' as const, address };
	const unconfirmed = () => records().addSubscription(newSubscription({ task, state: 'unconfirmed' }), []);
	const limits = { since: noon - day, ofAddress: 2, ofUser: 3, keptSince: noon - 7 * day };
	const times = { since: noon - 7 * day, dueAt: noon + day };
	const ask = (subscription: number, codeHash: string, more = {}) =>
		records().addConfirmation({ subscription, userId: 1, address, codeHash, askedAt: noon, ...more }, limits);

	it('makes a subscription active by the code that went to its present address', async () => {
		const { number } = await unconfirmed();
		const { number: another } = await unconfirmed();
		await ask(number, 'hash');
		assert.equal(await records().isConfirming(number, 'hash', times.since), true);
		assert.equal(await records().confirmSubscription(number, 'wrong', times), undefined);
		assert.equal(await records().confirmSubscription(another, 'hash', times), undefined);
		assert.equal(await records().confirmSubscription(number, 'hash', { ...times, since: noon }), undefined);
		const confirmed = await records().confirmSubscription(number, 'hash', times);
		assert.deepEqual([confirmed?.state, confirmed?.dueAt], ['active', noon + day]);
		assert.equal((await records().confirmSubscription(number, 'hash', times))?.state, 'active');
	});

	it('leaves a subscription as it is by a code of another address, or one that is void', async () => {
		const { number } = await unconfirmed();
		await ask(number, 'hash');
		await records().changeSubscription(number, { task: { ...task, address: 'other@example.org' } });
		assert.equal(await records().confirmSubscription(number, 'hash', times), undefined);
		await records().changeSubscription(number, { task });
		await records().voidConfirmations(number);
		assert.equal(await records().confirmSubscription(number, 'hash', times), undefined);
		assert.equal(await records().isConfirming(number, 'hash', times.since), false);
	});

	it('does not make a paused or disabled one active', async () => {
		const { number } = await unconfirmed();
		await ask(number, 'hash');
		await records().changeSubscription(number, { state: 'disabled' });
		assert.equal((await records().confirmSubscription(number, 'hash', times))?.state, 'disabled');
	});

	it('finds that a user has a confirmed subscription at an address, in any letter case', async () => {
		const [userId, has] = [71, (address: string, user = 71) => records().hasConfirmed(user, address)];
		const { number } = await records().addSubscription(newSubscription({ userId, task, state: 'unconfirmed' }), []);
		await records().addSubscription(newSubscription({ userId }), []);
		assert.equal(await has(address), false);
		for (const state of ['active', 'paused', 'disabled'] as const) {
			await records().changeSubscription(number, { state });
			assert.equal(await has('reader@Example.org'), state !== 'disabled');
		}
		await records().changeSubscription(number, { state: 'active' });
		assert.deepEqual([await has('other@example.org'), await has(address, 72)], [false, false]);
		assert.equal(await has(newSubscription().task.address), false, 'a webhook confirms nothing');
	});

	it('bounds the questions to an address in any letter case, and of an account', async () => {
		const { number } = await unconfirmed();
		await ask(number, 'one', { askedAt: noon - 2 * day });
		assert.equal(await ask(number, 'two'), 'added');
		assert.equal(await ask(number, 'three', { address: 'READER@example.org' }), 'added');
		assert.equal(await ask(number, 'four', { userId: 2 }), 'too many to the address');
		await records().removeConfirmation('three');
		assert.equal(await ask(number, 'five', { address: 'other@example.org' }), 'added');
		await records().removeSubscription(number);
		assert.equal(await ask(number, 'six', { address: 'third@example.org' }), 'added');
		assert.equal(await ask(number, 'seven', { address: 'fourth@example.org' }), 'too many of the user');
	});
}
