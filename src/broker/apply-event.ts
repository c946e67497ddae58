// Applies events to the records, whole: identifiers, assertions, groups, descriptions, and the
// outbox of the search index.
import type { Joint } from '../links/grouping.ts';
import type { LinkBatch } from '../links/link.ts';
import { type EventCounts, noCounts } from '../links/link-event.ts';
import { joinsGroups, relationCode } from '../links/relation.ts';
import type { ClaimedEvent } from '../store/events.ts';
import {
	type Assertion,
	type Described,
	distinctRelationships,
	type Id,
	type Placement,
	type RelationshipKey,
} from '../store/graph.ts';
import type { Transaction } from '../store/records.ts';
import { disputedWorks, logGains } from './changes/log-changes.ts';
import {
	type CombinedBatch,
	type CombinedEvent,
	combineBatches,
	type Interned,
	type InternedBatch,
	internBatch,
} from './combine-batches.ts';
import { endsOf, type Merged, mergeGroups } from './merge-groups.ts';
import { nameOfSaid, recordSaid, resolveDescriptions, type Said } from './resolve-descriptions.ts';
import { tellIndex } from './tell-index.ts';
import { applyWithdrawal, readTaking, withdraw } from './withdrawing/apply-withdrawals.ts';
import { forgetUnnamed } from './withdrawing/settle.ts';

/** Whether one transaction at a time writes; where others do, the groups touched are locked. */
type Writing = { singleWriter: boolean };

/**
 * Applies an event in a transaction and answers what it brought; the caller finishes the event in
 * the same transaction. Applying it again changes nothing. `records` says whether others write
 * meanwhile.
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
 * Applies events likewise, in the order of acceptance, those of a combined batch as one: what
 * follows is the same as of one after the other. Answers what each of them brought.
 */
export async function applyEvents(
	transaction: Transaction,
	batches: readonly InternedBatch[],
	records: Writing,
): Promise<EventCounts[]> {
	const isWithdrawing = batches.some(({ batch }) => batch.events[0]?.event.action !== 'assert');
	await transaction.lockWithdrawing(isWithdrawing ? 'exclusive' : 'share');
	const counts: EventCounts[] = [];
	for (const { batch, interned } of batches)
		counts.push(...(await applyCombined(transaction, batch, interned, records)));
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
	const taking = await readTaking(transaction, event, own);
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
	const said = await recordSaid(transaction, batch, interned, asserted.unheeded);
	const named = await placeNamed(transaction, batch, { interned, asserted, said }, records);
	const joints = jointsOf(batch, named.identified, asserted, named.forgotten);
	const merged = await mergeGroups(transaction, named.identified, joints, named.created);
	const redescribed = await resolveDescriptions(transaction, batch.first, { ...named, said, merged });

	const { places } = merged;
	const created = createdByEach(batch, named);
	const told = batch.events.map((one, at) => {
		const { relationships, fresh } = ofEvent(asserted, one);
		const touched = touchedBy(one, batch, merged);
		const versioned = fresh.filter(([, relation]) => relation === relationCode.HasVersion).map(([source]) => source);
		const regrouped = [...merged.regrouped].filter(touched);
		const changed = [...(created[at] as Id[]), ...redescribed.filter(touched), ...regrouped, ...versioned];
		return { event: one.event.sequence, relationships, changed: [...new Set(changed)], regrouped, separated: [] };
	});
	await tellIndex(transaction, batch, told, places);
	const disputed = batch.events.map(
		({ event, batch: { descriptions }, places: own }) =>
			[
				event.sequence,
				disputedWorks(
					descriptions,
					own.map((place) => places[place] as Placement),
				),
			] as const,
	);
	const { gained, newRelationships } = asserted;
	await logGains(transaction, batch, { gained, newRelationships, disputed: new Map(disputed) });
	return batch.events.map((one, at) => ({
		...noCounts,
		...one.batch.counts,
		newRelationships: ofEvent(asserted, one).fresh.length,
		newIdentifiers: created[at]?.length ?? 0,
		mergedGroups: merged.mergedGroups[at] as number,
	}));
}

type OfEvent = {
	/** All relationships between works that it asserts, known or not: their history may be longer. */
	relationships: RelationshipKey[];
	/** The relationships that nobody had asserted before it did. */
	fresh: RelationshipKey[];
};

type Asserted = {
	byEvent: ReadonlyMap<Id, OfEvent>;
	/** Assertions that were not there before, and relationships that nobody had asserted. */
	gained: Assertion[];
	newRelationships: RelationshipKey[];
	/** What of an event asserts nothing that counts; see nameOfSaid. */
	unheeded: ReadonlySet<string>;
};

function ofEvent({ byEvent }: Asserted, { event }: CombinedEvent): OfEvent {
	return byEvent.get(event.sequence) ?? { relationships: [], fresh: [] };
}

async function assertLinks(transaction: Transaction, batch: CombinedBatch, interned: Interned): Promise<Asserted> {
	const idAt = (position: number) => interned.found[position]?.id as Id;
	const said = batch.assertions.map(
		([source, relation, target, provenance, record, event]): Assertion => [
			idAt(source),
			relation,
			idAt(target),
			interned.provenances[provenance] as Id,
			event,
			idAt(record),
		],
	);
	const { counting, unheeded } = await withoutWithdrawn(transaction, batch.first, said);
	const again = await transaction.appliedAmong(batch.events.map(({ event }) => event.sequence));
	const known = again.size > 0 ? await transaction.counting(counting) : [];
	const newRelationships = await transaction.assert(counting);
	return {
		byEvent: shareOut(batch, counting, newRelationships),
		gained: withoutThose(counting, known),
		newRelationships,
		unheeded,
	};
}

/**
 * Tells what each event asserts. What several say that nobody said before, the first of them did.
 */
function shareOut(
	{ events }: CombinedBatch,
	counting: readonly Assertion[],
	newRelationships: readonly RelationshipKey[],
): Map<Id, OfEvent> {
	const betweenWorks = (assertions: readonly Assertion[]) =>
		distinctRelationships(assertions).filter(([, relation]) => joinsGroups(relation));
	const [{ event: first }] = events as [CombinedEvent];
	if (events.length === 1) {
		return new Map([[first.sequence, { relationships: betweenWorks(counting), fresh: [...newRelationships] }]]);
	}
	const byEvent = new Map<Id, OfEvent>();
	for (const [event, own] of Map.groupBy(counting, ([, , , , of]) => of)) {
		byEvent.set(event, { relationships: betweenWorks(own), fresh: [] });
	}
	const open = new Map(newRelationships.map((key) => [key.join(' '), key]));
	for (const [source, relation, target, , event] of counting) {
		const name = `${source} ${relation} ${target}`;
		const key = open.get(name);
		if (key) byEvent.get(event)?.fresh.push(key);
		open.delete(name);
	}
	return byEvent;
}

function withoutThose<T>(rows: readonly T[], positions: readonly number[]): T[] {
	const those = new Set(positions);
	return rows.filter((_, position) => !those.has(position));
}

/**
 * Sets aside what events that were accepted later, but applied already, take back. `unheeded` names
 * the identifiers of which nothing is left that an event asserts.
 */
async function withoutWithdrawn(transaction: Transaction, first: Id, said: readonly Assertion[]) {
	const none = { counting: said, unheeded: new Set<string>() };
	if (!(await transaction.hasEvent({ after: first, withdraws: true }))) return none;
	const taken = await transaction.withdrawnLater(said);
	if (taken.size === 0) return none;
	const [counting, setAside] = [false, true].map((isTaken) => said.filter((_, at) => taken.has(at) === isTaken));
	await transaction.withdrawAssertions(setAside as Assertion[]);
	const endsOf = (assertions: readonly Assertion[]) =>
		new Set(assertions.flatMap(([one, , other, , event]) => [nameOfSaid(one, event), nameOfSaid(other, event)]));
	const heeded = endsOf(counting as Assertion[]);
	return { counting: counting as Assertion[], unheeded: endsOf(setAside as Assertion[]).difference(heeded) };
}

type Named = {
	/** Where the identifiers of the batch lie before it merges anything. */
	identified: Interned['found'];
	/** Those that nothing named before. */
	created: ReadonlySet<Id>;
	/** Those that nothing names still: what was taken back alone does, or a replacement. */
	forgotten: ReadonlySet<Id>;
};

/** Makes the identifiers of a batch known, and locks the groups that it is about to change. */
async function placeNamed(
	transaction: Transaction,
	batch: CombinedBatch,
	{ interned, asserted, said }: { interned: Interned; asserted: Asserted; said: Said },
	{ singleWriter }: Writing,
): Promise<Named> {
	const identified = singleWriter ? interned.found : await lockNamed(transaction, batch, interned, { asserted, said });
	const created = new Set(identified.filter((one) => one.created).map(({ id }) => id));
	if (!singleWriter && created.size > 0) await transaction.setKnown([...created], true);
	const isEachNamed = asserted.unheeded.size === 0 && batch.events[0]?.event.action === 'assert';
	const forgotten = new Set(isEachNamed ? [] : await forgetUnnamed(transaction, created));
	return { identified, created: created.difference(forgotten), forgotten };
}

/**
 * Locks groups as lockGroups does, those too that identifiers join by rule which are gone by now.
 */
async function lockNamed(
	transaction: Transaction,
	batch: CombinedBatch,
	{ found }: Interned,
	{ asserted, said }: { asserted: Asserted; said: Said },
): Promise<Interned['found']> {
	for (let before = found; ; ) {
		const joints = jointsOf(batch, before, asserted, new Set()).flat();
		const locked = await lockGroups(transaction, { found: before, joints, said });
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
	forgotten: ReadonlySet<Id>,
): Joint[][] {
	return events.map((one) => {
		const placeOf = (position: number) => found[one.places[position] as number] as Interned['found'][number];
		const byRule = one.batch.representatives.flatMap(([identifier, representative]): Joint[] => {
			const { id, created } = placeOf(identifier);
			if (!created || forgotten.has(id)) return [];
			return [{ kind: 'identity', one: id, other: placeOf(representative).id }];
		});
		return [...byRule, ...ofEvent(asserted, one).fresh.flatMap(jointOf)];
	});
}

function jointOf([source, relation, target]: RelationshipKey): Joint[] {
	if (relation === relationCode.IsIdenticalTo) return [{ kind: 'identity', one: source, other: target }];
	if (relation === relationCode.HasVersion) return [{ kind: 'version', one: source, other: target }];
	return [];
}

/** Lists the identifiers that each event created: of those that several name, the first did. */
function createdByEach({ events }: CombinedBatch, { identified, created }: Named): Id[][] {
	if (events.length === 1) return [[...created]];
	const open = new Set(created);
	return events.map(({ places }) => places.map((place) => identified[place]?.id as Id).filter((id) => open.delete(id)));
}

/** Tells which groups an event touches; alone, it touches all that its batch does. */
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

/** The identifiers of events as they were found, and what the events are about to do with them. */
type Touched = { found: readonly Found[]; joints: readonly Joint[]; said: Said };

/**
 * Locks the groups that the events merge or describe anew for update, with identifiers that nothing
 * names so far, and those that they describe as they are described already for share. Answers the
 * identifiers as they are once locked, those that are only named included: another transaction may
 * have named them, moved them or described their groups before. Then their new groups are locked as
 * well.
 */
async function lockGroups(transaction: Transaction, { found, joints, said }: Touched): Promise<Found[]> {
	const joined = endsOf(joints);
	const ids = found.map(({ id }) => id);
	const saidOf = new Map<Id, Set<Id>>();
	for (const { position, description } of said) {
		saidOf.getOrInsertComputed(ids[position] as Id, () => new Set()).add(description);
	}
	const locked = { update: new Set<Id>(), share: new Set<Id>() };
	for (let waits = true; ; waits = false) {
		const read = await transaction.identifiers(ids, 'all');
		const places = new Map(read.map(({ retired, ...one }): [Id, Found] => [one.id, { ...one, created: retired }]));
		const wanted = groupsToLock(places.values(), joined, saidOf);
		const update = [...wanted.update].filter((group) => !locked.update.has(group));
		const share = [...wanted.share].filter((group) => !locked.update.has(group) && !locked.share.has(group));
		if (update.length + share.length === 0) return ids.map((id) => places.get(id) as Found);
		for (const group of update) locked.update.add(group);
		for (const group of share) locked.share.add(group);
		// Who holds some and waits for more may be waited for by who holds that: it begins again instead.
		await transaction.lock({ update, share }, { waits });
	}
}

function groupsToLock(
	places: Iterable<Found>,
	joined: ReadonlySet<Id>,
	saidOf: ReadonlyMap<Id, ReadonlySet<Id>>,
): { update: Set<Id>; share: Set<Id> } {
	const update = new Set<Id>();
	const share = new Set<Id>();
	for (const { id, identity, version, description, created } of places) {
		if (created) update.add(id);
		if (joined.has(id)) update.add(identity).add(version);
		const said = saidOf.get(id);
		if (said === undefined) continue;
		const changesNothing = id === identity && said.size === 1 && description !== null && said.has(description);
		(changesNothing ? share : update).add(identity);
	}
	for (const group of update) share.delete(group);
	return { update, share };
}
