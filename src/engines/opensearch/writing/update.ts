// Runs updates, each whole or not at all; knows neither documents nor requests.
//
//   derived ──▶ its turn ──▶ written down ──▶ applied ──▶ done
//
// - derived: in memory, beside other updates;
// - its turn: the lease. Where others have committed meanwhile what it rests on, it is derived again;
// - written down: in the journal, and the agreed state names the place;
// - applied: in bulk, then refreshed;
// - done: the epoch grows, snapshots of it show the update, and the lease ends.
//
// Where it is cut short
// - while it is derived or written down: nothing of it has happened, and the caller runs it again;
// - later: searches keep to the snapshots of the old epoch, and the next update of any process
//   reads the journal and applies it again, before anything else;
// - later, and another generation answers meanwhile: the journal is left unread. The caller was
//   told that the update failed, and runs it again.
//
// What a derivation reads while another update is being applied may be half of that. It does not
// matter: such an update is committed before this one, and what it has touched is compared.

import { unreadableIndex } from '../../../ports/search/search-reader.ts';
import type { IndexWriter } from '../../../ports/search/search-writer.ts';
import { createBulkWriter } from '../cluster/bulk-writer.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { ClusterUnavailable } from '../cluster/failures.ts';
import { openSnapshot, SnapshotLost } from '../cluster/searches.ts';
import type { AgreedState, StateKeeper } from '../coordination/agreed-state.ts';
import {
	type CommitLog,
	type FootprintText,
	footprintText,
	type Journal,
	type JournalText,
	journalText,
} from '../coordination/journal.ts';
import type { WriteLease, WriteLeases } from '../coordination/write-lease.ts';
import { type GroupKey, readGroupKey, routingOf } from '../documents/document-ids.ts';
import { generationName, isComplete, isThere, refresh, writeAlias } from '../generations/generation.ts';
import { finishChangeset, type KeptWrites, keepWrites, TooManyWrites, writeChangeset } from './apply-changeset.ts';
import { createStoredDocuments } from './base.ts';
import {
	type Base,
	type Changeset,
	type GatheredChanges,
	gatherChanges,
	type PlannedChanges,
	planChanges,
} from './changeset.ts';
import { type Footprint, footprintOf, mustRunAgain } from './footprint.ts';
import { createWriter, type GatheringWriter, placeAfter } from './index-writer.ts';

type UpdateContext = {
	cluster: Cluster;
	prefix: string;
	keeper: StateKeeper;
	leases: WriteLeases;
	journal: Journal;
	log: CommitLog;
};

type Work<T> = (writer: IndexWriter) => Promise<T>;

/** Runs an update of the generation that answers; see SearchWriter. */
export async function updateAnswering<T>(context: UpdateContext, work: Work<T>, signal?: AbortSignal): Promise<T> {
	const seen = await context.keeper.read();
	const early = await deriveBeside(context, seen, work, signal);
	return context.leases.run(async (lease) => {
		await finishCutShort(context, lease);
		const stands = early && (await stillStands(context, early, seen, lease.state()));
		const derived = stands ? early : await deriveAnswering(context, lease.state(), work);
		signal?.throwIfAborted();
		const mark = await derived.announce(lease.state().mark);
		if (derived.changes) await commit(context, lease, derived, derived.changes, mark);
		else await endUnchanged(context, lease, derived, mark);
		return derived.result;
	}, signal);
}

async function deriveAnswering<T>(
	context: UpdateContext,
	{ generation }: AgreedState,
	work: Work<T>,
): Promise<DerivedUpdate<T>> {
	if (!(await isComplete(context.cluster, context.prefix, generation))) throw unreadableIndex(context.prefix);
	return deriveUpdate(context, generation, work);
}

/** Derives an update while others may write; undefined where it has to be derived alone. */
async function deriveBeside<T>(
	context: UpdateContext,
	seen: AgreedState,
	work: Work<T>,
	signal: AbortSignal | undefined,
): Promise<DerivedUpdate<T> | undefined> {
	signal?.throwIfAborted();
	try {
		return await deriveAnswering(context, seen, work);
	} catch (error) {
		signal?.throwIfAborted();
		const now = await context.keeper.read().catch(() => seen);
		// What was read while another update was being applied may not fit together.
		if (now.epoch === seen.epoch && !now.journal && !seen.journal) throw error;
		return undefined;
	}
}

/** Tells whether an update stands that was derived beside those that were committed since. */
async function stillStands(
	{ log }: UpdateContext,
	{ footprint, lookedUp }: DerivedUpdate<unknown>,
	seen: AgreedState,
	now: AgreedState,
): Promise<boolean> {
	if (now.generation !== seen.generation) return false;
	if (now.epoch === seen.epoch) return true;
	if (!footprint) return false;
	for (let epoch = now.epoch; epoch > seen.epoch; epoch--) {
		const theirs = await log.read(epoch);
		if (!theirs || mustRunAgain(footprint, lookedUp, theirs)) return false;
	}
	return true;
}

/** Writes changes down and applies them. */
async function commit(
	context: UpdateContext,
	lease: WriteLease,
	{ generation, footprintText }: DerivedUpdate<unknown>,
	{ planned, base, journal, writes }: ReadyChanges,
	mark: string,
): Promise<void> {
	const { epoch } = lease.state();
	const [place] = await Promise.all([
		context.journal.write(lease.number, generation, journal),
		context.log.write(epoch + 1, lease.number, footprintText),
	]);
	await lease.change({ journal: { ...place, mark } });
	await apply(context, lease, { generation, planned, base, writes });
	await lease.end(ended(lease.state(), generation, mark));
}

/**
 * Ends an update that has nothing to write. What it looked up is as it is to be, also what is not
 * there: who still derives something else has to know.
 */
async function endUnchanged(
	{ log }: UpdateContext,
	lease: WriteLease,
	{ footprint, footprintText }: DerivedUpdate<unknown>,
	mark: string,
): Promise<void> {
	const { epoch, mark: before } = lease.state();
	if (footprint?.places.length === 0) return mark === before ? undefined : lease.end({ mark });
	await log.write(epoch + 1, lease.number, footprintText);
	await lease.end({ epoch: epoch + 1, mark });
}

/** Finishes the update that the journal holds, if any: its process could not. */
async function finishCutShort(context: UpdateContext, lease: WriteLease): Promise<void> {
	const { journal, generation: answering } = lease.state();
	if (!journal) return;
	const { generation, mark } = journal;
	const index = generationName(context.prefix, generation);
	// What is being built has a higher number.
	const isNeeded = generation >= answering && (await isThere(context.cluster, context.prefix, generation));
	if (!isNeeded) return lease.change({ journal: null });
	const planned = await context.journal.read(journal);
	// What was applied of it is not shown before all of a step is there: what has to be rewritten is
	// found as searches see it, and documents are read by their ids.
	await apply(context, lease, { generation, planned, base: openBase(context.cluster, index), writes: undefined });
	await lease.change(ended(lease.state(), generation, mark));
}

/** Says what is agreed on once an update has been applied. */
function ended({ generation: answering, epoch }: AgreedState, generation: number, mark: string): Partial<AgreedState> {
	return generation === answering ? { epoch: epoch + 1, journal: null, mark } : { journal: null };
}

type Applied = { generation: number; planned: PlannedChanges; base: Base; writes: KeptWrites | undefined };

/** Applies changes, by the writes that they lead to where these are kept. */
async function apply(
	{ cluster, prefix }: UpdateContext,
	lease: WriteLease,
	{ generation, planned, base, writes }: Applied,
): Promise<void> {
	const bulk = createBulkWriter(cluster, {
		alias: writeAlias(prefix, generation),
		leaseNumber: lease.number,
		routingOf,
		retryMilliseconds: cluster.timing.retryMilliseconds,
	});
	const show = () => refresh(cluster, generationName(prefix, generation));
	const target = { bulk, show, isSpread: writes ? writes.isSpread : await isSpread(base) };
	await (writes ? writes.repeat(target) : writeChangeset(planned, base, target));
	await finishChangeset(planned, base, target);
}

/** An update that has been derived and nothing of which is written. */
type DerivedUpdate<T> = Pick<GatheringWriter, 'announce' | 'lookedUp'> & {
	generation: number;
	result: T;
	/** undefined: where there is nothing to write. */
	changes: ReadyChanges | undefined;
	/** undefined: it is too large to be kept. */
	footprint: Footprint | undefined;
	footprintText: FootprintText;
};

/** Changes that can be written without more ado. */
type ReadyChanges = {
	planned: PlannedChanges;
	base: Base;
	journal: JournalText;
	/**
	 * undefined: they are too many to be kept, and are derived from the changeset as it is applied.
	 */
	writes: KeptWrites | undefined;
};

// Documents of a usual update take half of it.
const mostCharactersKept = 96 * 1024 * 1024;
const mostRewritten = 20_000;

/** Runs the work of an update of a generation and makes its changes ready. */
async function deriveUpdate<T>(
	{ cluster, prefix }: { cluster: Cluster; prefix: string },
	generation: number,
	work: (writer: IndexWriter) => Promise<T>,
): Promise<DerivedUpdate<T>> {
	const base = openBase(cluster, generationName(prefix, generation));
	const gathered = gatherChanges();
	const { writer, announce, lookedUp, close } = createWriter(generation, gathered, base);
	const result = await work(writer).finally(close);
	const changeset = gathered.changeset();
	const before = await base.stored.objects(changeset.objects.map(([key]) => key));
	for (const [key, object] of changeset.objects) {
		lookedUp.object(readGroupKey(key).group, before.get(key));
		for (const identifier of object?.identifiers ?? []) lookedUp.locate(identifier, null);
	}
	const changes = gathered.isEmpty() ? undefined : await makeReady(changeset, base);
	const describe = (written: Iterable<string>) => describeUpdate(changeset, gathered, { lookedUp, before, written });
	const isKept = changes === undefined || changes.writes !== undefined;
	const footprint = isKept ? describe(changes?.writes?.ids() ?? []) : undefined;
	return { generation, result, announce, lookedUp, changes, footprint, footprintText: footprintText(footprint) };
}

/** Derives all documents that a changeset leads to, unless they are too many to be kept. */
async function makeReady(changeset: Changeset, base: Base): Promise<ReadyChanges> {
	const planned = await planChanges(changeset, base);
	const ready = { planned, base, journal: journalText(planned) };
	const writes = keepWrites(await isSpread(base), mostCharactersKept);
	try {
		await writeChangeset(planned, base, writes);
		return { ...ready, writes };
	} catch (error) {
		if (error instanceof TooManyWrites) return { ...ready, writes: undefined };
		throw error;
	}
}

/** Tells whether the index that an update builds on has several shards. */
function isSpread({ withSnapshot }: Base): Promise<boolean> {
	return withSnapshot(async ({ shards }) => shards > 1);
}

function describeUpdate(
	changeset: Changeset,
	gathered: GatheredChanges,
	{
		lookedUp,
		before,
		written,
	}: Pick<GatheringWriter, 'lookedUp'> & {
		before: ReadonlyMap<GroupKey, unknown>;
		written: Iterable<string>;
	},
): Footprint | undefined {
	const footprint = footprintOf(changeset, lookedUp, {
		placeOf: (identifier) => placeAfter(identifier, gathered, lookedUp),
		wasThere: (key) => before.get(key) !== undefined,
		written,
	});
	return footprint.rewritten.length > mostRewritten ? undefined : footprint;
}

// A busy cluster may take its time between two searches of a writer.
const keepAliveSeconds = 300;

/**
 * Opens what an update builds on. While no other process writes, every snapshot shows the same
 * until the next refresh.
 */
export function openBase(cluster: Cluster, index: string): Base {
	return {
		stored: createStoredDocuments(cluster, index),
		async withSnapshot(work) {
			const snapshot = await openSnapshot(cluster, index, keepAliveSeconds);
			if (!snapshot) throw new ClusterUnavailable('the generation that answers is gone');
			try {
				return await work(snapshot);
			} catch (error) {
				throw error instanceof SnapshotLost ? new ClusterUnavailable(error.message) : error;
			} finally {
				await snapshot.close();
			}
		},
	};
}
