// Logs the assertions that came to count or ceased to. A reader that applies every entry in order
// has the same graph.
//
// A reader withdraws by provider: withdrawing a link withdraws every assertion of the provider with
// that relation between these two objects. Those that still count are therefore asserted again.

import type { BatchDescription } from '../../links/link.ts';
import { provenanceFromText } from '../../links/provenance.ts';
import { isSymmetricCode } from '../../links/relation.ts';
import type { Change, UnindexedDelta } from '../../store/changes.ts';
import type { Assertion, Id, Placement, RelationshipKey } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';

/** What changed; the assertions are written already. */
export type Changed = {
	/** Assertions that count now and did not before, in the order in which events made them. */
	gained?: readonly Assertion[];
	/** Assertions that counted before and do not now. */
	lost?: readonly Assertion[];
	/** Relationships that no event, indexed or not, had asserted before. */
	newRelationships?: readonly RelationshipKey[];
	/**
	 * Identifiers of works to which the event gives different descriptions; `all`: any work may be one.
	 */
	disputed?: ReadonlySet<Id> | 'all';
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
	const { gained = [], lost = [], newRelationships = [], disputed = new Set<Id>() } = changed;
	if (gained.length + lost.length === 0) return;
	const isOwn = ([, , , , of]: Assertion) => of === event.sequence;
	// An event's own assertions are searchable when the event is.
	const unindexed =
		lost.length === 0 && gained.every(isOwn) ? new Set<Id>() : new Set(await transaction.unindexedEvents());
	// The log has no unindexed assertion; and a lost one may still count in another record.
	const counting = new Set(lost.length === 0 ? [] : await transaction.counting(lost));
	const logged = lost.filter(([, , , , of], position) => !unindexed.has(of) && !counting.has(position));
	if (event.noindex) {
		await transaction.storeUnindexedDelta({ event: event.sequence, gained, lost: logged });
		return;
	}
	await keepUnindexed(transaction, gained, unindexed);
	const seen = distinct(gained.filter(([, , , , of]) => !unindexed.has(of)));
	const withdrawn = await withdrawals(transaction, event.sequence, logged, seen);
	const asserted = await assertionsOf(transaction, seen, { lost: logged, newRelationships });
	const changes = asserted.map((change) => withKnown(change, event.sequence, disputed));
	await transaction.logChanges(event.sequence, [...withdrawn, ...changes]);
}

/** An entry has the descriptions of its event, unless later ones may exist for its works. */
function withKnown(change: Change, event: Id, disputed: ReadonlySet<Id> | 'all'): Change {
	const isDisputed = disputed === 'all' || disputed.has(change.source) || disputed.has(change.target);
	return change.event === event && !isDisputed ? change : { ...change, descriptions: 'known' };
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
		disputed,
	}: {
		gained: readonly Assertion[];
		newRelationships: readonly RelationshipKey[];
		/** Of each event; see Changed. */
		disputed: ReadonlyMap<Id, ReadonlySet<Id>>;
	},
): Promise<void> {
	if (gained.length === 0) return;
	if (noindex) {
		for (const [event, own] of Map.groupBy(gained, ([, , , , of]) => of)) {
			await transaction.storeUnindexedDelta({ event, gained: own, lost: [] });
		}
		return;
	}
	const changes = await assertionsOf(transaction, distinct(gained), { lost: [], newRelationships });
	for (const [event, ofEvent] of Map.groupBy(changes, ({ event }) => event)) {
		const own = disputed.get(event) ?? new Set<Id>();
		await transaction.logChanges(
			event,
			ofEvent.map((change) => withKnown(change, event, own)),
		);
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
			disputed: 'all',
		},
	);
}

/** Lets assertions of unindexed events that count again wait for a reindex. */
async function keepUnindexed(
	transaction: Transaction,
	gained: readonly Assertion[],
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

/** Makes the entries for lost assertions, and for those to be asserted again after them. */
async function withdrawals(
	transaction: Transaction,
	event: Id,
	lost: readonly Assertion[],
	gained: readonly Assertion[],
): Promise<Change[]> {
	if (lost.length === 0) return [];
	const isGained = new Set(gained.map((assertion) => withoutEvent(assertion).join(' ')));
	const remaining = await remainingOf(transaction, lost);
	const provenances = [...lost, ...[...remaining.values()].flat()].map(([, , , by]) => by);
	const providers = await providersOf(transaction, provenances);
	const changes: Change[] = [];
	for (const [name, rows] of Map.groupBy(lost, ([source, relation, target]) => nameOf(source, relation, target))) {
		const still = remaining.get(name) ?? [];
		const isLast = !still.some(([source, relation, target]) => nameOf(source, relation, target) === name);
		const withdrawnBy = new Set(rows.map(([, , , by]) => providers.get(by)));
		const distinctRows = new Map(rows.map((row) => [withoutEvent(row).join(' '), row]));
		let left = distinctRows.size;
		for (const [source, relation, target, provenance, of] of distinctRows.values()) {
			left--;
			const isEdge = isLast && left === 0;
			changes.push({
				kind: 'withdrawn',
				isEdge,
				source,
				relation,
				target,
				provenance,
				event: of,
				descriptions: 'known',
			});
		}
		for (const one of still) {
			const [source, relation, target, provenance] = one;
			if (isGained.has(one.join(' ')) || !withdrawnBy.has(providers.get(provenance))) continue;
			changes.push({
				kind: 'asserted',
				isEdge: false,
				source,
				relation,
				target,
				provenance,
				event,
				descriptions: 'known',
			});
		}
	}
	return changes;
}

/** An assertion as in an entry, without its event. */
type EventlessAssertion = readonly [source: Id, relation: number, target: Id, provenance: Id];

function withoutEvent([source, relation, target, provenance]: Assertion): EventlessAssertion {
	return [source, relation, target, provenance];
}

/**
 * Reads the assertions that still count between the ends of relationships that lost one, by
 * relationship. Identifiers that are the same by rule are included: a withdrawal names all of them.
 */
async function remainingOf(
	transaction: Transaction,
	lost: readonly Assertion[],
): Promise<Map<string, EventlessAssertion[]>> {
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
	const all = [...wanted.values()];
	const found = await transaction.provenancesOf(all.map(({ key }) => key));
	found.sort(([one, by], [other, otherBy]) => one - other || by - otherBy);
	const remaining = new Map<string, EventlessAssertion[]>();
	for (const [position, provenance] of found) {
		const { key, of } = all[position] as { key: RelationshipKey; of: Set<string> };
		for (const name of of) remaining.getOrInsertComputed(name, () => []).push([...key, provenance]);
	}
	return remaining;
}

async function providersOf(transaction: Transaction, ids: readonly Id[]): Promise<Map<Id, string>> {
	const texts = await transaction.texts('provenance', [...new Set(ids)]);
	return new Map(texts.map(([id, text]) => [id, provenanceFromText(text).provider]));
}

/** Makes the entries for gained assertions; the first of a new relationship is marked as edge. */
async function assertionsOf(
	transaction: Transaction,
	gained: readonly Assertion[],
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
	return gained.map(([source, relation, target, provenance, event]) => {
		const name = nameOf(source, relation, target);
		const isEdge = !existing.has(name);
		existing.add(name);
		return { kind: 'asserted', isEdge, source, relation, target, provenance, event, descriptions: 'asserted' };
	});
}

/** Leaves out the same assertion of the same event in another record. */
function distinct(assertions: readonly Assertion[]): Assertion[] {
	return [...new Map(assertions.map((one) => [`${withoutEvent(one).join(' ')} ${one[4]}`, one])).values()];
}

/** Lists the identifiers of disputed works; `places` has those of the batch in its order. */
export function disputedWorks(
	descriptions: readonly BatchDescription[],
	places: readonly Placement[],
): ReadonlySet<Id> {
	const disputed = new Set<Id>();
	const byWork = Map.groupBy(descriptions, ([position]) => (places[position] as Placement).identity);
	for (const ofWork of byWork.values()) {
		const texts = Map.groupBy(ofWork, ([position]) => position);
		const different = new Set(Array.from(texts.values(), (own) => own.map(([, , text]) => text).join('\n')));
		if (different.size > 1) for (const position of texts.keys()) disputed.add((places[position] as Placement).id);
	}
	return disputed;
}
