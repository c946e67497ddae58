// Applies one event to the records, whole: identifiers, assertions, groups, descriptions, and the
// outbox of the search index. It knows no engine and no queue.
import type { Joint } from '../links/grouping.ts';
import type { LinkBatch } from '../links/link.ts';
import { type EventCounts, noCounts } from '../links/link-event.ts';
import { joinsGroups, relationCode } from '../links/relation.ts';
import type { ClaimedEvent } from '../ports/records/events.ts';
import {
	type Assertion,
	distinctRelationships,
	type Id,
	type Placement,
	type RelationshipKey,
} from '../ports/records/graph.ts';
import type { Transaction } from '../ports/records/records.ts';
import { assertionsOf } from './assertions-of.ts';
import { disputedWorks } from './changes/disputed-works.ts';
import { logChanges } from './changes/log-changes.ts';
import { lockGroups } from './lock-groups.ts';
import { mergeGroups } from './merge-groups.ts';
import { recordSaid, resolveDescriptions } from './resolve-descriptions.ts';
import { forgetUnnamed } from './taking-back/forget-unnamed.ts';
import { applyWithdrawal, readTaking, takeBack } from './taking-back/take-back.ts';
import { tellIndex } from './tell-index.ts';

/**
 * Applies an event in a transaction and answers what it brought; the caller finishes the event in
 * the same transaction. Applying it again changes nothing. `singleWriter` is that of the records:
 * where others write meanwhile, the groups that are touched are locked.
 */
export async function applyEvent(
	transaction: Transaction,
	event: ClaimedEvent,
	batch: LinkBatch,
	records: { singleWriter: boolean },
): Promise<EventCounts> {
	await transaction.lockTakingBack(event.action === 'assert' ? 'share' : 'exclusive');
	if (event.action === 'withdraw') return applyWithdrawal(transaction, event, batch);
	const counts = await applyAssertions(transaction, event, batch, records);
	if (event.action === 'assert') return counts;
	const taking = await readTaking(transaction, event, batch);
	const { withdrawn, splitGroups } = await takeBack(transaction, event, taking);
	return { ...counts, withdrawn, splitGroups };
}

async function applyAssertions(
	transaction: Transaction,
	event: ClaimedEvent,
	batch: LinkBatch,
	{ singleWriter }: { singleWriter: boolean },
): Promise<EventCounts> {
	const found = await transaction.identify(batch.identifiers);
	const represented = await noteRepresentatives(transaction, batch, found);
	const asserted = await assertLinks(transaction, event, batch, found);
	const said = await recordSaid(transaction, event, batch, { identified: found, unheeded: asserted.unheeded });
	const created = await keepNamed(transaction, event, found, asserted);
	const byRule = represented.filter(([identifier]) => created.has(identifier));
	const joints = [...byRule.map(([one, other]): Joint => ({ kind: 'identity', one, other })), ...asserted.joints];
	const identified = singleWriter ? found : await lockGroups(transaction, { found, created, joints, said });
	const merged = await mergeGroups(transaction, identified, joints, created);
	const redescribed = await resolveDescriptions(transaction, event, { identified, said, merged });

	await tellIndex(transaction, event, {
		relationships: asserted.relationships,
		changed: [...new Set([...created, ...redescribed, ...merged.regrouped, ...asserted.versioned])],
		regrouped: [...merged.regrouped],
		touched: merged.places,
	});
	await logChanges(transaction, event, {
		gained: asserted.gained,
		unheard: asserted.unheard,
		disputed: disputedWorks(batch.sayings, merged.places),
	});
	return {
		...noCounts,
		...batch.counts,
		newRelationships: asserted.newRelationships,
		newIdentifiers: created.size,
		mergedGroups: merged.mergedGroups,
	};
}

/**
 * Answers the new identifiers; those that only what was taken back names, or a replace event as
 * Sources of which it says nothing, are gone again.
 */
async function keepNamed(
	transaction: Transaction,
	{ action }: ClaimedEvent,
	found: readonly { id: Id; created: boolean }[],
	{ unheeded }: Asserted,
): Promise<Set<Id>> {
	const created = new Set(found.filter((one) => one.created).map(({ id }) => id));
	if (unheeded.size === 0 && action === 'assert') return created;
	return created.difference(new Set(await forgetUnnamed(transaction, created)));
}

type Represented = readonly (readonly [identifier: Id, representative: Id])[];

/** Notes the representatives of new identifiers; answers the pairs. */
async function noteRepresentatives(
	transaction: Transaction,
	{ representatives }: LinkBatch,
	found: readonly { id: Id; created: boolean }[],
): Promise<Represented> {
	const pairs = representatives
		.filter(([identifier]) => found[identifier]?.created)
		.map(([identifier, representative]) => [found[identifier]?.id, found[representative]?.id] as [Id, Id]);
	if (pairs.length > 0) await transaction.represent(pairs);
	return pairs;
}

/** What became of the assertions of an event. */
type Asserted = {
	/** All relationships between works that it asserts, known or not: their history may be longer. */
	relationships: RelationshipKey[];
	/** What new relationships say of groups. */
	joints: Joint[];
	/** Identifiers that gained a version: their Version group may have another head now. */
	versioned: Id[];
	newRelationships: number;
	/** Assertions that were not there before, and relationships that nobody had asserted. */
	gained: Assertion[];
	unheard: RelationshipKey[];
	/** Identifiers with which it asserts nothing that counts. */
	unheeded: ReadonlySet<Id>;
};

async function assertLinks(
	transaction: Transaction,
	event: ClaimedEvent,
	batch: LinkBatch,
	identified: readonly Placement[],
): Promise<Asserted> {
	const ids = identified.map(({ id }) => id);
	const said = await assertionsOf(transaction, event.sequence, batch, ids);
	const { counting, unheeded } = await withoutTakenBack(transaction, event, said);
	const known = (await transaction.wasApplied(event.sequence)) ? await transaction.counting(counting) : [];
	const fresh = await transaction.assert(counting);
	const relationships = distinctRelationships(counting);
	return {
		relationships: relationships.filter(([, relation]) => joinsGroups(relation)),
		joints: fresh.flatMap(jointOf),
		versioned: fresh.filter(([, relation]) => relation === relationCode.HasVersion).map(([source]) => source),
		newRelationships: fresh.length,
		gained: withoutThose(counting, known),
		unheard: fresh,
		unheeded,
	};
}

function withoutThose<T>(rows: readonly T[], positions: readonly number[]): T[] {
	const those = new Set(positions);
	return rows.filter((_, position) => !those.has(position));
}

/**
 * Sets aside what events that were accepted later, but applied already, take back. `unheeded` are
 * the identifiers of which nothing is left that the event asserts.
 */
async function withoutTakenBack(transaction: Transaction, event: ClaimedEvent, said: readonly Assertion[]) {
	const none = { counting: said, unheeded: new Set<Id>() };
	if (!(await transaction.isAnythingTakenBackAfter(event.sequence))) return none;
	const taken = await transaction.takenBackLater(said);
	if (taken.size === 0) return none;
	const [counting, setAside] = [false, true].map((isTaken) => said.filter((_, at) => taken.has(at) === isTaken));
	await transaction.setAside(setAside as Assertion[]);
	const endsOf = (assertions: readonly Assertion[]) => new Set(assertions.flatMap(([one, , other]) => [one, other]));
	const heeded = endsOf(counting as Assertion[]);
	return { counting: counting as Assertion[], unheeded: endsOf(setAside as Assertion[]).difference(heeded) };
}

function jointOf([source, relation, target]: RelationshipKey): Joint[] {
	if (relation === relationCode.IsIdenticalTo) return [{ kind: 'identity', one: source, other: target }];
	if (relation === relationCode.HasVersion) return [{ kind: 'version', one: source, other: target }];
	return [];
}
