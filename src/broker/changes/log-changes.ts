// Logs the assertions that came to count or ceased to. A reader that applies every entry in order
// has the same graph.
//
// A reader withdraws by provider: withdrawing a link withdraws every assertion of the provider with
// that relation between these two objects. Those that still count are therefore asserted again.
// A reader accepts descriptions in the order of the log. Where that is not the order in which the
// events were accepted, the assertions that decide the description of a work are asserted again.

import type { Description } from '../../links/description.ts';
import { provenanceFromText } from '../../links/provenance.ts';
import { isSymmetricCode } from '../../links/relation.ts';
import { type Change, placeOf, type UnindexedDelta } from '../../store/changes.ts';
import {
	type AnyAssertion,
	type Assertion,
	byPlace,
	type Id,
	type PlacedAssertion,
	type RelationshipKey,
} from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import { decidingDescriptions } from '../deciding-descriptions.ts';

/** What changed; the assertions are written already. */
export type Changed = {
	/** Assertions that count now and did not before, in the order in which events made them. */
	gained?: readonly AnyAssertion[];
	/** Assertions that counted before and do not now. */
	lost?: readonly Assertion[];
	/** Relationships that no event, indexed or not, had asserted before. */
	newRelationships?: readonly RelationshipKey[];
	/** Identity groups whose descriptions may be in another order for a reader; 'all': of all ends. */
	reordered?: Iterable<Id> | 'all';
};

/**
 * Logs what an event, its withdrawal or its restoration changed. The changes of an unindexed event
 * wait until a reindex.
 */
export async function logChanges(
	transaction: Transaction,
	event: { sequence: Id; noindex: boolean },
	changed: Changed,
): Promise<void> {
	const { gained = [], lost = [], newRelationships = [], reordered = [] } = changed;
	if (gained.length + lost.length === 0) return;
	const isOwn = ([, , , , of]: AnyAssertion) => of === event.sequence;
	// An event's own assertions are searchable when the event is.
	const unindexed =
		lost.length === 0 && gained.every(isOwn) ? new Set<Id>() : new Set(await transaction.unindexedEvents());
	// The log has no unindexed assertion. One that still counts in another record is asserted again.
	const logged = lost.filter(([, , , , of]) => !unindexed.has(of));
	if (event.noindex) {
		await transaction.storeUnindexedDelta({ event: event.sequence, gained, lost: logged });
		return;
	}
	await keepUnindexed(transaction, gained, unindexed);
	const seen = distinct(gained.filter(([, , , , of]) => !unindexed.has(of)));
	const { changes: withdrawn, repeated } = await withdrawals(transaction, logged, seen);
	const asserted = await changesOf(transaction, seen, { lost: logged, newRelationships });
	const moved = reordered === 'all' ? [...seen, ...logged, ...repeated] : [...seen, ...repeated];
	const groups = await identitiesOf(
		transaction,
		moved.flatMap(([source, , target]) => [source, target]),
	);
	const again = await describedAgain(transaction, [...(reordered === 'all' ? [] : reordered), ...groups]);
	await transaction.logChanges(event.sequence, [...withdrawn, ...asserted, ...again]);
}

/** Lists the Identity groups of identifiers. */
async function identitiesOf(transaction: Transaction, ids: readonly Id[]): Promise<Id[]> {
	if (ids.length === 0) return [];
	return (await transaction.identifiers([...new Set(ids)])).map(({ identity }) => identity);
}

/**
 * Makes the entries that assert again, in their order, the latest descriptions of Identity groups:
 * each has only the description of one end, so that the other end's stay in their order.
 */
async function describedAgain(transaction: Transaction, groups: readonly Id[]): Promise<Change[]> {
	if (groups.length === 0) return [];
	const members = await transaction.members('identity', [...new Set(groups)]);
	const asserted = await transaction.searchableDescriptions(members.map(({ id, identity }) => [id, identity]));
	const disputed = [...Map.groupBy(asserted, ([group]) => group).values()].filter(
		(own) => new Set(own.map(([, , , , description]) => description)).size > 1,
	);
	const texts = new Map(
		await transaction.texts('description', [...new Set(disputed.flat().map(([, , , , description]) => description))]),
	);
	const deciding = disputed.flatMap((own) => {
		// The doctor reports lost texts; here they do not count.
		const there = own.filter(([, , , , id]) => texts.has(id));
		const inOrder = there.toSorted((one, other) => one[2] - other[2] || one[3] - other[3]);
		const descriptions = inOrder.map(([, , , , id]) => JSON.parse(texts.get(id) as string) as Description);
		return decidingDescriptions(descriptions).map((at) => inOrder[at] as (typeof inOrder)[number]);
	});
	const again = await transaction.describingAssertions(
		deciding.map(([, identifier, event, place]) => [identifier, event, place]),
	);
	return again.map(({ assertion, end }) => ({ ...assertedChange(assertion, false), descriptions: end }));
}

function assertedChange(assertion: AnyAssertion, isEdge: boolean): Change {
	const [source, relation, target, provenance, event] = assertion;
	const of = { source, relation, target, provenance, event, ...placeOf(assertion) };
	return { kind: 'asserted', isEdge, ...of, descriptions: 'asserted' };
}

/**
 * Logs the assertions gained by events that were applied together; `gained` has them in the order of
 * events. Either all of these events are indexed or none is.
 */
export async function logGains(
	transaction: Transaction,
	{ noindex }: { noindex: boolean },
	{
		gained,
		newRelationships,
		reordered,
	}: {
		gained: readonly PlacedAssertion[];
		newRelationships: readonly RelationshipKey[];
		/** See Changed. */
		reordered: readonly Id[];
	},
): Promise<void> {
	if (gained.length === 0) return;
	if (noindex) {
		for (const [event, own] of Map.groupBy(gained, ([, , , , of]) => of)) {
			await transaction.storeUnindexedDelta({ event, gained: own, lost: [] });
		}
		return;
	}
	const changes = await changesOf(transaction, distinct(gained), { lost: [], newRelationships });
	const again = await describedAgain(transaction, reordered);
	const byEvent = [...Map.groupBy(changes, ({ event }) => event)];
	for (const [at, [event, own]] of byEvent.entries()) {
		await transaction.logChanges(event, at === byEvent.length - 1 ? [...own, ...again] : own);
	}
}

/** Logs the waiting changes of an event that is indexed now, as far as they still hold. */
export async function logUnindexedDelta(
	transaction: Transaction,
	{ event, gained, lost }: UnindexedDelta,
): Promise<void> {
	const countingStill = new Set(await transaction.counting(gained));
	await logChanges(
		transaction,
		{ sequence: event, noindex: false },
		{
			gained: gained.filter((_, position) => countingStill.has(position)),
			lost,
			reordered: 'all',
		},
	);
}

/** Lets assertions of unindexed events that count again wait for a reindex. */
async function keepUnindexed(
	transaction: Transaction,
	gained: readonly AnyAssertion[],
	unindexed: ReadonlySet<Id>,
): Promise<void> {
	if (unindexed.size === 0) return;
	const ofUnindexed = gained.filter(([, , , , of]) => unindexed.has(of));
	for (const [event, rows] of Map.groupBy(ofUnindexed, ([, , , , of]) => of)) {
		await transaction.storeUnindexedDelta({ event, gained: rows, lost: [] });
	}
}

/** Names a relationship between two identifiers; a symmetric one is the same from both ends. */
function nameOf(source: Id, relation: number, target: Id): string {
	const isReversed = isSymmetricCode(relation) && source > target;
	return isReversed ? `${target} ${relation} ${source}` : `${source} ${relation} ${target}`;
}

/**
 * Makes the entries for lost assertions and, after them, those that assert again what still counts;
 * `repeated` has the assertions of the latter.
 */
async function withdrawals(
	transaction: Transaction,
	lost: readonly Assertion[],
	gained: readonly AnyAssertion[],
): Promise<{ changes: Change[]; repeated: PlacedAssertion[] }> {
	if (lost.length === 0) return { changes: [], repeated: [] };
	const isGained = new Set(gained.map(nameOfRow));
	const remaining = await remainingOf(transaction, lost);
	const provenances = [...lost, ...[...remaining.values()].flat()].map(([, , , by]) => by);
	const providers = await providersOf(transaction, provenances);
	const changes: Change[] = [];
	const repeated = new Map<string, PlacedAssertion>();
	for (const [name, rows] of Map.groupBy(lost, ([source, relation, target]) => nameOf(source, relation, target))) {
		const still = remaining.get(name) ?? [];
		const isLast = !still.some(([source, relation, target]) => nameOf(source, relation, target) === name);
		const withdrawnBy = new Set(rows.map(([, , , by]) => providers.get(by)));
		const distinctRows = new Map(rows.map((row) => [row.slice(0, 4).join(' '), row]));
		let left = distinctRows.size;
		for (const [source, relation, target, provenance, event] of distinctRows.values()) {
			left--;
			const of = { source, relation, target, provenance, event };
			changes.push({ kind: 'withdrawn', isEdge: isLast && left === 0, ...of, descriptions: 'known' });
		}
		for (const one of still) {
			if (isGained.has(nameOfRow(one)) || !withdrawnBy.has(providers.get(one[3]))) continue;
			repeated.set(nameOfRow(one), one);
		}
	}
	const inOrder = [...repeated.values()].sort(byPlace);
	return { changes: [...changes, ...inOrder.map((one) => assertedChange(one, false))], repeated: inOrder };
}

/** Names an assertion of an event at its place. */
function nameOfRow(assertion: AnyAssertion): string {
	const { place = '' } = placeOf(assertion);
	return `${assertion.slice(0, 5).join(' ')} ${place}`;
}

/**
 * Reads the assertions that still count between the ends of relationships that lost one, by
 * relationship. Identifiers that are the same by rule are included: a withdrawal names all of them.
 */
async function remainingOf(
	transaction: Transaction,
	lost: readonly Assertion[],
): Promise<Map<string, PlacedAssertion[]>> {
	const ends = [...new Set(lost.flatMap(([source, , target]) => [source, target]))];
	const same = Map.groupBy(await transaction.sameByRule(ends), ([end]) => end);
	const allOf = (end: Id) => [end, ...(same.get(end) ?? []).map(([, other]) => other)];
	const wanted = new Map<string, { key: RelationshipKey; of: Set<string> }>();
	const want = (key: RelationshipKey, of: string) =>
		wanted.getOrInsertComputed(key.join(' '), () => ({ key, of: new Set() })).of.add(of);
	for (const [source, relation, target] of lost) {
		const name = nameOf(source, relation, target);
		for (const from of allOf(source)) {
			for (const to of allOf(target)) {
				want([from, relation, to], name);
				if (isSymmetricCode(relation)) want([to, relation, from], name);
			}
		}
	}
	const remaining = new Map<string, PlacedAssertion[]>();
	for (const found of await transaction.placedAssertions([...wanted.values()].map(({ key }) => key))) {
		const [source, relation, target] = found;
		const { of } = wanted.get(`${source} ${relation} ${target}`) as { of: Set<string> };
		for (const name of of) remaining.getOrInsertComputed(name, () => []).push(found);
	}
	return remaining;
}

async function providersOf(transaction: Transaction, ids: readonly Id[]): Promise<Map<Id, string>> {
	const texts = await transaction.texts('provenance', [...new Set(ids)]);
	return new Map(texts.map(([id, text]) => [id, provenanceFromText(text).provider]));
}

/** Makes the entries for gained assertions; the first of a new relationship is marked as edge. */
async function changesOf(
	transaction: Transaction,
	gained: readonly AnyAssertion[],
	{ lost, newRelationships }: { lost: readonly Assertion[]; newRelationships: readonly RelationshipKey[] },
): Promise<Change[]> {
	const existing = new Set(lost.map(([source, relation, target]) => nameOf(source, relation, target)));
	const isNew = new Set(
		newRelationships.flatMap(([source, relation, target]) =>
			isSymmetricCode(relation) ? [] : [nameOf(source, relation, target)],
		),
	);
	const open = gained.filter(([source, relation, target]) => {
		const name = nameOf(source, relation, target);
		return !existing.has(name) && !isNew.has(name);
	});
	const events = [...new Set(gained.map(([, , , , of]) => of))];
	const relationships = open.map(([source, relation, target]): RelationshipKey => [source, relation, target]);
	for (const position of await transaction.areAssertedByOthers(relationships, events)) {
		const [source, relation, target] = relationships[position] as RelationshipKey;
		existing.add(nameOf(source, relation, target));
	}
	return gained.map((assertion) => {
		const name = nameOf(assertion[0], assertion[1], assertion[2]);
		const isEdge = !existing.has(name);
		existing.add(name);
		return assertedChange(assertion, isEdge);
	});
}

/** Leaves out the same assertion of the same event in another record. */
function distinct(assertions: readonly AnyAssertion[]): AnyAssertion[] {
	return [...new Map(assertions.map((one) => [nameOfRow(one), one])).values()];
}
