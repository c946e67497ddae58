// The part of the records' suite about what was said of identifiers and what stands for their groups; knows no engine.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { digestText } from '../../../links/digested-text.ts';
import type { Id, LinkRecords, LinkStore } from '../link-store.ts';
import {
	acceptOne,
	applyOne,
	createIds,
	gather,
	holdOne,
	newEvent,
	noon,
	type OpenLinkStore,
	storeForAll,
	storeForEach,
	worker,
} from './opened-store.fixture.ts';

export function descriptionsAreKept(open: OpenLinkStore): void {
	const opened = storeForAll(open);
	const store = () => opened().store;
	describe('describe', () => groupsAreDescribed(store));
	describe('recordDescriptions', () => sayingsAreRecorded(store));
	describe('describedHistory', () => historiesAreListed(store));
	describe('laterEventApplied', () => laterEventsAreKnown(open));
}

const intern = (store: LinkStore, texts: readonly string[]) =>
	store.change((records) => records.internDescriptions(texts.map(digestText)));

function groupsAreDescribed(store: () => LinkStore): void {
	const standing = async (groups: readonly Id[]) =>
		new Map(
			(await store().read((records) => records.groupDescriptions(groups))).map(({ group, description }) => [
				group,
				description,
			]),
		);

	it('sets what stands for groups, and that nothing does', async () => {
		const [a, b, c] = (await createIds(store(), 3)) as [Id, Id, Id];
		const [one, other] = (await intern(store(), ['{"Title":"1"}', '{"Title":"2"}'])) as [Id, Id];
		assert.deepEqual(await standing([a]), new Map([[a, null]]));
		await store().change((records) =>
			records.describe([
				[a, one],
				[b, other],
			]),
		);
		assert.deepEqual(
			await standing([b, c, a]),
			new Map([
				[a, one],
				[b, other],
				[c, null],
			]),
		);
		await store().change((records) =>
			records.describe([
				[a, null],
				[c, one],
			]),
		);
		assert.deepEqual(
			await standing([a, b, c]),
			new Map([
				[a, null],
				[b, other],
				[c, one],
			]),
		);
	});

	it('of no groups changes nothing', async () => {
		await store().change((records) => records.describe([]));
		assert.deepEqual(await standing([]), new Map());
	});
}

const describedRows = async (store: LinkStore, ids: readonly Id[]) =>
	(await store.snapshot((_, stream) => gather(stream.described()))).filter(([identifier]) => ids.includes(identifier));

function sayingsAreRecorded(store: () => LinkStore): void {
	it('records what the event said; the same again changes nothing', async () => {
		const [a, b] = (await createIds(store(), 2)) as [Id, Id];
		const [one, other] = (await intern(store(), ['{"Title":"1"}', '{"Title":"2"}'])) as [Id, Id];
		const say = (records: LinkRecords, event: Id) =>
			records.recordDescriptions([
				[a, event, one],
				[b, event, other],
			]);
		const event = await applyOne(store(), {}, say);
		await store().change((records) => say(records, event));
		assert.deepEqual(await describedRows(store(), [a, b]), [
			[a, event, one],
			[b, event, other],
		]);
	});

	it('keeps what each event said', async () => {
		const [a] = (await createIds(store(), 1)) as [Id];
		const [one, other] = (await intern(store(), ['{"Title":"1"}', '{"Title":"2"}'])) as [Id, Id];
		const first = await applyOne(store(), {}, (records, event) => records.recordDescriptions([[a, event, one]]));
		const second = await applyOne(store(), {}, (records, event) => records.recordDescriptions([[a, event, other]]));
		assert.deepEqual(await describedRows(store(), [a]), [
			[a, first, one],
			[a, second, other],
		]);
	});
}

function historiesAreListed(store: () => LinkStore): void {
	type Said = { event: Id; identifier: Id; description: Id };
	const historyOf = (group: Id, enough = Number.POSITIVE_INFINITY) =>
		store().read(async (records) => {
			const history: Said[] = [];
			for await (const said of records.describedHistory(group)) {
				if (history.push(said) >= enough) break;
			}
			return history;
		});

	/** Lets `count` events describe identifiers, each of them in those events that `describes` tells. */
	async function describeOften(
		ids: readonly Id[],
		count: number,
		describes: (member: number, event: number) => boolean,
	): Promise<Said[]> {
		const [description] = (await intern(store(), ['{"Title":"often"}'])) as [Id];
		const sequences = await store().accept(Array.from({ length: count }, () => newEvent()));
		const said = sequences.flatMap((event, number) =>
			ids.filter((_, member) => describes(member, number)).map((identifier) => ({ event, identifier, description })),
		);
		await store().change(async (records) => {
			await records.recordDescriptions(said.map(({ event, identifier }) => [identifier, event, description]));
			await records.move(
				ids.slice(1).map((id) => [id, ids[0] as Id]),
				ids.slice(1).map((id) => [id, ids[0] as Id]),
			);
		});
		return said;
	}

	const newestFirst = (one: Said, other: Said) => other.event - one.event || one.identifier - other.identifier;

	it('is empty where nothing was said', async () => {
		const [a] = (await createIds(store(), 1)) as [Id];
		assert.deepEqual(await historyOf(a), []);
	});

	const cases: Record<string, { members: number; describes: (member: number, event: number) => boolean }> = {
		'one identifier that every event described': { members: 1, describes: () => true },
		'members that every event described': { members: 4, describes: () => true },
		'members described now and then': { members: 5, describes: (member, event) => event % (member + 1) === 0 },
		'one member described early, others late': {
			members: 3,
			describes: (member, event) => event < 70 === (member === 0),
		},
		'one member described hardly ever': { members: 2, describes: (member, event) => member === 0 || event % 50 === 0 },
	};
	for (const [what, { members, describes }] of Object.entries(cases)) {
		it(`lists all that was said, newest event first: ${what}`, async () => {
			const ids = await createIds(store(), members);
			const said = await describeOften(ids, 103, describes);
			const listed = await historyOf(ids[0] as Id);
			assert.deepEqual(
				listed.map(({ event }) => event),
				listed.map(({ event }) => event).sort((one, other) => other - one),
			);
			assert.deepEqual(listed.toSorted(newestFirst), said.toSorted(newestFirst));
		});
	}

	it('may be left by the caller after any step', async () => {
		const ids = await createIds(store(), 2);
		const said = await describeOften(ids, 60, () => true);
		for (const enough of [1, 39, 41, 77]) {
			const part = await historyOf(ids[0] as Id, enough);
			assert.deepEqual(
				part.map(({ event }) => event),
				said
					.toSorted(newestFirst)
					.slice(0, enough)
					.map(({ event }) => event),
			);
		}
	});
}

function laterEventsAreKnown(open: OpenLinkStore): void {
	const opened = storeForEach(open);
	const laterApplied = (sequence: Id) => opened().store.read((records) => records.laterEventApplied(sequence));

	it('is false for the newest event and while later ones are not applied', async () => {
		const { store } = opened();
		const earlier = await acceptOne(store);
		assert.equal(await laterApplied(earlier), false);
		await acceptOne(store);
		await holdOne(store);
		await store.fail(await holdOne(store), worker, 'reason', null, noon);
		assert.equal(await laterApplied(earlier), false);
	});

	it('is true once a later one is applied', async () => {
		const { store } = opened();
		const earlier = await acceptOne(store);
		const later = await applyOne(store);
		assert.equal(await laterApplied(earlier), true);
		assert.equal(await laterApplied(later), false);
	});
}
