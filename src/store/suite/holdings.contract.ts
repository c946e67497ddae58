// Suite of the records: counting: the parts together are all that is searchable, and one process
// counts at a time.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { noCounts } from '../../links/link-event.ts';
import type { Id } from '../graph.ts';
import type { HoldingsPart } from '../holdings.ts';
import type { Records } from '../records.ts';
import {
	acceptOne,
	applyOne,
	assertAll,
	assertedBy,
	claimOne,
	createIds,
	identifier,
	internDescriptions,
	minute,
	noon,
	type OpenRecords,
	recordsForEach,
	worker,
} from './records.fixture.ts';

export function describeHoldings(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;
	describeParts(records);
	describeNames(records);
	describeKeeping(records);
}

const noWorks = { at: noon, of: [] };

const parts = ['members', 'descriptions', 'spokenOf', 'assertions'] as const;

/** Reads all parts, of this many identifiers each, as one. */
async function allParts(records: Records, size = 100): Promise<Omit<HoldingsPart, 'next'> & { parts: number }> {
	const all = {
		members: [] as unknown[],
		descriptions: [] as unknown[],
		spokenOf: [] as unknown[],
		assertions: [] as unknown[],
		parts: 0,
	};
	for (let after: Id | null = 0; after !== null; ) {
		const part: HoldingsPart = await records.holdingsPart(after, size);
		for (const name of parts) all[name].push(...part[name]);
		all.parts += 1;
		after = part.next;
	}
	for (const name of parts) all[name].sort();
	return all as never;
}

function describeParts(records: () => Records): void {
	it('are empty where nothing is stored', async () => {
		assert.deepEqual(await allParts(records()), {
			...{ members: [], descriptions: [], spokenOf: [], assertions: [] },
			parts: 1,
		});
	});

	it('contain each identifier by its Identity group, and each assertion once, with its last event', async () => {
		const [one = 0, two = 0, three = 0] = await createIds(records(), 3);
		await records().change((transaction) => transaction.move([[three, one]], [[three, one]]));
		await assertAll(records(), [[one, 1, two]]);
		const event = await assertAll(records(), [[one, 1, two]]);
		const { members, spokenOf, assertions } = await allParts(records());
		assert.deepEqual(members.map(([group]) => group).sort(), [one, one, two].sort());
		assert.deepEqual(
			spokenOf.map(([group]) => group),
			[one, two],
		);
		assert.equal(assertions.length, 1);
		assert.deepEqual(assertions[0]?.slice(0, 3), [one, 1, two]);
		assert.equal(assertions[0]?.[4], event);
	});

	it('contain the description of each group', async () => {
		const [one = 0, two = 0] = await createIds(records(), 2);
		const [description] = await internDescriptions(records(), one, ['{"Type":{"Name":"software"}}']);
		await records().change((transaction) => transaction.describe([[one, description ?? null]]));
		await assertAll(records(), [[one, 1, two]]);
		assert.deepEqual((await allParts(records())).descriptions, [[one, '{"Type":{"Name":"software"}}']]);
	});

	it('contain the same whatever their size', async () => {
		const ids = await createIds(records(), 9);
		const [first = 0, , , , , , , , last = 0] = ids;
		await records().change((transaction) => transaction.move([[last, first]], [[last, first]]));
		await assertAll(records(), [
			[last, 1, ids[3] ?? 0],
			[ids[4] ?? 0, 1, first],
			[ids[4] ?? 0, 1, ids[5] ?? 0],
		]);
		const { parts, ...whole } = await allParts(records());
		assert.equal(parts, 1);
		const { parts: many, ...pieces } = await allParts(records(), 2);
		assert.equal(many, 5);
		assert.deepEqual(pieces, whole);
	});

	it('leave out retired identifiers, and what only unindexed events assert', async () => {
		const [one = 0, two = 0, retired = 0] = await createIds(records(), 3);
		await records().change((transaction) => transaction.setKnown([retired], false));
		await assertAll(records(), [[one, 1, two]], { noindex: true });
		const { members, spokenOf, assertions } = await allParts(records());
		assert.deepEqual(
			members.map(([group]) => group),
			[one, two],
		);
		assert.deepEqual([spokenOf, assertions], [[], []]);
	});
}

function describeNames(records: () => Records): void {
	it('names providers as first spelled, provenances by their texts, and when events were accepted', async () => {
		const event = await acceptOne(records(), { now: noon - minute });
		const [provenance] = await records().change(async (transaction) => {
			await transaction.providers(['Zenodo', 'ZENODO'], 'created');
			return transaction.internProvenances(assertedBy('["Zenodo","2018"]'));
		});
		const [stored] = await records().storedProvenances([provenance ?? 0]);
		assert.equal(stored?.text, '["Zenodo","2018"]');
		const { names, acceptedAt } = await records().holdingsNames([stored?.provider ?? 0], [event]);
		assert.deepEqual([names, acceptedAt], [[[stored?.provider, 'Zenodo']], [[event, noon - minute]]]);
	});

	it('returns when the last of the applied events was done', async () => {
		assert.equal(await records().lastAppliedAt(), null);
		const event = await claimOne(records());
		assert.equal(await records().lastAppliedAt(), null);
		await records().change((transaction) => transaction.finish([[event, noCounts]], worker, noon + minute));
		await acceptOne(records());
		assert.equal(await records().lastAppliedAt(), noon + minute);
	});
}

function describeKeeping(records: () => Records): void {
	it('has another label once something is logged, or the index was updated, and the same otherwise', async () => {
		const before = await records().holdingsState();
		await records().change((transaction) => transaction.identify([identifier('new')]));
		assert.equal(await records().holdingsState(), before);
		await records().announceSyncToken('', 'next');
		const announced = await records().holdingsState();
		await records().acknowledge([], await records().currentGeneration(), 'next');
		const acknowledged = await records().holdingsState();
		await applyOne(records(), {}, (transaction, event) =>
			transaction.logChanges(event, [
				{
					kind: 'asserted',
					isEdge: true,
					source: 1,
					relation: 1,
					target: 2,
					provenance: 1,
					event,
					descriptions: 'asserted',
				},
			]),
		);
		const states = [before, announced, acknowledged, await records().holdingsState()];
		assert.equal(new Set(states).size, new Set([before, acknowledged, states[3]]).size);
		assert.notEqual(states[3], acknowledged);
		assert.notEqual(acknowledged, before);
	});

	it('is claimed by one, until it releases the claim or its time is over', async () => {
		const claim = (who: string, now: number) => records().claimCounting(who, now, now + minute);
		assert.equal(await claim('one', noon), true);
		assert.equal(await claim('one', noon), true);
		assert.equal(await claim('other', noon), false);
		assert.equal(await claim('other', noon + 2 * minute), true);
		await records().keepHoldings('one', {}, noWorks);
		assert.equal(await claim('one', noon + 2 * minute), false);
		await records().keepHoldings('other', {}, noWorks);
		assert.equal(await claim('one', noon + 2 * minute), true);
	});

	it('can be claimed where a clock was far ahead', async () => {
		assert.equal(await records().claimCounting('ahead', noon + 1_000 * minute, noon + 1_001 * minute), true);
		assert.equal(await records().claimCounting('right', noon, noon + minute), true);
	});

	it('stores what was counted last, however long', async () => {
		assert.equal(await records().keptHoldings(), undefined);
		await records().keepHoldings('one', { short: 1 }, noWorks);
		assert.deepEqual(await records().keptHoldings(), { short: 1 });
		const long = { names: Array.from({ length: 1_000 }, (_, at) => `provider ${at}`) };
		await records().keepHoldings('one', long, noWorks);
		assert.deepEqual(await records().keptHoldings(), long);
	});
}
