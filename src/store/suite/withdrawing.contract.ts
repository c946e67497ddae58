// Suite of the records: withdrawing: which assertions match, which count, and what moves between
// both.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unplacedYet } from '../assertions.ts';
import {
	type Assertion,
	distinctRelationships,
	type Id,
	type PlacedAssertion,
	type RelationshipKey,
} from '../graph.ts';
import type { Records, Transaction } from '../records.ts';
import type { Withdrawn } from '../withdrawing.ts';
import {
	acceptOne,
	applyOne,
	assertedBy,
	byNumbers,
	createIds,
	internDescriptions,
	newEvent,
	type OpenRecords,
	recordsForAll,
} from './records.fixture.ts';

const cites = 1;
const identical = 5;

/** Tests withdrawing; `open` opens the records. */
export function describeWithdrawing(open: OpenRecords): void {
	const opened = recordsForAll(open);
	const records = () => opened().records;
	const change = <T>(work: (transaction: Transaction) => Promise<T>) => records().change(work);
	describe('fitting', () => describeFitting(records, change));
	describe('withdrawnLater', () => describeLater(records, change));
	describe('reading without an event', () => describeWithout(records, change));
	describe('what is moved', () => describeMoves(records, change));
	const tools = describingTools(records, change);
	describe('assertions at their places', () => describePlaces(tools));
	describe('the descriptions of assertions', () => describeDescriptions(tools));
	describe('assertions of an earlier version', () => describeEarlier(tools));
}

type Change = <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;

/** Asserts relationships as one event of a user, by one provider; returns the rows. */
async function assertAs(
	records: Records,
	userId: Id | null,
	relationships: readonly (readonly [Id, number, Id, record?: Id])[],
	text = 'any',
): Promise<{ event: Id; rows: Required<Assertion>[] }> {
	const event = await acceptOne(records, { userId });
	return records.change(async (transaction) => {
		const [by] = (await transaction.internProvenances(assertedBy(text))) as [Id];
		const rows = relationships.map(
			([source, relation, target, record = source]): Required<Assertion> => [
				source,
				relation,
				target,
				by,
				event,
				record,
			],
		);
		await transaction.assert(rows);
		return { event, rows };
	});
}

const providerOf = (transaction: Transaction, name: string) =>
	transaction.providers([name], 'undefined').then(([provider]) => provider?.id as Id);

function describeFitting(records: () => Records, change: Change): void {
	const fitting = (event: Id, taken: (provider: Id) => Partial<Withdrawn>) =>
		change(async (transaction) => {
			const what = { withdrawals: [], replacements: [], ...taken(await providerOf(transaction, 'ZENODO')) };
			const found = await transaction.fitting(event, what, 'counting');
			return found.map(({ assertion, position, isOwn }) => [assertion.join(' '), position, isOwn]).sort();
		});

	it('finds what a provider asserted about a relationship in earlier events, and whether it may be withdrawn', async () => {
		const [a = 0, b = 0, c = 0] = await createIds(records(), 3);
		const own = await assertAs(records(), 1, [
			[a, cites, b],
			[a, cites, c],
		]);
		const others = await assertAs(records(), 2, [[a, cites, b]]);
		const event = await acceptOne(records(), { userId: 1, action: 'withdraw' });
		await assertAs(records(), 1, [[a, cites, b]], 'later');
		const found = await fitting(event, (provider) => ({ withdrawals: [[a, cites, b, provider]] }));
		assert.deepEqual(
			found,
			[
				[own.rows[0]?.join(' '), 0, true],
				[others.rows[0]?.join(' '), 0, false],
			].sort(),
		);
	});

	it('lets an event withdraw what any user asserted where it may', async () => {
		const [a = 0, b = 0] = await createIds(records(), 2);
		const { rows } = await assertAs(records(), null, [[a, cites, b]]);
		const event = await acceptOne(records(), { userId: 1, action: 'withdraw', takesAll: true });
		const found = await fitting(event, (provider) => ({ withdrawals: [[a, cites, b, provider]] }));
		assert.deepEqual(found, [[rows[0]?.join(' '), 0, true]]);
	});

	it('finds what a provider asserted in records with a Source, wherever that stands', async () => {
		const [a = 0, b = 0, c = 0] = await createIds(records(), 3);
		const { rows } = await assertAs(records(), 1, [
			[a, cites, b],
			[c, cites, a, a],
			[b, identical, c, a],
			[c, cites, b],
		]);
		const event = await acceptOne(records(), { userId: 1, action: 'replace' });
		const found = await fitting(event, (provider) => ({ replacements: [[a, provider]] }));
		assert.deepEqual(
			found,
			rows
				.slice(0, 3)
				.map((row) => [row.join(' '), 0, true])
				.sort(),
		);
	});

	it('means all identifiers that have the one named as representative', async () => {
		const [doi = 0, address = 0, c = 0] = await createIds(records(), 3);
		await change((transaction) => transaction.represent([[address, doi]]));
		const { rows } = await assertAs(records(), 1, [[address, cites, c]]);
		const event = await acceptOne(records(), { userId: 1, action: 'withdraw' });
		const found = await fitting(event, (provider) => ({ withdrawals: [[doi, cites, c, provider]] }));
		assert.deepEqual(found, [[rows[0]?.join(' '), 0, true]]);
	});
}

function describeLater(records: () => Records, change: Change): void {
	it('finds what an event that was accepted later withdraws and may withdraw', async () => {
		const [a = 0, b = 0, c = 0] = await createIds(records(), 3);
		const { rows } = await assertAs(records(), 1, [
			[a, cites, b],
			[a, cites, c],
			[c, cites, b],
		]);
		const [mine, theirs] = [newEvent({ userId: 1, action: 'withdraw' }), newEvent({ userId: 2, action: 'replace' })];
		const [withdrawing = 0, replacing = 0] = await records().accept([mine, theirs]);
		const later = () => change(async (transaction) => [...(await transaction.withdrawnLater(rows))]);
		await change(async (transaction) => {
			const provider = await providerOf(transaction, 'zenodo');
			await transaction.recordWithdrawn(withdrawing, { withdrawals: [[a, cites, b, provider]], replacements: [] });
			await transaction.recordWithdrawn(replacing, { withdrawals: [], replacements: [[a, provider]] });
		});
		assert.deepEqual(await later(), [0]);
		await change((transaction) => transaction.recordWithdrawn(withdrawing, null));
		assert.deepEqual(await later(), []);
	});
}

function describeWithout(records: () => Records, change: Change): void {
	it('leaves out what the event asserts, and identifiers taken for retired', async () => {
		const [a = 0, b = 0, c = 0, address = 0] = await createIds(records(), 4);
		await change((transaction) => transaction.represent([[address, c]]));
		const { rows } = await assertAs(records(), 1, [[a, cites, b]]);
		const event = rows[0]?.[4] as number;
		const left = await change(async (transaction) => [
			(await transaction.areAsserted([[a, cites, b]], [event])).size,
			(await transaction.relationshipsAmong([a, b], { first: 1, last: 5 }, [event])).length,
			[...(await transaction.namedAmong([a, c], { events: [event], identifiers: [] }))],
			[...(await transaction.namedAmong([a, c], { events: [event], identifiers: [address] }))],
		]);
		assert.deepEqual(left, [0, 0, [c], []]);
	});

	it('leaves out what the event withdraws', async () => {
		const [a = 0, b = 0] = await createIds(records(), 2);
		const { rows } = await assertAs(records(), 1, [[a, cites, b]]);
		const event = await acceptOne(records(), { userId: 1, action: 'withdraw' });
		const later = await change(async (transaction) => {
			const provider = await providerOf(transaction, 'zenodo');
			await transaction.recordWithdrawn(event, { withdrawals: [[a, cites, b, provider]], replacements: [] });
			return [(await transaction.withdrawnLater(rows)).size, (await transaction.withdrawnLater(rows, [event])).size];
		});
		assert.deepEqual(later, [1, 0]);
	});
}

function describeMoves(records: () => Records, change: Change): void {
	const counting = (rows: readonly Assertion[]) =>
		change(async (transaction) => [
			...(await transaction.areAsserted(rows.map(([source, relation, target]) => [source, relation, target]))),
		]);

	it('no longer counts once it is set aside, and counts again once it is moved back', async () => {
		const [a = 0, b = 0, c = 0] = await createIds(records(), 3);
		const { rows } = await assertAs(records(), 1, [
			[a, cites, b],
			[a, cites, c],
		]);
		await change((transaction) => transaction.withdrawAssertions(rows.slice(0, 1)));
		assert.deepEqual(await counting(rows), [1]);
		await change((transaction) => transaction.restoreAssertions(rows));
		assert.deepEqual((await counting(rows)).sort(), [0, 1]);
	});

	it('is listed with its place among those that count, or those that are withdrawn', async () => {
		const [a = 0, b = 0, c = 0] = await createIds(records(), 3);
		const { rows } = await assertAs(records(), 1, [
			[a, cites, b],
			[a, cites, c],
		]);
		await change((transaction) => transaction.withdrawAssertions(rows.slice(0, 1)));
		const listed = (among: 'counting' | 'withdrawn') =>
			change(async (transaction) => (await transaction.placedAmong(rows, among)).map(([, , target]) => target));
		assert.deepEqual([await listed('counting'), await listed('withdrawn')], [[c], [b]]);
	});

	it('is removed from either table; what counted is returned', async () => {
		const [a = 0, b = 0, c = 0] = await createIds(records(), 3);
		const { rows } = await assertAs(records(), 1, [
			[a, cites, b],
			[c, cites, b, b],
		]);
		await change((transaction) => transaction.withdrawAssertions(rows.slice(0, 1)));
		assert.deepEqual(await change((transaction) => transaction.removeAssertions(rows)), rows.slice(1));
		await change((transaction) => transaction.restoreAssertions(rows.slice(0, 0)));
		assert.deepEqual(await counting(rows), []);
	});

	it('leaves identifiers that nothing names, which are retired until they are identified', async () => {
		const [a = 0, b = 0, c = 0] = await createIds(records(), 3);
		const { rows } = await assertAs(records(), 1, [[a, cites, b]]);
		await change((transaction) => transaction.represent([[b, c]]));
		const named = () =>
			change(async (transaction) => [...(await transaction.namedAmong([a, b, c]))].sort((x, y) => x - y));
		assert.deepEqual(await named(), [a, b, c]);
		await change(async (transaction) => {
			await transaction.withdrawAssertions(rows);
			await transaction.setKnown([a, b], false);
		});
		assert.deepEqual(await named(), []);
		await change(async (transaction) => {
			assert.deepEqual(await transaction.identifiers([a, b]), []);
			assert.deepEqual(
				(await transaction.identifiers([a, b, c], 'retired')).map(({ id }) => id).sort((x, y) => x - y),
				[a, b],
			);
			assert.deepEqual(await transaction.setKnown([a, b, c], true), [a, b]);
		});
	});
}

/** A link at its place in an event, and the descriptions that it gives. */
type Given = readonly [...RelationshipKey, place: number, source: Id | null, target: Id | null];

/** Asserts links in a separate event, each in a record of its source; returns the event and the rows. */
async function assertPlaced(
	records: Records,
	links: readonly Given[],
	{ noindex = false, among = 'counting' as 'counting' | 'withdrawn' } = {},
): Promise<{ event: Id; rows: PlacedAssertion[] }> {
	const rows: PlacedAssertion[] = [];
	const event = await applyOne(records, { noindex }, async (transaction, event) => {
		const [by] = (await transaction.internProvenances(assertedBy('placed'))) as [Id];
		for (const [source, relation, target, ...place] of links) {
			rows.push([source, relation, target, by, event, source, ...place]);
		}
		await transaction.assert(rows, among);
	});
	return { event, rows };
}

type Tools = ReturnType<typeof describingTools>;

function describingTools(records: () => Records, change: Change) {
	return {
		records,
		change,
		titles: (...texts: string[]) => internDescriptions(records(), 7_000_000_003, texts),
		placed: (rows: readonly PlacedAssertion[]) =>
			change((transaction) => transaction.placedAssertions(distinctRelationships(rows))),
		rederive: (event: Id, ...ids: Id[]) =>
			change((transaction) => transaction.rederiveDescriptions(ids.map((id) => [id, event]))),
	};
}

function describePlaces({ records, change, titles, placed, rederive }: Tools): void {
	it('are listed in the order of events and places, each with its place and its descriptions', async () => {
		const [a = 0, b = 0, c = 0] = await createIds(records(), 3);
		const [one = 0, other = 0] = await titles('one', 'other');
		const first = await assertPlaced(records(), [
			[a, cites, c, 3, null, other],
			[a, cites, b, 1, one, null],
			[a, cites, b, 7, other, null],
			[a, identical, c, -1, null, null],
		]);
		const second = await assertPlaced(records(), [[a, cites, b, 0, one, other]]);
		const [third, early, late, identity] = first.rows as [PlacedAssertion, ...PlacedAssertion[]];
		const rows = [...first.rows.slice(0, 2), identity as PlacedAssertion];
		assert.deepEqual(await placed(rows), [identity, early, third, late, ...second.rows]);
	});

	it('keep their places and descriptions where they are set aside and restored', async () => {
		const [a = 0, b = 0] = await createIds(records(), 2);
		const [one = 0, other = 0] = await titles('one', 'other');
		const { rows } = await assertPlaced(records(), [
			[a, cites, b, 0, one, null],
			[a, cites, b, 4, other, one],
		]);
		const named = rows.map(unplaced);
		const aside = await change((transaction) => transaction.withdrawAssertions(named));
		assert.deepEqual(aside, [rows[0]?.slice(0, 6)]);
		assert.deepEqual(await placed(rows), []);
		assert.deepEqual(await change((transaction) => transaction.restoreAssertions(named)), rows);
		assert.deepEqual(await placed(rows), rows);
	});

	it('do not count where they are recorded as withdrawn, until they are restored', async () => {
		const [a = 0, b = 0] = await createIds(records(), 2);
		const [one = 0] = await titles('one');
		const { event, rows } = await assertPlaced(records(), [[a, cites, b, 2, one, null]], { among: 'withdrawn' });
		assert.deepEqual(await placed(rows), []);
		assert.deepEqual(await rederive(event, a, b), { removed: [], added: [] });
		const named = rows.map(unplaced);
		assert.deepEqual(await change((transaction) => transaction.restoreAssertions(named)), rows);
		assert.deepEqual(await rederive(event, a, b), { removed: [], added: [[a, event, 4, one]] });
	});
}

function describeDescriptions({ records, change, titles, rederive }: Tools): void {
	it('are derived at the last place of each, source before target, as long as one of them counts', async () => {
		const [a = 0, b = 0, c = 0] = await createIds(records(), 3);
		const [one = 0, other = 0] = await titles('one', 'other');
		const { event, rows } = await assertPlaced(records(), [
			[a, cites, b, 0, one, null],
			[a, cites, c, 1, other, one],
			[c, cites, a, 2, null, one],
		]);
		const { removed, added } = await rederive(event, a, b, c);
		assert.deepEqual(removed, []);
		assert.deepEqual(added.toSorted(byNumbers), [
			[a, event, 2, other],
			[a, event, 5, one],
			[c, event, 3, one],
		]);
		assert.deepEqual(await rederive(event, a, b, c), { removed: [], added: [] });
		await change((transaction) => transaction.withdrawAssertions(rows.slice(1).map(unplaced)));
		const changed = await rederive(event, a, c);
		assert.deepEqual(changed.removed.toSorted(byNumbers), [
			[a, event, 2, other],
			[a, event, 5, one],
			[c, event, 3, one],
		]);
		assert.deepEqual(changed.added, [[a, event, 0, one]]);
	});

	it('lead to their assertions, in order, without those of unindexed events', async () => {
		const [a = 0, b = 0, c = 0] = await createIds(records(), 3);
		const [one = 0, other = 0, third = 0] = await titles('one', 'other', 'third');
		const first = await assertPlaced(records(), [
			[a, cites, c, 0, one, null],
			[a, cites, c, 3, one, null],
			[c, cites, b, 1, null, other],
		]);
		const second = await assertPlaced(records(), [[a, cites, b, 0, one, one]]);
		const hidden = await assertPlaced(records(), [[a, cites, c, 0, third, null]], { noindex: true });
		for (const { event } of [first, second, hidden]) await rederive(event, a, b, c);
		const described = await change((transaction) =>
			transaction.searchableDescriptions([
				[a, a],
				[b, a],
			]),
		);
		assert.deepEqual(described.toSorted(byNumbers), [
			[a, a, second.event, 0, one],
			[a, b, first.event, 3, other],
			[a, b, second.event, 1, one],
		]);
		const places = described.map(([, identifier, event, place]) => [identifier, event, place] as const);
		const describing = await change((transaction) => transaction.describingAssertions(places));
		assert.deepEqual(describing, [
			{ assertion: first.rows[2], end: 'target' },
			{ assertion: second.rows[0], end: 'source' },
			{ assertion: second.rows[0], end: 'target' },
		]);
	});
}

function describeEarlier({ records, change, titles, placed }: Tools): void {
	it('get their places once, in either table', async () => {
		const [a = 0, b = 0, c = 0] = await createIds(records(), 3);
		const [one = 0] = await titles('one');
		const without: Given[] = [[a, cites, b, unplacedYet, null, null]];
		const { rows } = await assertPlaced(records(), without);
		const [row] = rows as [PlacedAssertion];
		const [source, relation, target, by, event] = row;
		const aside: PlacedAssertion = [a, cites, c, by, event, a, unplacedYet, null, null];
		await change((transaction) => transaction.assert([aside], 'withdrawn'));
		const [now, later] = [
			[...row.slice(0, 6), 0, one, null],
			[...aside.slice(0, 6), 1, null, one],
		] as unknown as [PlacedAssertion, PlacedAssertion];
		const unknown: PlacedAssertion = [b, cites, c, by, event, b, 2, null, null];
		await change((transaction) => transaction.placeAssertions([now, later, unknown]));
		assert.deepEqual(await placed([now, later, unknown]), [now]);
		await change((transaction) => transaction.placeAssertions([[...row.slice(0, 6), 9, null, null] as never]));
		assert.deepEqual(await placed([now]), [[source, relation, target, by, event, a, 0, one, null]]);
		assert.deepEqual(await change((transaction) => transaction.restoreAssertions([unplaced(later)])), [later]);
	});

	it('are of no event that is not applied yet, or that this version applied', async () => {
		const events = [await acceptOne(records()), await applyOne(records())];
		assert.deepEqual(await change((transaction) => transaction.unplacedEvents(events)), []);
	});
}

const unplaced = ([source, relation, target, by, event, record]: PlacedAssertion): Required<Assertion> => [
	...([source, relation, target, by, event, record] as const),
];
