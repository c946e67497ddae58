// The part of the records' suite about transactions: whole, apart from one another, on one state; knows no engine.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Id, LinkRecords, LinkStore } from '../link-store.ts';
import {
	acceptOne,
	applyOne,
	createIds,
	digested,
	identifier,
	type OpenLinkStore,
	othersTurn,
	storeForAll,
} from './opened-store.fixture.ts';

export function workIsDoneWhole(open: OpenLinkStore): void {
	const opened = storeForAll(open);
	const store = () => opened().store;
	describe('a change', () => changesAreWhole(store));
	describe('changes at the same time', () => changesAreApart(store, () => opened().openAnother()));
	describe('a read', () => readsSeeOneState(store));
	describe('a snapshot', () => snapshotsHoldUpNobody(store));
}

async function leaveMark(records: LinkRecords, event: Id, changed: Id): Promise<void> {
	await records.mark(event, { relationships: [], changed: [changed], regrouped: [] });
}

async function marked(store: LinkStore, event: Id): Promise<Id[]> {
	const marks = await store.read((records) => records.marks(10_000));
	return marks.filter(({ sequence }) => sequence === event).flatMap(({ mark }) => mark.changed);
}

function changesAreWhole(store: () => LinkStore): void {
	it('answers what its work answers, and what it wrote is there', async () => {
		const event = await acceptOne(store());
		const answer = await store().change(async (records) => {
			await leaveMark(records, event, 1);
			return 'done';
		});
		assert.equal(answer, 'done');
		assert.deepEqual(await marked(store(), event), [1]);
	});

	it('sees what it has written itself', async () => {
		const event = await acceptOne(store());
		await store().change(async (records) => {
			const before = await records.waitingMarks();
			await leaveMark(records, event, 1);
			assert.equal(await records.waitingMarks(), before + 1);
		});
	});

	it('that fails leaves nothing, and fails with what its work failed with', async () => {
		const event = await acceptOne(store());
		const name = identifier('never kept');
		const failure = new Error('on purpose');
		const failing = store().change(async (records) => {
			await records.identify([name]);
			await othersTurn();
			await leaveMark(records, event, 1);
			await records.internDescriptions(digested('{"Title":"never kept"}'));
			throw failure;
		});
		await assert.rejects(failing, (error) => error === failure);
		assert.deepEqual(await marked(store(), event), []);
		const [again] = await store().change((records) => records.identify([name]));
		assert.equal(again?.created, true);
	});

	it('leaves nothing where a part of it failed, though its work went on', async () => {
		const event = await acceptOne(store());
		const failing = store().change(async (records) => {
			await leaveMark(records, event, 1);
			const refused = { text: '{}', digest: null as unknown as string };
			await assert.rejects(records.internDescriptions([refused]));
		});
		await assert.rejects(failing);
		assert.deepEqual(await marked(store(), event), []);
	});

	it('is not seen by others before it ends', async () => {
		const event = await acceptOne(store());
		await store().change(async (records) => {
			await leaveMark(records, event, 1);
			assert.deepEqual(await marked(store(), event), []);
		});
		assert.deepEqual(await marked(store(), event), [1]);
	});
}

function changesAreApart(store: () => LinkStore, openAnother: () => Promise<LinkStore>): void {
	const markTwice = (on: LinkStore, event: Id, number: number, fails: boolean) =>
		on.change(async (records) => {
			await leaveMark(records, event, number);
			for (let turn = 0; turn < number % 4; turn++) await othersTurn();
			await leaveMark(records, event, number);
			if (fails) throw new Error('on purpose');
		});

	it('do not interleave, whatever each of them waits for', async () => {
		const event = await acceptOne(store());
		const numbers = Array.from({ length: 12 }, (_, number) => number);
		await Promise.allSettled(numbers.map((number) => markTwice(store(), event, number, number % 3 === 0)));
		const left = numbers.filter((number) => number % 3 !== 0).flatMap((number) => [number, number]);
		assert.deepEqual(
			(await marked(store(), event)).sort((one, other) => one - other),
			left,
		);
	});

	it('do not interleave with those of another handle', async () => {
		const event = await acceptOne(store());
		const another = await openAnother();
		const numbers = Array.from({ length: 12 }, (_, number) => number);
		await Promise.allSettled(
			numbers.map((number) => markTwice(number % 2 === 0 ? store() : another, event, number, number % 3 === 0)),
		);
		const left = numbers.filter((number) => number % 3 !== 0).flatMap((number) => [number, number]);
		assert.deepEqual(
			(await marked(another, event)).sort((one, other) => one - other),
			left,
		);
	});

	it('that create the same things get the same ids', async () => {
		const another = await openAnother();
		const names = ['a', 'b', 'c'].map((name) => identifier(name, 'both at once'));
		const create = (on: LinkStore, order: typeof names) =>
			on.change(async (records) => ({
				ids: await records.identify(order),
				provenances: await records.internProvenances(digested('one said both at once')),
			}));
		const [one, other] = await Promise.all([create(store(), names), create(another, names.toReversed())]);
		assert.deepEqual(
			one.ids.map(({ id }) => id),
			other.ids.map(({ id }) => id).reverse(),
		);
		assert.deepEqual(one.provenances, other.provenances);
	});

	it('wait for one that is exclusive', async () => {
		const another = await openAnother();
		const event = await acceptOne(store());
		const order: string[] = [];
		let other: Promise<void> = Promise.resolve();
		await store().change(async (records) => {
			if (!records.exclusive) return;
			other = another.change(async (records) => {
				await leaveMark(records, event, 1);
				order.push('the other writes');
			});
			for (let turn = 0; turn < 20; turn++) await othersTurn();
			order.push('the exclusive one ends');
		});
		await other;
		assert.equal(order[0] ?? 'the exclusive one ends', 'the exclusive one ends');
	});

	it('wait for one that holds the groups which they would change', async () => {
		const another = await openAnother();
		const [group] = (await createIds(store(), 1)) as [Id];
		const order: string[] = [];
		const begun = Promise.withResolvers<void>();
		const holder = store().change(async (records) => {
			await records.hold([], [group]);
			begun.resolve();
			for (let turn = 0; turn < 20; turn++) await records.placements([group]);
			order.push('the holder ends');
		});
		await begun.promise;
		await another.change(async (records) => {
			await records.hold([group], []);
			order.push('the other holds');
		});
		await holder;
		assert.deepEqual(order, ['the holder ends', 'the other holds']);
	});

	it('see what became of the groups that they waited for', async () => {
		const another = await openAnother();
		const [a, b] = (await createIds(store(), 2)) as [Id, Id];
		const begun = Promise.withResolvers<void>();
		const mover = store().change(async (records) => {
			await records.hold([a, b], []);
			begun.resolve();
			for (let turn = 0; turn < 20; turn++) await records.placements([a]);
			await records.move([[b, a]], [[b, a]]);
		});
		await begun.promise;
		const held = await another.change((records) => records.hold([b], []));
		await mover;
		assert.deepEqual(
			held.map(({ id, identity, version, alone }) => ({ id, identity, version, alone })),
			[{ id: b, identity: a, version: a, alone: false }],
		);
	});

	it('wait for one that holds all groups, to hold one of them or to make a new one', async () => {
		const another = await openAnother();
		const [group] = (await createIds(store(), 1)) as [Id];
		const order: string[] = [];
		const begun = Promise.withResolvers<void>();
		const holder = store().change(async (records) => {
			await records.holdAll();
			begun.resolve();
			for (let turn = 0; turn < 20; turn++) await records.placements([group]);
			order.push('the holder ends');
		});
		await begun.promise;
		await Promise.all([
			another.change(async (records) => {
				await records.hold([], [group]);
				order.push('others go on');
			}),
			another.change(async (records) => {
				await records.identify([identifier('made meanwhile')]);
				order.push('others go on');
			}),
		]);
		await holder;
		assert.deepEqual(order, ['the holder ends', 'others go on', 'others go on']);
	});
}

function readsSeeOneState(store: () => LinkStore): void {
	it('sees one state, whatever others write meanwhile', async () => {
		const event = await acceptOne(store());
		await store().read(async (records) => {
			const before = await records.waitingMarks();
			await store().change((changing) => leaveMark(changing, event, 1));
			assert.equal(await records.waitingMarks(), before);
		});
		assert.deepEqual(await marked(store(), event), [1]);
	});

	it('cannot write', async () => {
		const event = await acceptOne(store());
		await assert.rejects(store().read((records) => leaveMark(records, event, 1)));
		assert.deepEqual(await marked(store(), event), []);
	});

	it('answers what its work answers and fails with what it failed with', async () => {
		assert.equal(await store().read(async () => 'seen'), 'seen');
		const failure = new Error('on purpose');
		await assert.rejects(
			store().read(async () => {
				throw failure;
			}),
			(error) => error === failure,
		);
		assert.equal(await store().read(async () => 'seen again'), 'seen again');
	});
}

function snapshotsHoldUpNobody(store: () => LinkStore): void {
	it('sees one state for as long as it takes, while others read and write', async () => {
		const event = await acceptOne(store());
		await store().snapshot(async (records) => {
			const before = await records.waitingMarks();
			await store().change((changing) => leaveMark(changing, event, 1));
			assert.deepEqual(await marked(store(), event), [1]);
			assert.equal(await records.waitingMarks(), before);
			const name = identifier('later');
			await store().change((changing) => changing.identify([name]));
			assert.equal(await records.waitingMarks(), before);
		});
	});

	it('can be taken several times at once', async () => {
		const seen = await Promise.all(
			['one', 'other'].map((name) =>
				store().snapshot(async (records) => {
					await othersTurn();
					await records.waitingMarks();
					return name;
				}),
			),
		);
		assert.deepEqual(seen, ['one', 'other']);
	});

	it('can be read by several who share it, whatever others write meanwhile', async () => {
		const event = await acceptOne(store());
		const change = () => store().change((changing) => leaveMark(changing, event, 1));
		await change();
		const before = await store().read((records) => records.waitingMarks());
		let waiting: Promise<void> | undefined;
		let other: Promise<number> | undefined;
		const own = await store().snapshot(
			async (records) => {
				await waiting;
				await change();
				return records.waitingMarks();
			},
			{
				async share(state) {
					waiting = change();
					await othersTurn();
					const { promise: begun, resolve } = Promise.withResolvers<void>();
					other = store().snapshot(
						async (records) => {
							resolve();
							await waiting;
							return records.waitingMarks();
						},
						{ of: state },
					);
					await begun;
				},
			},
		);
		assert.deepEqual([own, await other], [before, before]);
		assert.equal(await store().read((records) => records.waitingMarks()), before + 2);
	});

	it('fails where it cannot be shared, and holds up nobody then', async () => {
		const share = () => Promise.reject(new Error('nobody is there'));
		await assert.rejects(
			store().snapshot(async () => undefined, { share }),
			/nobody is there/,
		);
		await acceptOne(store());
	});

	it('sees every assertion, searchable or not', async () => {
		const [source, target] = (await createIds(store(), 2)) as [Id, Id];
		await applyOne(store(), { noindex: true }, async (records, event) => {
			const [provenance] = (await records.internProvenances(digested('unsearchable'))) as [Id];
			await records.assert([[source, 1, target, provenance, event]]);
		});
		const relationships = await store().snapshot((records) => records.relationshipsOf([source]));
		assert.deepEqual(relationships, [[source, 1, target]]);
		assert.equal((await store().snapshot((records) => records.provenancesOf(relationships))).length, 1);
	});
}
