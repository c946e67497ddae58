// Suite of the records: what was asserted about identifiers, and the descriptions of groups.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Id } from '../graph.ts';
import type { Records, Transaction } from '../records.ts';
import {
	acceptOne,
	applyOne,
	claimOne,
	createIds,
	failOne,
	internDescriptions,
	newEvent,
	type OpenRecords,
	recordsForAll,
	recordsForEach,
	wholeHistory,
} from './records.fixture.ts';
import { describeInterned } from './texts.contract.ts';

export function describeDescriptions(open: OpenRecords): void {
	const opened = recordsForAll(open);
	const records = () => opened().records;
	describe('internDescriptions', () => describeInternDescriptions(records));
	describe('describe', () => describeDescribe(records));
	describe('recordDescriptions', () => describeRecordDescriptions(records));
	describe('describedHistory', () => describeHistory(records));
	describe('hasEvent', () => describeLaterEvents(open));
}

function describeInternDescriptions(records: () => Records): void {
	const group = 7_000_000_001;
	describeInterned({
		intern: (texts) => internDescriptions(records(), group, texts),
		read: (ids) => records().read((transaction) => transaction.texts('description', ids)),
	});

	it('has two ids for the same text about two groups', async () => {
		const text = '{"Title":"the same"}';
		const descriptions = [group, group + 1, group].map((group) => ({ group, text }));
		const [one, other, again] = (await records().change((transaction) =>
			transaction.internDescriptions(descriptions),
		)) as [Id, Id, Id];
		assert.equal(again, one);
		assert.notEqual(other, one);
		const texts = await records().read((transaction) => transaction.texts('description', [one, other]));
		assert.deepEqual(new Map(texts), new Map([one, other].map((id) => [id, text])));
	});
}

/** Finds or creates descriptions of a group that no test depends on. */
const intern = (records: Records, texts: readonly string[]) => internDescriptions(records, 7_000_000_002, texts);

function describeDescribe(records: () => Records): void {
	const descriptionsOf = async (ids: readonly Id[]) => {
		const found = await records().read((transaction) => transaction.identifiers(ids));
		const descriptions = new Map(found.map(({ id, description }) => [id, description]));
		return ids.map((id) => descriptions.get(id));
	};
	const set = (...groups: [Id, Id | null][]) => records().change((transaction) => transaction.describe(groups));

	it('sets the descriptions of groups, and that there is none', async () => {
		const [a, b, c] = (await createIds(records(), 3)) as [Id, Id, Id];
		const [one, other] = (await intern(records(), ['{"Title":"1"}', '{"Title":"2"}'])) as [Id, Id];
		assert.deepEqual(await descriptionsOf([a]), [null]);
		await set([a, one], [b, other]);
		assert.deepEqual(await descriptionsOf([a, b, c]), [one, other, null]);
		await set([a, null], [c, one]);
		assert.deepEqual(await descriptionsOf([a, b, c]), [null, other, one]);
		await set();
		assert.deepEqual(await descriptionsOf([a, b, c]), [null, other, one]);
	});
}

const describedRows = async (records: Records, ids: readonly Id[]) => {
	const events = await records.events({ limit: 100 });
	const pairs = ids.flatMap((id) => events.map(({ sequence }) => [id, sequence] as const));
	const rows = await records.read((transaction) => transaction.recordedDescriptions(pairs));
	return rows.sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2]);
};

function describeRecordDescriptions(records: () => Records): void {
	it('records what the event asserted; the same again changes nothing', async () => {
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		const [one, other] = (await intern(records(), ['{"Title":"1"}', '{"Title":"2"}'])) as [Id, Id];
		const say = (transaction: Transaction, event: Id) =>
			transaction.recordDescriptions([
				[a, event, 0, one],
				[b, event, 1, other],
				[a, event, 12, other],
			]);
		const event = await applyOne(records(), {}, say);
		await records().change((transaction) => say(transaction, event));
		assert.deepEqual(await describedRows(records(), [a, b]), [
			[a, event, 0, one],
			[a, event, 12, other],
			[b, event, 1, other],
		]);
	});

	it('stores what each event asserted', async () => {
		const [a] = (await createIds(records(), 1)) as [Id];
		const [one, other] = (await intern(records(), ['{"Title":"1"}', '{"Title":"2"}'])) as [Id, Id];
		const first = await applyOne(records(), {}, (transaction, event) =>
			transaction.recordDescriptions([[a, event, 0, one]]),
		);
		const second = await applyOne(records(), {}, (transaction, event) =>
			transaction.recordDescriptions([[a, event, 0, other]]),
		);
		assert.deepEqual(await describedRows(records(), [a]), [
			[a, first, 0, one],
			[a, second, 0, other],
		]);
	});
}

function describeHistory(records: () => Records): void {
	type Asserted = { event: Id; identifier: Id; description: Id };
	type Placed = Asserted & { place: number };
	const historyOf = (group: Id) => records().read((transaction) => wholeHistory(transaction, group));

	/**
	 * Lets `count` events describe identifiers, each of them at as many positions of an event as
	 * `describes` returns.
	 */
	async function describeOften(
		ids: readonly Id[],
		count: number,
		describes: (member: number, event: number) => number | boolean,
	): Promise<Asserted[]> {
		const texts = Array.from({ length: 30 }, (_, place) => `{"Title":"often ${place}"}`);
		const interned = await intern(records(), texts);
		const sequences = await records().accept(Array.from({ length: count }, () => newEvent()));
		const asserted = sequences.flatMap((event, number) =>
			ids.flatMap((identifier, member) =>
				Array.from({ length: Number(describes(member, number)) }, (_, time): Placed => {
					const place = time * ids.length + member;
					return { event, place, identifier, description: interned[time] as Id };
				}),
			),
		);
		await records().change(async (transaction) => {
			await transaction.recordDescriptions(
				asserted.map((each) => [each.identifier, each.event, each.place, each.description]),
			);
			await transaction.move(
				ids.slice(1).map((id) => [id, ids[0] as Id]),
				ids.slice(1).map((id) => [id, ids[0] as Id]),
			);
		});
		return asserted
			.sort((one, other) => other.event - one.event || other.place - one.place)
			.map(({ event, identifier, description }) => ({ event, identifier, description }));
	}

	it('is empty where nothing was asserted', async () => {
		const [a] = (await createIds(records(), 1)) as [Id];
		assert.deepEqual(await historyOf(a), []);
	});

	const cases: Record<string, { members: number; describes: (member: number, event: number) => number | boolean }> = {
		'one identifier that every event described': { members: 1, describes: () => true },
		'members that every event described': { members: 4, describes: () => true },
		'members described now and then': { members: 5, describes: (member, event) => event % (member + 1) === 0 },
		'one member described early, others late': {
			members: 3,
			describes: (member, event) => event < 70 === (member === 0),
		},
		'one member described hardly ever': { members: 2, describes: (member, event) => member === 0 || event % 50 === 0 },
		'members with several descriptions in an event': {
			members: 3,
			describes: (member, event) => (event * (member + 3)) % 5,
		},
		'events with more than is read at a time': { members: 2, describes: (_, event) => (event % 9 === 0 ? 30 : 1) },
	};
	for (const [what, { members, describes }] of Object.entries(cases)) {
		it(`lists all that was asserted, the latest first: ${what}`, async () => {
			const ids = await createIds(records(), members);
			const descriptions = await describeOften(ids, 103, describes);
			assert.deepEqual(await historyOf(ids[0] as Id), descriptions);
		});
	}

	it('reads several groups at once, each from a place of its own, in steps of whole events', async () => {
		const [ids, others] = [await createIds(records(), 2), await createIds(records(), 1)];
		const descriptions = [await describeOften(ids, 60, () => true), await describeOften(others, 3, () => true)];
		const [first, second] = descriptions as [Asserted[], Asserted[]];
		const from = first[60]?.event as Id;
		const steps = await records().read((transaction) =>
			transaction.describedHistory([
				{ group: others[0] as Id, before: Number.MAX_SAFE_INTEGER },
				{ group: ids[0] as Id, before: from },
			]),
		);
		assert.deepEqual(
			steps.map(({ group }) => group),
			[others[0], ids[0]],
		);
		assert.deepEqual([steps[0]?.descriptions, steps[0]?.before], [second, null]);
		const before = steps[1]?.before as Id;
		assert.deepEqual(
			steps[1]?.descriptions,
			first.filter(({ event }) => event < from && event >= before),
		);
		assert.ok(before < from && (steps[1]?.descriptions.length ?? 0) < first.length);
	});
}

function describeLaterEvents(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const laterApplied = (sequence: Id) =>
		opened().records.read((transaction) => transaction.hasEvent({ after: sequence, isApplied: true }));

	it('is false for the newest event and while later ones are not applied', async () => {
		const { records } = opened();
		const earlier = await acceptOne(records);
		assert.equal(await laterApplied(earlier), false);
		await acceptOne(records);
		await claimOne(records);
		await failOne(records);
		assert.equal(await laterApplied(earlier), false);
	});

	it('is true once a later one is applied', async () => {
		const { records } = opened();
		const earlier = await acceptOne(records);
		const later = await applyOne(records);
		assert.equal(await laterApplied(earlier), true);
		assert.equal(await laterApplied(later), false);
	});
}
