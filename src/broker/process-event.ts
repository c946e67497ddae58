// Applies one event to the records, whole: identifiers, assertions, groups, descriptions, and word for the index; knows no engine and no queue.
import { createMover, findUnions, type Joint, planMerges, type Unions } from '../links/grouping.ts';
import type { LinkBatch } from '../links/link.ts';
import type { EventCounts } from '../links/link-event.ts';
import { unpackTexts } from '../links/packed-texts.ts';
import { relationCode } from '../links/relation.ts';
import {
	type ClaimedEvent,
	type Id,
	type LinkRecords,
	lookUp,
	type MarkedRelationship,
	type Placement,
} from '../storage/link-store.ts';
import { inSteps } from './in-steps.ts';
import { mostOfMark } from './mark-size.ts';
import { type Given, type Identified, type Merged, recordGiven, settleDescriptions } from './settle-descriptions.ts';

/** Applies the batch of an event in the transaction of `records`; applying it again changes nothing but what index and history already hold. */
export async function applyEvent(records: LinkRecords, event: ClaimedEvent, batch: LinkBatch): Promise<EventCounts> {
	const found = await records.identify(batch.identifiers);
	const created = new Set<Id>();
	for (const one of found) if (one.created) created.add(one.id);
	const asserted = await assertLinks(records, event, batch, found, created);
	const given = await recordGiven(records, event, batch, found);
	const identified = await holdGroups(records, found, created, asserted.joints, given);
	const merged = await mergeGroups(records, asserted.joints, identified, created);
	const redescribed = await settleDescriptions(records, event, identified, given, merged);

	const changed = new Set([...created, ...redescribed, ...merged.regrouped, ...asserted.versioned]);
	await tellIndex(records, event, {
		relationships: asserted.relationships,
		changed,
		regrouped: merged.regrouped,
		touched: merged.places,
	});
	return {
		...batch.counts,
		newRelationships: asserted.newRelationships,
		newIdentifiers: created.size,
		mergedGroups: merged.mergedGroups,
	};
}

type Asserted = {
	/** Those that join groups. */
	relationships: MarkedRelationship[];
	joints: Joint[];
	/** Identifiers that gained a version: what stands for their Version group may be another object now. */
	versioned: Id[];
	newRelationships: number;
};

async function assertLinks(
	records: LinkRecords,
	event: ClaimedEvent,
	batch: LinkBatch,
	identified: readonly Placement[],
	created: ReadonlySet<Id>,
): Promise<Asserted> {
	const provenances = await records.internProvenances(unpackTexts(batch.provenances));
	const rows: [Id, number, Id, Id][] = [];
	for (let at = 0; at < batch.assertions.length; at += 4) {
		const source = (identified[batch.assertions[at] as number] as Placement).id;
		const relation = batch.assertions[at + 1] as number;
		const target = (identified[batch.assertions[at + 2] as number] as Placement).id;
		const provenance = provenances[batch.assertions[at + 3] as number] as Id;
		rows.push([source, relation, target, provenance]);
	}
	const relationships = distinctRelationships(rows);
	const known = await findKnown(records, relationships, created);
	await records.assert(event.sequence, rows);

	const fresh = known.size === 0 ? relationships : relationships.filter((relationship) => !known.has(relationship));
	return {
		relationships: relationships
			.filter(([, relation]) => relation <= relationCode.IsRelatedTo)
			.map((relationship) =>
				known.has(relationship) || !(records.exclusive || isOfCreated(relationship, created))
					? toLookUp(relationship)
					: relationship,
			),
		joints: fresh.flatMap(jointOf),
		versioned: fresh.filter(([, relation]) => relation === relationCode.HasVersion).map(([source]) => source),
		newRelationships: fresh.length,
	};
}

/** Puts assertions in order and names each relationship once, with its provenance where it has one. */
function distinctRelationships(rows: [Id, number, Id, Id][]): MarkedRelationship[] {
	rows.sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2]);
	const distinct: MarkedRelationship[] = [];
	let last: readonly number[] = [];
	for (const row of rows) {
		const [source, relation, target] = row;
		if (last[0] === source && last[1] === relation && last[2] === target) {
			distinct[distinct.length - 1] = [source, relation, target, lookUp];
		} else distinct.push(row);
		last = row;
	}
	return distinct;
}

/** Finds the relationships that some event has asserted before. */
async function findKnown(
	records: LinkRecords,
	relationships: readonly MarkedRelationship[],
	created: ReadonlySet<Id>,
): Promise<ReadonlySet<MarkedRelationship>> {
	const doubtful = relationships.filter((relationship) => !isOfCreated(relationship, created));
	const areNew = await records.areNew(doubtful.map(([source, relation, target]) => [source, relation, target]));
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
	joints: readonly Joint[],
	identified: readonly Identified[],
	created: ReadonlySet<Id>,
): Promise<Merged> {
	const joined = endsOf(joints);
	const unions = findUnions(joints, new Map(identified.filter(({ id }) => joined.has(id)).map((one) => [one.id, one])));
	if (unions.identity.length === 0 && unions.version.length === 0) {
		return { places: identified, identityUnions: [], regrouped: [], mergedGroups: 0 };
	}
	const plan = planMerges(unions, await weighUnions(records, unions, created));
	await records.move(plan.identityMoves, plan.versionMoves);
	const move = createMover(plan);
	const staying = new Set([...plan.identityMoves, ...plan.versionMoves].map(([, to]) => to));
	return {
		places: identified.map(move),
		identityUnions: stayingOf(unions.identity, plan.identityMoves),
		regrouped: [...staying],
		mergedGroups: plan.mergedGroups,
	};
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
 * Weighs the groups of the unions no further than is needed to tell the heaviest of each from the rest. What this event has created is
 * light: no other event speaks of it.
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
