// Brings the search index up to date with outbox entries, from the records' present state: any
// number of times, with the same result.
//
//   enqueued with an event ──▶ waiting ──▶ claimed ──▶ derived and committed ──▶ acknowledged
//                                 ▲           │              │ the process ends here
//                                 └───────────┴──────────────┘ (delivered again once the claim has
//                                                               run out, which changes nothing)

import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../../clock.ts';
import { relationsOfGroups } from '../../links/relation.ts';
import type { IndexChanges } from '../../ports/search/index-content.ts';
import type { IndexWriter, SearchWriter } from '../../ports/search/search-writer.ts';
import type { Id, Placement, RelationshipKey } from '../../store/graph.ts';
import type { OutboxClaims, StoredEntry } from '../../store/outbox.ts';
import type { Records, Transaction } from '../../store/records.ts';
import { keepRenewing } from '../keep-renewing.ts';
import { compareGroups } from './compare-groups.ts';
import { deriveLinks, type KnownAssertions } from './derive-links.ts';
import { deriveObjects } from './derive-objects.ts';

export type UpdateOptions = {
	/** Bounds the memory of one call: entries are read until they name this many things (10,000). */
	namesPerRound?: number;
	/** How many relationships may move along: see deriveChanges. */
	besides?: number | undefined;
	/** The id of the claiming worker, unique among all (this thread). */
	worker?: string;
	clock?: Clock;
	/** Once it is aborted, nothing more is committed and the entries are released. */
	signal?: AbortSignal | undefined;
};

/** The id of this thread among all that update an index. */
const thisThread = randomUUID();

/**
 * Delivers some of the waiting outbox entries; returns how many. Other processes may do the same at
 * the same time, with other entries. Fails with `index-behind` where the index does not belong to
 * these records.
 */
export async function updateIndex(
	records: Records,
	index: SearchWriter,
	{ namesPerRound = 10_000, besides, worker = thisThread, clock = systemClock, signal }: UpdateOptions = {},
): Promise<number> {
	const claim = await claimEntries(records, { worker, clock, namesPerRound });
	try {
		const { entries } = claim;
		if (entries.length === 0) return 0;
		const delivered = await deliver(records, index, entries, { besides, signal });
		if (delivered) claim.markDelivered();
		return delivered ? entries.length : 0;
	} finally {
		await claim.end();
	}
}

/** Delivers entries; returns false where the index has another active generation meanwhile. */
async function deliver(
	records: Records,
	index: SearchWriter,
	entries: readonly StoredEntry[],
	{ besides, signal }: Pick<UpdateOptions, 'besides' | 'signal'>,
): Promise<boolean> {
	const syncToken = randomUUID();
	const work = async (writer: IndexWriter): Promise<Id | undefined> => {
		const { generation } = writer;
		if (generation !== (await records.currentGeneration())) return undefined;
		await records.read(async (transaction) => {
			for await (const changes of deriveChanges(transaction, writer, entries, { besides })) {
				signal?.throwIfAborted();
				await writer.apply(changes);
			}
		});
		await writer.writeSyncToken(async (before) => {
			await records.announceSyncToken(before, syncToken);
			return syncToken;
		});
		return generation;
	};
	const generation = await index.update(work, { signal });
	if (generation === undefined) return false;
	// Only once the index has committed: a crash in between delivers them twice, which changes
	// nothing.
	await records.acknowledge(
		entries.map(({ id }) => id),
		generation,
		syncToken,
	);
	return true;
}

/** Entries that are claimed until `end`. */
type EntryClaim = {
	readonly entries: readonly StoredEntry[];
	/** Marks the entries as delivered: they need not be released. */
	markDelivered(): void;
	/** Ends the claim; entries that were not delivered are released at once. */
	end(): Promise<void>;
};

type ClaimOptions = { worker: string; clock: Clock; namesPerRound: number };

const entriesPerRound = 64;

/**
 * How long the claims of a dead process stay. It is short, since delivering an entry twice is
 * harmless.
 */
export const claimMilliseconds = 5_000;

/** Claims entries that wait, the oldest first, and renews the claim. */
async function claimEntries(
	records: OutboxClaims,
	{ worker, clock, namesPerRound }: ClaimOptions,
): Promise<EntryClaim> {
	const lease = () => ({ worker, until: clock.now() + claimMilliseconds });
	const entries = await records.claimEntries(lease(), clock.now(), { limit: entriesPerRound, size: namesPerRound });
	const ids = entries.map(({ id }) => id);
	const renewing =
		entries.length === 0
			? undefined
			: keepRenewing(clock, claimMilliseconds, () => records.renewEntries(ids, worker, lease().until));
	let isDelivered = entries.length === 0;
	return {
		entries,
		markDelivered() {
			isDelivered = true;
		},
		async end() {
			await renewing?.end();
			// Where this fails, others take the entries once the claim has run out.
			if (!isDelivered) await records.renewEntries(ids, worker, null).catch(() => undefined);
		},
	};
}

/**
 * Derives the changes step by step. What lies in stale groups is included with all its
 * relationships, also at their other ends, up to a bound: beyond it, such links are moved when the
 * entries of those ends are delivered. The bound of such relationships is `besides` plus as many as
 * the entries name (2,500).
 */
async function* deriveChanges(
	transaction: Transaction,
	writer: Pick<IndexWriter, 'locate' | 'members'>,
	entries: readonly StoredEntry[],
	{ besides = 2_500 }: { besides?: number | undefined } = {},
): AsyncGenerator<IndexChanges> {
	const relationships = createRelationships(entries.flatMap(({ entry }) => entry.relationships));
	const mostRelationships = 2 * relationships.all().length + besides;
	const comparison = compareGroups(transaction, writer);
	const places = new Map<Id, Placement>();
	const lookAtEnds = async (how?: { isBounded: boolean }): Promise<void> => {
		const unknown = endsOf(relationships.all()).filter((id) => !places.has(id));
		for (const place of await comparison.look(unknown, how)) places.set(place.id, place);
	};
	await lookAtEnds();
	// What a noindex event did to the groups meanwhile is in their present state, so it is included.
	const unindexed = await transaction.unindexedChangesOf([...places.values()]);
	const named = [...entries.map(({ entry }) => entry), unindexed];
	await comparison.write(named.flatMap(({ changed, regrouped }) => [...changed, ...regrouped]));
	await comparison.rewrite(named.flatMap(({ separated }) => separated));
	const known = { ids: new Set<Id>(), assertions: [] as KnownAssertions['assertions'] };
	for (let ids = comparison.takeRelinked(); ids.length > 0; ids = comparison.takeRelinked()) {
		const assertions = await transaction.assertionsOf(ids, relationsOfGroups);
		for (const id of ids) known.ids.add(id);
		known.assertions = known.assertions.concat(assertions);
		relationships.add(assertions.map(([source, relation, target]) => [source, relation, target]));
		await lookAtEnds({ isBounded: relationships.all().length >= mostRelationships });
	}
	yield { removed: comparison.removed(), objects: [], links: [] };
	for await (const objects of deriveObjects(transaction, comparison.written())) {
		yield { removed: [], objects, links: [] };
	}
	// Links of a retired identifier were removed with the group that the index had it in.
	const remaining = relationships.all().filter(([source, , target]) => places.has(source) && places.has(target));
	yield { removed: [], objects: [], links: await deriveLinks(transaction, remaining, places, known) };
}

function createRelationships(named: readonly RelationshipKey[]) {
	const known = new Map<string, RelationshipKey>();
	const add = (relationships: readonly RelationshipKey[]) => {
		for (const relationship of relationships) known.set(relationship.join(), relationship);
	};
	add(named);
	return { add, all: (): RelationshipKey[] => [...known.values()] };
}

function endsOf(relationships: readonly RelationshipKey[]): Id[] {
	return relationships.flatMap(([source, , target]) => [source, target]);
}
