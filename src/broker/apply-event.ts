// Applies events to the records, whole: identifiers, assertions, groups, descriptions, and the
// outbox of the search index.
import type { Joint } from '../links/grouping.ts';
import type { LinkBatch } from '../links/link.ts';
import { type EventCounts, noCounts } from '../links/link-event.ts';
import { joinsGroups, relationCode } from '../links/relation.ts';
import type { ClaimedEvent } from '../store/claims.ts';
import {
	type AnyAssertion,
	type Described,
	distinctRelationships,
	type Id,
	type PlacedAssertion,
	type RelationshipKey,
} from '../store/graph.ts';
import type { Transaction } from '../store/records.ts';
import { logGains } from './changes/log-changes.ts';
import {
	type CombinedBatch,
	type CombinedEvent,
	combineBatches,
	type Interned,
	type InternedBatch,
	internBatch,
	placedAssertions,
} from './combine-batches.ts';
import { enqueueIndexWork } from './enqueue-index-work.ts';
import { endsOf, type Merged, mergeGroups } from './merge-groups.ts';
import { type DescribedPositions, recordDescribed, resolveDescriptions } from './resolve-descriptions.ts';
import { applyWithdrawal, readWithdrawals, withdraw } from './withdrawing/apply-withdrawals.ts';
import { retireUnnamed } from './withdrawing/recompute.ts';

/** Whether one transaction at a time writes; where others do, the groups touched are locked. */
type Writing = { singleWriter: boolean };

/**
 * Applies an event in a transaction and returns its counts; the caller finishes the event in the
 * same transaction. Applying it again changes nothing.
 */
export async function applyEvent(
	transaction: Transaction,
	event: ClaimedEvent,
	batch: LinkBatch,
	records: Writing,
): Promise<EventCounts> {
	const [counts] = await applyEvents(transaction, [{ batch: combineBatches([{ event, batch }]) }], records);
	return counts as EventCounts;
}

/**
 * Applies events in the order of acceptance, those of a combined batch as one, with the same result
 * as one after the other. Returns the counts of each.
 */
export async function applyEvents(
	transaction: Transaction,
	batches: readonly InternedBatch[],
	records: Writing,
): Promise<EventCounts[]> {
	const isWithdrawing = batches.some(({ batch }) => batch.events[0]?.event.action !== 'assert');
	await transaction.lockWithdrawing(isWithdrawing ? 'exclusive' : 'share');
	const counts: EventCounts[] = [];
	for (const { batch, interned } of batches) {
		for (const one of await applyCombined(transaction, batch, interned, records)) counts.push(one);
	}
	return counts;
}

async function applyCombined(
	transaction: Transaction,
	batch: CombinedBatch,
	ahead: Interned | undefined,
	records: Writing,
): Promise<EventCounts[]> {
	const [{ event, batch: own }] = batch.events as [CombinedEvent];
	if (event.action === 'withdraw') return [await applyWithdrawal(transaction, event, own)];
	const interned = ahead ?? (await internBatch(transaction, batch, records.singleWriter ? 'known' : 'reserved'));
	const counts = await applyAssertions(transaction, batch, interned, records);
	if (event.action === 'assert') return counts;
	const taking = await readWithdrawals(transaction, event, own);
	const { withdrawn, splitGroups } = await withdraw(transaction, event, taking);
	return counts.map((one) => ({ ...one, withdrawn, splitGroups }));
}

async function applyAssertions(
	transaction: Transaction,
	batch: CombinedBatch,
	interned: Interned,
	records: Writing,
): Promise<EventCounts[]> {
	const asserted = await assertLinks(transaction, batch, interned);
	const described = await recordDescribed(transaction, batch, interned, asserted.counting);
	const named = await placeNamed(transaction, batch, { interned, asserted, described }, records);
	const joints = jointsOf(batch, named.identified, asserted, named.retired);
	const merged = await mergeGroups(transaction, named.identified, joints, named.created);
	const resolved = await resolveDescriptions(transaction, batch.first, { ...named, described, merged });

	const { places } = merged;
	const created = createdByEach(batch, named);
	const entries = batch.events.map((one, at) => {
		const { relationships, newRelationships } = ofEvent(asserted, one);
		const touched = touchedBy(one, batch, merged);
		const versioned = newRelationships
			.filter(([, relation]) => relation === relationCode.HasVersion)
			.map(([source]) => source);
		const regrouped = [...merged.regrouped].filter(touched);
		const changed = [...(created[at] as Id[]), ...resolved.changed.filter(touched), ...regrouped, ...versioned];
		return { event: one.event.sequence, relationships, changed: [...new Set(changed)], regrouped, separated: [] };
	});
	await enqueueIndexWork(transaction, batch, entries, places);
	const { gained, newRelationships } = asserted;
	await logGains(transaction, batch, { gained, newRelationships, reordered: resolved.reordered });
	return batch.events.map((one, at) => ({
		...noCounts,
		...one.batch.counts,
		newRelationships: ofEvent(asserted, one).newRelationships.filter(isBetweenObjects(batch, named)).length,
		newIdentifiers: created[at]?.length ?? 0,
		mergedGroups: merged.mergedGroups[at] as number,
	}));
}

type OfEvent = {
	/** All relationships between works that it asserts: their histories may have changed. */
	relationships: RelationshipKey[];
	/** The relationships that no event had asserted before. */
	newRelationships: RelationshipKey[];
};

type Asserted = {
	byEvent: ReadonlyMap<Id, OfEvent>;
	/** Positions of the batch's assertions that count. */
	counting: readonly number[];
	/** Assertions that did not count before, and relationships that no event had asserted. */
	gained: PlacedAssertion[];
	newRelationships: RelationshipKey[];
};

function ofEvent({ byEvent }: Asserted, { event }: CombinedEvent): OfEvent {
	return byEvent.get(event.sequence) ?? { relationships: [], newRelationships: [] };
}

async function assertLinks(transaction: Transaction, batch: CombinedBatch, interned: Interned): Promise<Asserted> {
	const asserted = placedAssertions(batch, interned, (at) => batch.assertions[at]?.[8] as Id);
	const again = await transaction.appliedAmong(batch.events.map(({ event }) => event.sequence));
	if (again.size > 0) await transaction.placeAssertions(asserted);
	const withdrawn = await findWithdrawn(transaction, batch.first, asserted);
	await transaction.assert(
		asserted.filter((_, at) => withdrawn.has(at)),
		'withdrawn',
	);
	const counting = [...asserted.keys()].filter((at) => !withdrawn.has(at));
	const rows = counting.map((at) => asserted[at] as PlacedAssertion);
	const known = again.size > 0 ? await transaction.counting(rows) : [];
	const newRelationships = await transaction.assert(rows);
	return {
		byEvent: shareOut(batch, rows, newRelationships),
		counting,
		gained: withoutThose(rows, known),
		newRelationships,
	};
}

/** Lists what each event asserts. A new relationship of several events belongs to the first. */
function shareOut(
	{ events }: CombinedBatch,
	counting: readonly AnyAssertion[],
	newRelationships: readonly RelationshipKey[],
): Map<Id, OfEvent> {
	const betweenWorks = (assertions: readonly AnyAssertion[]) =>
		distinctRelationships(assertions).filter(([, relation]) => joinsGroups(relation));
	const [{ event: first }] = events as [CombinedEvent];
	if (events.length === 1) {
		return new Map([
			[first.sequence, { relationships: betweenWorks(counting), newRelationships: [...newRelationships] }],
		]);
	}
	const byEvent = new Map<Id, OfEvent>();
	for (const [event, own] of Map.groupBy(counting, ([, , , , of]) => of)) {
		byEvent.set(event, { relationships: betweenWorks(own), newRelationships: [] });
	}
	const open = new Map(newRelationships.map((key) => [key.join(' '), key]));
	for (const [source, relation, target, , event] of counting) {
		const name = `${source} ${relation} ${target}`;
		const key = open.get(name);
		if (key) byEvent.get(event)?.newRelationships.push(key);
		open.delete(name);
	}
	return byEvent;
}

function withoutThose<T>(rows: readonly T[], positions: readonly number[]): T[] {
	const those = new Set(positions);
	return rows.filter((_, position) => !those.has(position));
}

/** Finds, by position, assertions that a later event, applied already, withdraws. */
async function findWithdrawn(
	transaction: Transaction,
	first: Id,
	asserted: readonly AnyAssertion[],
): Promise<ReadonlySet<number>> {
	if (!(await transaction.hasEvent({ after: first, withdraws: true }))) return new Set();
	return transaction.withdrawnLater(asserted);
}

type Named = {
	/** Where the identifiers of the batch lie before it merges anything. */
	identified: Interned['found'];
	/** Those that nothing named before. */
	created: ReadonlySet<Id>;
	/** Those that only withdrawn assertions or a replacement name. */
	retired: ReadonlySet<Id>;
};

/** Makes the identifiers of a batch known, and locks the groups that it will change. */
async function placeNamed(
	transaction: Transaction,
	batch: CombinedBatch,
	{ interned, asserted, described }: { interned: Interned; asserted: Asserted; described: DescribedPositions },
	{ singleWriter }: Writing,
): Promise<Named> {
	const identified = singleWriter
		? interned.found
		: await lockNamed(transaction, batch, interned, { asserted, described });
	const created = new Set(identified.filter((one) => one.created).map(({ id }) => id));
	if (!singleWriter && created.size > 0) await transaction.setKnown([...created], true);
	const isEachNamed =
		asserted.counting.length === batch.assertions.length && batch.events[0]?.event.action === 'assert';
	const retired = new Set(isEachNamed ? [] : await retireUnnamed(transaction, created));
	return { identified, created: created.difference(retired), retired };
}

/** Locks groups like lockGroups, also those that identifiers retired meanwhile join by rule. */
async function lockNamed(
	transaction: Transaction,
	batch: CombinedBatch,
	{ found }: Interned,
	{ asserted, described }: { asserted: Asserted; described: DescribedPositions },
): Promise<Interned['found']> {
	for (let before = found; ; ) {
		const joints = jointsOf(batch, before, asserted, new Set()).flat();
		const locked = await lockGroups(transaction, { found: before, joints, described });
		if (locked.every(({ created }, at) => !created || before[at]?.created)) return locked;
		before = locked;
	}
}

/**
 * Lists what joins groups, for each event: new relationships, and what new identifiers are by rule.
 */
function jointsOf(
	{ events }: CombinedBatch,
	found: Interned['found'],
	asserted: Asserted,
	retired: ReadonlySet<Id>,
): Joint[][] {
	return events.map((one) => {
		const placeOf = (position: number) => found[one.places[position] as number] as Interned['found'][number];
		const byRule = one.batch.representatives.flatMap(([identifier, representative]): Joint[] => {
			const { id, created } = placeOf(identifier);
			if (!created || retired.has(id)) return [];
			return [{ kind: 'identity', one: id, other: placeOf(representative).id }];
		});
		return [...byRule, ...ofEvent(asserted, one).newRelationships.flatMap(jointOf)];
	});
}

function jointOf([source, relation, target]: RelationshipKey): Joint[] {
	if (relation === relationCode.IsIdenticalTo) return [{ kind: 'identity', one: source, other: target }];
	if (relation === relationCode.HasVersion) return [{ kind: 'version', one: source, other: target }];
	return [];
}

/** Returns the test for relationships that are not of an object to itself, also by rule. */
function isBetweenObjects(
	{ representatives }: CombinedBatch,
	{ identified }: Named,
): (key: RelationshipKey) => boolean {
	const idAt = (position: number) => identified[position]?.id as Id;
	const represented = new Map(representatives.map(([one, other]) => [idAt(one), idAt(other)]));
	const nameOf = (id: Id) => represented.get(id) ?? id;
	return ([source, , target]) => nameOf(source) !== nameOf(target);
}

/** Lists the identifiers that each event created: of those that several name, the first did. */
function createdByEach({ events }: CombinedBatch, { identified, created }: Named): Id[][] {
	if (events.length === 1) return [[...created]];
	const open = new Set(created);
	return events.map(({ places }) => places.map((place) => identified[place]?.id as Id).filter((id) => open.delete(id)));
}

/** Returns the test for the groups that an event touches: alone, all groups of its batch. */
function touchedBy(
	{ places: own }: CombinedEvent,
	{ events }: CombinedBatch,
	{ places }: Merged,
): (group: Id) => boolean {
	if (events.length === 1) return () => true;
	const groups = new Set(own.flatMap((at) => [places[at]?.identity, places[at]?.version]));
	return (group) => groups.has(group);
}

/** An identifier; `created` as long as nothing that counts names it. */
type Found = Described & { created: boolean };

/** The identifiers of events as found, and what the events will do with them. */
type Touched = { found: readonly Found[]; joints: readonly Joint[]; described: DescribedPositions };

/**
 * Locks for update the groups that the events merge or describe otherwise, and new identifiers; for
 * share the groups that they describe as before. Returns all identifiers as they are once locked.
 * Another transaction may have named or moved them, or described their groups, before the lock; then
 * their new groups are locked too.
 */
async function lockGroups(transaction: Transaction, { found, joints, described }: Touched): Promise<Found[]> {
	const joined = endsOf(joints);
	const ids = found.map(({ id }) => id);
	const descriptionsOf = new Map<Id, Set<Id>>();
	for (const { position, description } of described) {
		descriptionsOf.getOrInsertComputed(ids[position] as Id, () => new Set()).add(description);
	}
	const locked = { update: new Set<Id>(), share: new Set<Id>() };
	for (let waits = true; ; waits = false) {
		const read = await transaction.identifiers(ids, 'all');
		const places = new Map(read.map(({ retired, ...one }): [Id, Found] => [one.id, { ...one, created: retired }]));
		const wanted = groupsToLock(places.values(), joined, descriptionsOf);
		const update = [...wanted.update].filter((group) => !locked.update.has(group));
		const share = [...wanted.share].filter((group) => !locked.update.has(group) && !locked.share.has(group));
		if (update.length + share.length === 0) return ids.map((id) => places.get(id) as Found);
		for (const group of update) locked.update.add(group);
		for (const group of share) locked.share.add(group);
		// Waiting with locks could end in a deadlock: from the second round on, the transaction starts
		// again instead.
		await transaction.lock({ update, share }, { waits });
	}
}

function groupsToLock(
	places: Iterable<Found>,
	joined: ReadonlySet<Id>,
	descriptionsOf: ReadonlyMap<Id, ReadonlySet<Id>>,
): { update: Set<Id>; share: Set<Id> } {
	const update = new Set<Id>();
	const share = new Set<Id>();
	for (const { id, identity, version, description, created } of places) {
		if (created) update.add(id);
		if (joined.has(id)) update.add(identity).add(version);
		const own = descriptionsOf.get(id);
		if (own === undefined) continue;
		const changesNothing = id === identity && own.size === 1 && description !== null && own.has(description);
		(changesNothing ? share : update).add(identity);
	}
	for (const group of update) share.delete(group);
	return { update, share };
}
