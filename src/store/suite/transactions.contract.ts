// Suite of the records: transactions: whole, isolated from one another, on one state.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Id } from '../graph.ts';
import type { Records, Transaction } from '../records.ts';
import {
	acceptOne,
	assertAll,
	assertedBy,
	createIds,
	entryOf,
	identifier,
	type OpenRecords,
	recordsForAll,
	relationshipsOf,
	tick,
	waitingEntries,
} from './records.fixture.ts';

export function describeTransactions(open: OpenRecords): void {
	const opened = recordsForAll(open);
	const records = () => opened().records;
	const openAnother = () => opened().openAnother();
	describe('change', () => describeChange(records));
	describe('changes at the same time', () => describeChanges(records, openAnother));
	describe('locks', () => describeLocks(records, openAnother));
	describe('read', () => describeRead(records));
	describe('snapshot', () => describeSnapshot(records));
}

const enqueue = (transaction: Transaction, event: Id, changed: Id) =>
	transaction.enqueue(event, entryOf({ changed: [changed] }));

/** Lists what changed according to the entries of an event. */
async function enqueued(records: Records, event: Id): Promise<Id[]> {
	return (await waitingEntries(records)).filter((entry) => entry.event === event).flatMap(({ entry }) => entry.changed);
}

const countEntries = async (transaction: Transaction) =>
	(await transaction.entries(100_000, Number.MAX_SAFE_INTEGER)).length;

/** Gives other transactions time to overtake this one, if they could. */
async function pass(transaction: Transaction, group: Id): Promise<void> {
	for (let time = 0; time < 20; time++) await transaction.identifiers([group]);
}

function describeChange(records: () => Records): void {
	it('returns the result of its work, and what it wrote is stored', async () => {
		const event = await acceptOne(records());
		const answer = await records().change(async (transaction) => {
			await enqueue(transaction, event, 1);
			return 'done';
		});
		assert.equal(answer, 'done');
		assert.deepEqual(await enqueued(records(), event), [1]);
	});

	it('sees what it has written itself', async () => {
		const event = await acceptOne(records());
		await records().change(async (transaction) => {
			const before = await countEntries(transaction);
			await enqueue(transaction, event, 1);
			assert.equal(await countEntries(transaction), before + 1);
		});
	});

	it('that fails leaves nothing, and fails with the failure of its work', async () => {
		const event = await acceptOne(records());
		const name = identifier('never kept');
		const failure = new Error('on purpose');
		const failing = records().change(async (transaction) => {
			const [created] = await transaction.identify([name]);
			await tick();
			await enqueue(transaction, event, 1);
			await transaction.internDescriptions([{ group: created?.id as Id, text: '{"Title":"never kept"}' }]);
			throw failure;
		});
		await assert.rejects(failing, (error) => error === failure);
		assert.deepEqual(await enqueued(records(), event), []);
		const [again] = await records().change((transaction) => transaction.identify([name]));
		assert.equal(again?.created, true);
	});

	it('leaves nothing where a part of it failed, though its work continued', async () => {
		const event = await acceptOne(records());
		const failing = records().change(async (transaction) => {
			await enqueue(transaction, event, 1);
			await assert.rejects(enqueue(transaction, null as unknown as Id, 2));
		});
		await assert.rejects(failing);
		assert.deepEqual(await enqueued(records(), event), []);
	});

	it('is not seen by others before it ends', async () => {
		const event = await acceptOne(records());
		await records().change(async (transaction) => {
			await enqueue(transaction, event, 1);
			assert.deepEqual(await enqueued(records(), event), []);
		});
		assert.deepEqual(await enqueued(records(), event), [1]);
	});

	it('streams its own state', async () => {
		const [id] = (await createIds(records(), 1)) as [Id];
		await records().change(async (transaction, snapshot) => {
			const [created] = await transaction.identify([identifier('streamed')]);
			const ids: Id[] = [];
			for await (const step of snapshot.identifiers()) ids.push(...step.map(({ id }) => id));
			assert.ok(ids.includes(id) && ids.includes(created?.id ?? 0));
		});
	});
}

function describeChanges(records: () => Records, openAnother: () => Promise<Records>): void {
	const enqueueTwice = (on: Records, event: Id, number: number, fails: boolean) =>
		on.change(async (transaction) => {
			await enqueue(transaction, event, number);
			for (let time = 0; time < number % 4; time++) await tick();
			await enqueue(transaction, event, number);
			if (fails) throw new Error('on purpose');
		});

	for (const [where, openOther] of [
		['one handle', async () => records()],
		['two handles', openAnother],
	] as const) {
		it(`do not interleave on ${where}, whatever each of them waits for`, async () => {
			const event = await acceptOne(records());
			const another = await openOther();
			const numbers = Array.from({ length: 12 }, (_, number) => number);
			await Promise.allSettled(
				numbers.map((number) => enqueueTwice(number % 2 === 0 ? records() : another, event, number, number % 3 === 0)),
			);
			const left = numbers.filter((number) => number % 3 !== 0).flatMap((number) => [number, number]);
			assert.deepEqual(
				(await enqueued(another, event)).sort((one, other) => one - other),
				left,
			);
		});
	}

	it('that create the same things get the same ids', async () => {
		const another = await openAnother();
		const names = ['a', 'b', 'c'].map((name) => identifier(name, 'both at once'));
		const descriptions = [{ group: 1, text: '{"Title":"asserted by both at once"}' }];
		const create = (on: Records, order: typeof names) =>
			on.change(async (transaction) => ({
				ids: await transaction.identify(order),
				provenances: await transaction.internProvenances(assertedBy('one asserted by both at once')),
				descriptions: await transaction.internDescriptions(descriptions),
			}));
		const [one, other] = await Promise.all([create(records(), names), create(another, names.toReversed())]);
		assert.deepEqual(
			one.ids.map(({ id }) => id),
			other.ids.map(({ id }) => id).reverse(),
		);
		assert.equal([...one.ids, ...other.ids].filter(({ created }) => created).length, 3);
		assert.deepEqual([one.provenances, one.descriptions], [other.provenances, other.descriptions]);
	});

	it('come one after the other where singleWriter says so', async () => {
		if (!records().singleWriter) return;
		const another = await openAnother();
		const event = await acceptOne(records());
		const order: string[] = [];
		let other: Promise<void> = Promise.resolve();
		await records().change(async () => {
			other = another.change(async (transaction) => {
				await enqueue(transaction, event, 1);
				order.push('the other writes');
			});
			for (let time = 0; time < 20; time++) await tick();
			order.push('the first ends');
		});
		await other;
		assert.deepEqual(order, ['the first ends', 'the other writes']);
	});

	it('are run again after a conflict', async () => {
		const another = await openAnother();
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		const lockBoth = (on: Records, first: Id, second: Id) =>
			on.change(async (transaction) => {
				await transaction.lock({ update: [first], share: [] });
				await pass(transaction, first);
				await transaction.lock({ update: [second], share: [] });
				return 'done';
			});
		const both = await Promise.all([lockBoth(records(), a, b), lockBoth(another, b, a)]);
		assert.deepEqual(both, ['done', 'done']);
	});
}

function describeLocks(records: () => Records, openAnother: () => Promise<Records>): void {
	/**
	 * Locks a group in a transaction, and to update in another one meanwhile; returns what came
	 * first.
	 */
	const lockOneAfterTheOther = async (strength: 'update' | 'share', how?: { waits: boolean }) => {
		const another = await openAnother();
		const [group] = (await createIds(records(), 1)) as [Id];
		const order: string[] = [];
		const begun = Promise.withResolvers<void>();
		const first = records().change(async (transaction) => {
			await transaction.lock({ update: [], share: [], [strength]: [group] });
			begun.resolve();
			await pass(transaction, group);
			order.push('the first ends');
		});
		await begun.promise;
		await another.change(async (transaction) => {
			await transaction.lock({ update: [group], share: [] }, how);
			order.push('the other locks');
		});
		await first;
		return order;
	};

	it('never make two wait for each other that lock the same groups at once, each in its way', async () => {
		const another = await openAnother();
		const ids = await createIds(records(), 400);
		let runs = 0;
		const lockAll = async (on: Records, updates: 'even' | 'odd') => {
			for (let time = 0; time < 20; time++) {
				await on.change((transaction) => {
					runs++;
					const { even = [], odd = [] } = Object.groupBy(ids, (id) => (id % 2 === 0 ? 'even' : 'odd'));
					return transaction.lock(updates === 'even' ? { update: even, share: odd } : { update: odd, share: even });
				});
			}
		};
		await Promise.all([lockAll(records(), 'even'), lockAll(another, 'odd')]);
		assert.equal(runs, 40, 'one was run again');
	});

	it('make those wait that would update groups locked to share', async () => {
		assert.deepEqual(await lockOneAfterTheOther('share'), ['the first ends', 'the other locks']);
	});

	it('make all others wait for groups locked to update, and show them the result', async () => {
		const another = await openAnother();
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		const begun = Promise.withResolvers<void>();
		const mover = records().change(async (transaction) => {
			await transaction.lock({ update: [a, b], share: [] });
			begun.resolve();
			await pass(transaction, a);
			await transaction.move([[b, a]], [[b, a]]);
		});
		await begun.promise;
		const lockAndRead = (groups: { update: readonly Id[]; share: readonly Id[] }) =>
			another.change(async (transaction) => {
				await transaction.lock(groups);
				return transaction.identifiers([b], 'all');
			});
		const locked = await Promise.all([
			lockAndRead({ update: [b], share: [] }),
			lockAndRead({ update: [], share: [b] }),
		]);
		await mover;
		for (const [place] of locked) assert.deepEqual([place?.identity, place?.version], [a, a]);
	});

	it('that must not wait are acquired all the same once nobody else has them', async () => {
		const order = await lockOneAfterTheOther('update', { waits: false });
		assert.deepEqual(order, ['the first ends', 'the other locks']);
	});

	it('of everything make others wait, to lock a group or to create one', async () => {
		const another = await openAnother();
		const [group] = (await createIds(records(), 1)) as [Id];
		const order: string[] = [];
		const begun = Promise.withResolvers<void>();
		const first = records().change(async (transaction) => {
			await transaction.lock('everything');
			begun.resolve();
			await pass(transaction, group);
			order.push('the first ends');
		});
		await begun.promise;
		await Promise.all([
			another.change(async (transaction) => {
				await transaction.lock({ update: [], share: [group] });
				order.push('another goes on');
			}),
			another.change(async (transaction) => {
				await transaction.identify([identifier('made meanwhile')]);
				order.push('another goes on');
			}),
		]);
		await first;
		assert.deepEqual(order, ['the first ends', 'another goes on', 'another goes on']);
	});
}

function describeRead(records: () => Records): void {
	it('sees one state, whatever others write meanwhile', async () => {
		const event = await acceptOne(records());
		await records().read(async (transaction) => {
			const before = await countEntries(transaction);
			await records().change((changing) => enqueue(changing, event, 1));
			assert.equal(await countEntries(transaction), before);
		});
		assert.deepEqual(await enqueued(records(), event), [1]);
	});

	it('cannot write', async () => {
		const event = await acceptOne(records());
		await assert.rejects(records().read((transaction) => enqueue(transaction, event, 1)));
		assert.deepEqual(await enqueued(records(), event), []);
	});

	it('returns the result of its work and fails with its failure', async () => {
		assert.equal(await records().read(async () => 'seen'), 'seen');
		const failure = new Error('on purpose');
		await assert.rejects(
			records().read(async () => {
				throw failure;
			}),
			(error) => error === failure,
		);
		assert.equal(await records().read(async () => 'seen again'), 'seen again');
	});
}

function describeSnapshot(records: () => Records): void {
	it('sees one state for as long as it takes, while others read and write', async () => {
		const event = await acceptOne(records());
		await records().snapshot(async (transaction) => {
			const before = await countEntries(transaction);
			await records().change((changing) => enqueue(changing, event, 1));
			assert.deepEqual(await enqueued(records(), event), [1]);
			assert.equal(await countEntries(transaction), before);
			await records().change((changing) => changing.identify([identifier('later')]));
			assert.equal(await countEntries(transaction), before);
		});
	});

	it('can be taken several times at once', async () => {
		const seen = await Promise.all(
			['one', 'other'].map((name) =>
				records().snapshot(async (transaction) => {
					await tick();
					await countEntries(transaction);
					return name;
				}),
			),
		);
		assert.deepEqual(seen, ['one', 'other']);
	});

	it('sees every assertion, unlike change and read', async () => {
		const [source, target] = (await createIds(records(), 2)) as [Id, Id];
		await assertAll(records(), [[source, 1, target]], { noindex: true });
		const seen = (transaction: Transaction) => relationshipsOf(transaction, source);
		assert.deepEqual(await records().read(seen), []);
		assert.deepEqual(await records().change(seen), []);
		const all = await records().snapshot(seen);
		assert.deepEqual(all, [[source, 1, target]]);
		assert.equal((await records().snapshot((transaction) => transaction.provenancesOf(all))).length, 1);
	});
}
