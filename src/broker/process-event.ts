// Applies events to the records, whole: identifiers, assertions, groups, descriptions, and word for the index; knows no engine and no queue.
import {
	countMerges,
	createMover,
	findUnions,
	type Joint,
	type Place,
	planMerges,
	type Unions,
} from '../links/grouping.ts';
import type { LinkBatch } from '../links/link.ts';
import type { EventCounts } from '../links/link-event.ts';
import { unpackTexts } from '../links/packed-texts.ts';
import { relationCode } from '../links/relation.ts';
import {
	type Assertion,
	type ClaimedEvent,
	type Id,
	type LinkRecords,
	lookUp,
	type MarkedRelationship,
	type Placement,
} from '../ports/records/link-store.ts';
import { inSteps } from './in-steps.ts';
import { mostOfMark } from './mark-size.ts';
import {
	type Given,
	type Identified,
	type Merged,
	type Part,
	recordGiven,
	settleDescriptions,
} from './settle-descriptions.ts';

/** An event and what it says. */
export type EventToApply = { event: ClaimedEvent; batch: LinkBatch };

/**
 * Applies events in the transaction of `records`. What comes of them, and what each counts, is what comes of one after the other in the order given, which must be that of
 * their acceptance; together they touch the same pages less often: the statements of a million links in events of 1,000 took 34.4 s, five at a time 30.9. Several only where nobody else writes (`records.exclusive`), and all with
 * `noindex` or none. Applying them again changes nothing but what index and history already hold.
 */
export async function applyEvents(
	records: LinkRecords,
	events: readonly [EventToApply, ...EventToApply[]],
): Promise<[EventCounts, ...EventCounts[]]> {
	const [first, ...others] = events;
	if (others.length > 0 && !records.exclusive) throw new Error('events are applied at a time where nobody else writes');
	if (others.some(({ event }) => event.noindex !== first.event.noindex)) throw new Error('noindex differs');
	const parts = partsOf(events);
	const found = await records.identify(parts.flatMap(({ batch }) => batch.identifiers));
	const created = new Set<Id>();
	for (const one of found) if (one.created) created.add(one.id);
	const asserted = await assertLinks(records, parts, found, created);
	const given = await recordGiven(records, parts, found, created);
	const turns = asserted.map(({ joints }) => joints);
	const identified = await holdGroups(records, found, created, turns.flat(), given);
	const merged = await mergeGroups(records, turns, identified, created);
	const redescribed = new Set(await settleDescriptions(records, first.event, identified, given, merged));

	const joined = placesOf(merged.places, endsOf(turns.flat()));
	const counts: EventCounts[] = [];
	for (const [at, { event, batch, offset }] of parts.entries()) {
		const { relationships, versioned, newRelationships, joints } = asserted[at] as Asserted;
		const end = offset + batch.identifiers.length;
		const touched = merged.places.slice(offset, end);
		// What is left in `created` no earlier one of the events has created.
		const own = touched.map(({ id }) => id).filter((id) => created.delete(id));
		const spokenOf = touched.filter((_, position) => given[offset + position] !== undefined);
		// A group that took in others may read now as it did before, whoever spoke of its parts.
		const described = spokenOf
			.map(({ identity }) => identity)
			.filter((group) => redescribed.has(group) || merged.regrouped.has(group));
		const regrouped = [...groupsOf(joints, joined)].filter((group) => merged.regrouped.has(group));
		const changed = new Set([...own, ...described, ...regrouped, ...versioned]);
		await tellIndex(records, event, { relationships, changed, regrouped, touched });
		const mergedGroups = merged.mergedGroups[at] as number;
		counts.push({ ...batch.counts, newRelationships, newIdentifiers: own.length, mergedGroups });
	}
	return counts as [EventCounts, ...EventCounts[]];
}

/** Lists the groups, at either level, that the ends of joints lie in. */
function groupsOf(joints: readonly Joint[], places: ReadonlyMap<Id, Place>): ReadonlySet<Id> {
	const ends = [...endsOf(joints)].map((id) => places.get(id) as Place);
	return new Set(ends.flatMap(({ identity, version }) => [identity, version]));
}

function partsOf(events: readonly EventToApply[]): Part[] {
	let offset = 0;
	return events.map((one) => {
		const part = { ...one, offset };
		offset += one.batch.identifiers.length;
		return part;
	});
}

/** What became of the assertions of one event. */
type Asserted = {
	/** Those that the index is told of. */
	relationships: MarkedRelationship[];
	joints: Joint[];
	/** Identifiers that gained a version: what stands for their Version group may be another object now. */
	versioned: Id[];
	newRelationships: number;
};

async function assertLinks(
	records: LinkRecords,
	parts: readonly Part[],
	identified: readonly Placement[],
	created: ReadonlySet<Id>,
): Promise<Asserted[]> {
	const provenances = await records.internProvenances(parts.flatMap(({ batch }) => unpackTexts(batch.provenances)));
	const rows: Assertion[] = [];
	let firstProvenance = 0;
	for (const { event, batch, offset } of parts) {
		for (let at = 0; at < batch.assertions.length; at += 4) {
			const source = (identified[offset + (batch.assertions[at] as number)] as Placement).id;
			const relation = batch.assertions[at + 1] as number;
			const target = (identified[offset + (batch.assertions[at + 2] as number)] as Placement).id;
			const provenance = provenances[firstProvenance + (batch.assertions[at + 3] as number)] as Id;
			rows.push([source, relation, target, provenance, event.sequence]);
		}
		firstProvenance += batch.provenances.ends.length;
	}
	const spoken = distinctRelationships(rows);
	const known = await findKnown(records, spoken, created);
	await records.assert(rows);

	const asserted = new Map(
		parts.map(({ event }): [Id, Asserted] => [
			event.sequence,
			{ relationships: [], joints: [], versioned: [], newRelationships: 0 },
		]),
	);
	for (const one of spoken) {
		const { relationship, isFirst } = one;
		const [source, relation] = relationship;
		const of = asserted.get(one.event) as Asserted;
		const isFresh = isFirst && !known.has(one);
		if (relation <= relationCode.IsRelatedTo) {
			const isTold = isFresh && (records.exclusive || isOfCreated(relationship, created));
			of.relationships.push(isTold ? relationship : toLookUp(relationship));
		}
		if (!isFresh) continue;
		of.newRelationships++;
		of.joints.push(...jointOf(relationship));
		if (relation === relationCode.HasVersion) of.versioned.push(source);
	}
	return parts.map(({ event }) => asserted.get(event.sequence) as Asserted);
}

/** A relationship that an event asserts, with its provenance where the event tells one alone; `isFirst`: none of the events before it asserts it. */
type Spoken = { relationship: MarkedRelationship; event: Id; isFirst: boolean };

/** Puts assertions in order and names each relationship of each event once. */
function distinctRelationships(rows: Assertion[]): Spoken[] {
	rows.sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2] || one[4] - other[4]);
	const distinct: Spoken[] = [];
	let last: Spoken | undefined;
	for (const [source, relation, target, provenance, event] of rows) {
		const [lastSource, lastRelation, lastTarget] = last?.relationship ?? [];
		const isAgain = lastSource === source && lastRelation === relation && lastTarget === target;
		if (last && isAgain && last.event === event) {
			last.relationship = toLookUp(last.relationship);
			continue;
		}
		last = { relationship: [source, relation, target, provenance], event, isFirst: !isAgain };
		distinct.push(last);
	}
	return distinct;
}

/** Finds the relationships that some event applied before has asserted. */
async function findKnown(
	records: LinkRecords,
	spoken: readonly Spoken[],
	created: ReadonlySet<Id>,
): Promise<ReadonlySet<Spoken>> {
	const doubtful = spoken.filter(({ relationship, isFirst }) => isFirst && !isOfCreated(relationship, created));
	const areNew = await records.areNew(
		doubtful.map(({ relationship: [source, relation, target] }) => [source, relation, target]),
	);
	return new Set(doubtful.filter((_, position) => !areNew[position]));
}

/** Tells a relationship that nobody else can have asserted: of one of its ends nobody else knows before this event is applied. */
function isOfCreated([source, , target]: MarkedRelationship, created: ReadonlySet<Id>): boolean {
	return created.has(source) || created.has(target);
}

function toLookUp([source, relation, target]: MarkedRelationship): MarkedRelationship {
	return [source, relation, target, lookUp];
}

function jointOf([source, relation, target]: MarkedRelationship): Joint[] {
	if (relation === relationCode.IsIdenticalTo) return [{ kind: 'identity', one: source, other: target }];
	if (relation === relationCode.HasVersion) return [{ kind: 'version', one: source, other: target }];
	return [];
}

/**
 * Keeps other events from changing the groups that this one is about to change (merge, describe anew) or agrees with, and answers the
 * identifiers as they are then: another event may have moved them meanwhile.
 */
async function holdGroups(
	records: LinkRecords,
	found: readonly Identified[],
	created: ReadonlySet<Id>,
	joints: readonly Joint[],
	given: Given,
): Promise<readonly Identified[]> {
	if (records.exclusive) return found;
	const joined = endsOf(joints);
	const places = new Map<Id, Identified>();
	const saidOf = new Map<Id, Id>();
	found.forEach((one, position) => {
		const said = given[position];
		if (said !== undefined) saidOf.set(one.id, said);
		// What this event has created nobody else sees yet.
		if (!created.has(one.id) && (said !== undefined || joined.has(one.id))) places.set(one.id, one);
	});
	const held = { change: new Set<Id>(), agree: new Set<Id>() };
	for (;;) {
		const change = new Set<Id>();
		const agree = new Set<Id>();
		for (const { id, identity, version, description } of places.values()) {
			if (joined.has(id)) change.add(identity).add(version);
			const said = saidOf.get(id);
			if (said !== undefined) (id === identity && said === description ? agree : change).add(identity);
		}
		const toChange = [...change].filter((group) => !held.change.has(group));
		const toAgree = [...agree].filter((group) => !held.change.has(group) && !held.agree.has(group));
		if (toChange.length + toAgree.length === 0) return found.map((one) => places.get(one.id) ?? one);
		for (const group of toChange) held.change.add(group);
		for (const group of toAgree) held.agree.add(group);
		const unseen = new Set(places.keys());
		for (const one of await records.hold(toChange, toAgree)) {
			places.set(one.id, one);
			unseen.delete(one.id);
		}
		// Members of groups that are named after another one.
		const moved = unseen.size === 0 ? [] : await records.placements([...unseen]);
		for (const place of moved)
			places.set(place.id, { ...place, description: places.get(place.id)?.description ?? null });
	}
}

async function mergeGroups(
	records: LinkRecords,
	turns: readonly (readonly Joint[])[],
	identified: readonly Identified[],
	created: ReadonlySet<Id>,
): Promise<Merged> {
	const joints = turns.flat();
	const places = placesOf(identified, endsOf(joints));
	const unions = findUnions(joints, places);
	const mergedGroups = countMerges(turns, places);
	if (unions.identity.length === 0 && unions.version.length === 0) {
		return { places: identified, identityUnions: [], regrouped: new Set(), mergedGroups };
	}
	const plan = planMerges(unions, await weighUnions(records, unions, created));
	await records.move(plan.identityMoves, plan.versionMoves);
	const move = createMover(plan);
	return {
		places: identified.map(move),
		identityUnions: stayingOf(unions.identity, plan.identityMoves),
		regrouped: new Set([...plan.identityMoves, ...plan.versionMoves].map(([, to]) => to)),
		mergedGroups,
	};
}

/** Tells where those of the identifiers are that are among the wanted. */
function placesOf(identified: readonly Placement[], wanted: ReadonlySet<Id>): ReadonlyMap<Id, Place> {
	return new Map(identified.filter(({ id }) => wanted.has(id)).map((one) => [one.id, one]));
}

function endsOf(joints: readonly Joint[]): ReadonlySet<Id> {
	return new Set(joints.flatMap(({ one, other }) => [one, other]));
}

function stayingOf(unions: Unions['identity'], moves: readonly (readonly [Id, Id])[]): Merged['identityUnions'] {
	const into = new Map(moves);
	return unions.map((groups) => {
		const [first] = groups as [Id];
		return { groups, staying: into.get(first) ?? first };
	});
}

const firstWeightCap = 64;

/**
 * Weighs the groups of the unions no further than is needed to tell the heaviest of each from the rest. What these events have created is
 * light: no others speak of it.
 */
async function weighUnions(
	records: LinkRecords,
	unions: Unions,
	created: ReadonlySet<Id>,
): Promise<{ identity(group: Id): number; version(group: Id): number }> {
	const weights = { identity: new Map<Id, number>(), version: new Map<Id, number>() };
	for (const kind of ['identity', 'version'] as const) {
		const older = unions[kind].map((set) => set.filter((group) => !created.has(group)));
		for (const group of older.flat()) weights[kind].set(group, 1);
		let undecided = older.filter((set) => set.length > 1);
		for (let cap = firstWeightCap; undecided.length > 0; cap *= 8) {
			const groups = undecided.flat();
			const counted = await records.weigh(kind, groups, cap);
			groups.forEach((group, position) => {
				weights[kind].set(group, counted[position] as number);
			});
			undecided = undecided
				.map((set) => set.filter((group) => (weights[kind].get(group) as number) >= cap))
				.filter((set) => set.length > 1);
		}
	}
	const of = (kind: 'identity' | 'version') => (group: Id) => weights[kind].get(group) ?? 0;
	return { identity: of('identity'), version: of('version') };
}

async function tellIndex(
	records: LinkRecords,
	event: ClaimedEvent,
	news: {
		relationships: readonly MarkedRelationship[];
		changed: ReadonlySet<Id>;
		regrouped: readonly Id[];
		touched: readonly Placement[];
	},
): Promise<void> {
	if (event.noindex) {
		await records.defer(event.sequence, [...news.changed], news.regrouped);
		return;
	}
	const deferred = await records.deferredFor(news.touched);
	if (deferred.changed.length > 0) await records.forgetDeferred(deferred.changed);
	const changed = [...new Set([...news.changed, ...deferred.changed])];
	const regrouped = [...new Set([...news.regrouped, ...deferred.regrouped])];
	if (news.relationships.length + changed.length + regrouped.length === 0) return;
	const told = { relationships: inSteps(news.relationships, mostOfMark), changed: inSteps(changed, mostOfMark) };
	const marks = Math.max(1, told.relationships.length, told.changed.length);
	for (let at = 0; at < marks; at++) {
		await records.mark(event.sequence, {
			relationships: told.relationships[at] ?? [],
			changed: told.changed[at] ?? [],
			regrouped: at === 0 ? regrouped : [],
		});
	}
}
