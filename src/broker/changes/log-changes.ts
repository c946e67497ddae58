// Tells the log of changes which assertions came to count and which ceased to, such that a reader
// who applies entry after entry has the same graph.
//
// A reader takes back by provider: who withdraws a link withdraws all that the provider said of
// that relation between these two objects. What still counts of that is therefore asserted again.

import type { BatchDescription } from '../../links/link.ts';
import { provenanceFromText } from '../../links/provenance.ts';
import { isSymmetricCode } from '../../links/relation.ts';
import type { Change, KeptChanges } from '../../store/changes.ts';
import type { Assertion, Id, Placement, RelationshipKey } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';

/** What changed. The assertions are written already. */
export type Changed = {
	/** Assertions that count now and did not before, in the order in which events made them. */
	gained?: readonly Assertion[];
	/** Assertions that counted before and do not now. */
	lost?: readonly Assertion[];
	/**
	 * Relationships of which it is known that no event, whether found or not, asserted them before.
	 */
	newRelationships?: readonly RelationshipKey[];
	/**
	 * Identifiers of works of which the event says different things by different identifiers; `all`:
	 * perhaps any.
	 */
	disputed?: ReadonlySet<Id> | 'all';
};

/**
 * Logs what an event changed, or its withdrawal or restoration. What an event that must not be
 * found yet changed is kept back until a reindex.
 */
export async function logChanges(
	transaction: Transaction,
	event: { sequence: Id; noindex: boolean },
	changed: Changed,
): Promise<void> {
	const { gained = [], lost = [], newRelationships = [], disputed = new Set<Id>() } = changed;
	if (gained.length + lost.length === 0) return;
	const isOwn = ([, , , , of]: Assertion) => of === event.sequence;
	// What an event itself made is found when the event is.
	const hidden =
		lost.length === 0 && gained.every(isOwn) ? new Set<Id>() : new Set(await transaction.unindexedEvents());
	// Nobody was told of those that were hidden; and one may count still, in another record.
	const counting = new Set(lost.length === 0 ? [] : await transaction.counting(lost));
	const told = lost.filter(([, , , , of], position) => !hidden.has(of) && !counting.has(position));
	if (event.noindex) {
		await transaction.keepChanges({ event: event.sequence, gained, lost: told });
		return;
	}
	await keepUnindexed(transaction, gained, hidden);
	const seen = distinct(gained.filter(([, , , , of]) => !hidden.has(of)));
	const withdrawn = await withdrawals(transaction, event.sequence, told, seen);
	const asserted = await assertionsOf(transaction, seen, { lost: told, newRelationships });
	const changes = asserted.map((change) => wordOf(change, event.sequence, disputed));
	await transaction.logChanges(event.sequence, [...withdrawn, ...changes]);
}

/** An entry tells what its event said, unless other words may be the last of its works. */
function wordOf(change: Change, event: Id, disputed: ReadonlySet<Id> | 'all'): Change {
	const isDisputed = disputed === 'all' || disputed.has(change.source) || disputed.has(change.target);
	return change.event === event && !isDisputed ? change : { ...change, words: 'known' };
}

/**
 * Logs what events gained that were applied together, each its own assertions: `gained` has those
 * of all in the order of events. All of them may be found, or none.
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
			await transaction.keepChanges({ event, gained: own, lost: [] });
		}
		return;
	}
	const changes = await assertionsOf(transaction, distinct(gained), { lost: [], newRelationships });
	for (const [event, own] of Map.groupBy(changes, ({ event }) => event)) {
		const words = disputed.get(event) ?? new Set<Id>();
		await transaction.logChanges(
			event,
			own.map((change) => wordOf(change, event, words)),
		);
	}
}

/** Logs what was kept back of an event that may be found now, as far as it still holds. */
export async function logKept(transaction: Transaction, { event, gained, lost }: KeptChanges): Promise<void> {
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

/** Keeps what counts again and is of events that must not be found yet. */
async function keepUnindexed(
	transaction: Transaction,
	gained: readonly Assertion[],
	hidden: ReadonlySet<Id>,
): Promise<void> {
	if (hidden.size === 0) return;
	const ofUnindexed = gained.filter(([, , , , of]) => hidden.has(of));
	for (const [event, rows] of Map.groupBy(ofUnindexed, ([, , , , of]) => of)) {
		await transaction.keepChanges({ event, gained: rows, lost: [] });
	}
}

/** Names a relationship between two identifiers; a symmetric one is the same from both ends. */
function nameOf(source: Id, relation: number, target: Id): string {
	const isReversed = isSymmetricCode(relation) && source > target;
	return isReversed ? `${target} ${relation} ${source}` : `${source} ${relation} ${target}`;
}

/** Makes the entries of what was lost, and of what is to be said again after it. */
async function withdrawals(
	transaction: Transaction,
	event: Id,
	lost: readonly Assertion[],
	gained: readonly Assertion[],
): Promise<Change[]> {
	if (lost.length === 0) return [];
	const isGained = new Set(gained.map((assertion) => toldOf(assertion).join(' ')));
	const remaining = await remainingOf(transaction, lost);
	const provenances = [...lost, ...[...remaining.values()].flat()].map(([, , , by]) => by);
	const providers = await providersOf(transaction, provenances);
	const changes: Change[] = [];
	for (const [name, rows] of Map.groupBy(lost, ([source, relation, target]) => nameOf(source, relation, target))) {
		const still = remaining.get(name) ?? [];
		const isLast = !still.some(([source, relation, target]) => nameOf(source, relation, target) === name);
		const gone = new Set(rows.map(([, , , by]) => providers.get(by)));
		const told = new Map(rows.map((row) => [toldOf(row).join(' '), row]));
		let left = told.size;
		for (const [source, relation, target, provenance, of] of told.values()) {
			left--;
			const isEdge = isLast && left === 0;
			changes.push({ kind: 'withdrawn', isEdge, source, relation, target, provenance, event: of, words: 'known' });
		}
		for (const one of still) {
			const [source, relation, target, provenance] = one;
			if (isGained.has(one.join(' ')) || !gone.has(providers.get(provenance))) continue;
			changes.push({ kind: 'asserted', isEdge: false, source, relation, target, provenance, event, words: 'known' });
		}
	}
	return changes;
}

/** An assertion as an entry tells it, whichever event made it. */
type Told = readonly [source: Id, relation: number, target: Id, provenance: Id];

function toldOf([source, relation, target, provenance]: Assertion): Told {
	return [source, relation, target, provenance];
}

/**
 * Reads what still counts between the ends of relationships that lost an assertion, by their names:
 * also between identifiers that are the same by rule, since a withdrawal names all of them.
 */
async function remainingOf(transaction: Transaction, lost: readonly Assertion[]): Promise<Map<string, Told[]>> {
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
	const remaining = new Map<string, Told[]>();
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

/** Makes the entries of what was gained; the first of each new relationship says so. */
async function assertionsOf(
	transaction: Transaction,
	gained: readonly Assertion[],
	{ lost, newRelationships }: { lost: readonly Assertion[]; newRelationships: readonly RelationshipKey[] },
): Promise<Change[]> {
	const heard = new Set(lost.map(([source, relation, target]) => nameOf(source, relation, target)));
	const isUnheard = new Set(
		newRelationships.flatMap(([source, relation, target]) =>
			isSymmetricCode(relation) ? [] : [nameOf(source, relation, target)],
		),
	);
	const open = gained.filter(([source, relation, target]) => {
		const name = nameOf(source, relation, target);
		return !heard.has(name) && !isUnheard.has(name);
	});
	const events = [...new Set(gained.map(([, , , , of]) => of))];
	const relationships = open.map(([source, relation, target]): RelationshipKey => [source, relation, target]);
	for (const position of await transaction.areAssertedByOthers(relationships, events)) {
		const [source, relation, target] = relationships[position] as RelationshipKey;
		heard.add(nameOf(source, relation, target));
	}
	return gained.map(([source, relation, target, provenance, event]) => {
		const name = nameOf(source, relation, target);
		const isEdge = !heard.has(name);
		heard.add(name);
		return { kind: 'asserted', isEdge, source, relation, target, provenance, event, words: 'asserted' };
	});
}

/** Leaves out the same assertion of the same event in another record. */
function distinct(assertions: readonly Assertion[]): Assertion[] {
	return [...new Map(assertions.map((one) => [`${toldOf(one).join(' ')} ${one[4]}`, one])).values()];
}

/** Answers the identifiers of such works; `places` has those of the batch in its order. */
export function disputedWorks(
	descriptions: readonly BatchDescription[],
	places: readonly Placement[],
): ReadonlySet<Id> {
	const disputed = new Set<Id>();
	const byWork = Map.groupBy(descriptions, ([position]) => (places[position] as Placement).identity);
	for (const said of byWork.values()) {
		const texts = Map.groupBy(said, ([position]) => position);
		const different = new Set(Array.from(texts.values(), (own) => own.map(([, , text]) => text).join('\n')));
		if (different.size > 1) for (const position of texts.keys()) disputed.add((places[position] as Placement).id);
	}
	return disputed;
}
