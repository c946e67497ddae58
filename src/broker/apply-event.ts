// Applies one event to the records, whole: identifiers, assertions, groups, descriptions, and the
// outbox of the search index. It knows no engine and no queue.
import type { Joint } from '../links/grouping.ts';
import type { LinkBatch } from '../links/link.ts';
import { type EventCounts, noCounts } from '../links/link-event.ts';
import { provenanceFromText, respell } from '../links/provenance.ts';
import { joinsGroups, relationCode } from '../links/relation.ts';
import type { ClaimedEvent } from '../ports/records/events.ts';
import type { Assertion, Id, Placement, ProvenanceText, RelationshipKey } from '../ports/records/graph.ts';
import type { Transaction } from '../ports/records/records.ts';
import { disputedWorks } from './changes/disputed-works.ts';
import { logChanges } from './changes/log-changes.ts';
import { inSteps } from './in-steps.ts';
import { lockGroups } from './lock-groups.ts';
import { mergeGroups } from './merge-groups.ts';
import { recordSaid, resolveDescriptions } from './resolve-descriptions.ts';

/** Bounds what one outbox entry names, so that an entry can be delivered whole. */
const namesPerEntry = 2_500;

/**
 * Applies an event in a transaction and answers what it brought; the caller finishes the event in
 * the same transaction. Applying it again changes nothing. `singleWriter` is that of the records:
 * where others write meanwhile, the groups that are touched are locked.
 */
export async function applyEvent(
	transaction: Transaction,
	event: ClaimedEvent,
	batch: LinkBatch,
	{ singleWriter }: { singleWriter: boolean },
): Promise<EventCounts> {
	const found = await transaction.identify(batch.identifiers);
	const created = new Set(found.filter((one) => one.created).map(({ id }) => id));
	const byRule = await joinByRule(transaction, batch, found);
	const asserted = await assertLinks(transaction, event, batch, found);
	const joints = [...byRule, ...asserted.joints];
	const said = await recordSaid(transaction, event, batch, found);
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

/** Notes the representatives of new identifiers, and answers that they are one with these. */
async function joinByRule(
	transaction: Transaction,
	{ representatives }: LinkBatch,
	found: readonly (Placement & { created: boolean })[],
): Promise<Joint[]> {
	const pairs = representatives
		.filter(([identifier]) => found[identifier]?.created)
		.map(([identifier, representative]) => [found[identifier]?.id, found[representative]?.id] as [Id, Id]);
	if (pairs.length > 0) await transaction.represent(pairs);
	return pairs.map(([one, other]) => ({ kind: 'identity', one, other }));
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
};

async function assertLinks(
	transaction: Transaction,
	event: ClaimedEvent,
	batch: LinkBatch,
	identified: readonly Placement[],
): Promise<Asserted> {
	const provenances = await transaction.internProvenances(await spellProviders(transaction, batch));
	const idAt = (position: number) => (identified[position] as Placement).id;
	const rows = batch.assertions.map(
		([source, relation, target, provenance, record]): Assertion => [
			idAt(source),
			relation,
			idAt(target),
			provenances[provenance] as Id,
			event.sequence,
			idAt(record),
		],
	);
	const known = (await transaction.wasApplied(event.sequence)) ? await transaction.counting(rows) : [];
	const fresh = await transaction.assert(rows);
	return {
		relationships: distinctRelationships(rows).filter(([, relation]) => joinsGroups(relation)),
		joints: fresh.flatMap(jointOf),
		versioned: fresh.filter(([, relation]) => relation === relationCode.HasVersion).map(([source]) => source),
		newRelationships: fresh.length,
		gained: withoutThose(rows, known),
		unheard: fresh,
	};
}

function withoutThose<T>(rows: readonly T[], positions: readonly number[]): T[] {
	const those = new Set(positions);
	return rows.filter((_, position) => !those.has(position));
}

/** Writes the provenances of a batch with each provider spelled as it was received first. */
async function spellProviders(
	transaction: Transaction,
	{ providers, provenances }: LinkBatch,
): Promise<ProvenanceText[]> {
	const spelled = await transaction.internProviders(providers);
	const spellings = new Map(providers.map((name, at) => [name, spelled[at] as string]));
	return provenances.map((text) => {
		const given = provenanceFromText(text).provider;
		const provider = spellings.get(given) as string;
		return { provider, text: provider === given ? text : respell(text, () => provider) };
	});
}

function distinctRelationships(rows: readonly Assertion[]): RelationshipKey[] {
	const distinct = new Map<string, RelationshipKey>();
	for (const [source, relation, target] of rows) {
		distinct.set(`${source} ${relation} ${target}`, [source, relation, target]);
	}
	return [...distinct.values()];
}

function jointOf([source, relation, target]: RelationshipKey): Joint[] {
	if (relation === relationCode.IsIdenticalTo) return [{ kind: 'identity', one: source, other: target }];
	if (relation === relationCode.HasVersion) return [{ kind: 'version', one: source, other: target }];
	return [];
}

/** What the index must learn of an event; `touched` places all identifiers that it names. */
type News = {
	relationships: readonly RelationshipKey[];
	changed: readonly Id[];
	regrouped: readonly Id[];
	touched: readonly Placement[];
};

/**
 * Enqueues outbox entries. A noindex event enqueues none: what it changed is deferred until an
 * indexed event touches the same groups, and enqueued with that.
 */
async function tellIndex(transaction: Transaction, event: ClaimedEvent, news: News): Promise<void> {
	if (event.noindex) {
		await transaction.defer(event.sequence, news.changed, news.regrouped);
		return;
	}
	const deferred = await transaction.deferredFor(news.touched);
	if (deferred.changed.length > 0) await transaction.forgetDeferred(deferred.changed);
	const changed = [...new Set([...news.changed, ...deferred.changed])];
	const regrouped = [...new Set([...news.regrouped, ...deferred.regrouped])];
	const relationships = inSteps(news.relationships, namesPerEntry);
	const changedSteps = inSteps(changed, namesPerEntry);
	const entries = Math.max(relationships.length, changedSteps.length, regrouped.length > 0 ? 1 : 0);
	for (let at = 0; at < entries; at++) {
		await transaction.enqueue(event.sequence, {
			relationships: relationships[at] ?? [],
			changed: changedSteps[at] ?? [],
			regrouped: at === 0 ? regrouped : [],
		});
	}
}
