// Runs updates, each whole or not at all.
//
//   derived ──▶ its turn ──▶ recorded ──▶ applied ──▶ done
//
// - derived: in memory, beside other updates;
// - its turn: the lease. Where others have meanwhile committed changes to what it read, it is
//   derived again;
// - recorded: in the journal, and the agreed state names the place;
// - applied: in bulk, then refreshed;
// - done: the epoch grows, snapshots of it show the update, and the lease ends.
//
// Where it is interrupted
// - while it is derived or recorded: nothing has happened, and the caller runs it again;
// - later: searches stay on the snapshots of the old epoch, and the next update of any process
//   reads the journal and applies it again, before anything else;
// - later, and another generation is active meanwhile: the journal is ignored. The caller has seen
//   the update fail, and runs it again.
//
// What a derivation reads while another update is being applied may be half of that. It does not
// matter: such an update is committed before this one, and the two are compared.
import assert from 'node:assert/strict';
import { unreadableIndex } from '../../../ports/search/search-reader.ts';
import type { IndexWriter } from '../../../ports/search/search-writer.ts';
import { createBulkWriter } from '../cluster/bulk-writer.ts';
import type { AgreedState, StateKeeper } from '../coordination/agreed-state.ts';
import { type Journal, journalText } from '../coordination/journal.ts';
import type { WriteLease, WriteLeases } from '../coordination/write-lease.ts';
import { generationName, isComplete, isThere, type Place, refresh, writeAlias } from '../generations/generation.ts';
import { applyChangeset, type KeptWrites, keepWrites } from './apply-changeset.ts';
import { type Base, openBase } from './base.ts';
import { gatherChanges, type PlannedChanges, planChanges } from './changeset.ts';
import { footprintOf, mustRunAgain } from './footprint.ts';
import { createWriter } from './index-writer.ts';

type UpdateContext = Place & {
	keeper: StateKeeper;
	leases: WriteLeases;
	journal: Journal;
};

type Work<T> = (writer: IndexWriter) => Promise<T>;

/** An update that has been derived but not written. */
type DerivedUpdate = Omit<Awaited<ReturnType<typeof deriveUpdate>>, 'result'>;

/** Runs an update of the active generation; see SearchWriter. */
export async function updateActive<T>(context: UpdateContext, work: Work<T>, signal?: AbortSignal): Promise<T> {
	const seen = await context.keeper.read();
	const early = await deriveBeside(context, seen, work, signal);
	return context.leases.run(async (lease) => {
		await finishInterrupted(context, lease);
		const isValid = early && (await isStillValid(context, early, seen, lease.state()));
		const derived = isValid ? early : await deriveUpdate(context, lease.state(), work);
		signal?.throwIfAborted();
		const syncToken = await derived.announce(lease.state().syncToken);
		await commit(context, lease, derived, syncToken);
		return derived.result;
	}, signal);
}

/** Derives an update while others may write; undefined where it has to be derived alone. */
async function deriveBeside<T>(
	context: UpdateContext,
	seen: AgreedState,
	work: Work<T>,
	signal: AbortSignal | undefined,
) {
	signal?.throwIfAborted();
	try {
		return await deriveUpdate(context, seen, work);
	} catch (error) {
		signal?.throwIfAborted();
		const now = await context.keeper.read().catch(() => seen);
		// What was read while another update was being applied may be inconsistent.
		if (now.epoch === seen.epoch && !now.journal && !seen.journal) throw error;
		return undefined;
	}
}

const mostRewritten = 20_000;

/**
 * Runs the work of an update of the active generation, and prepares everything that it can
 * before its turn.
 */
async function deriveUpdate<T>(context: UpdateContext, { generation }: AgreedState, work: Work<T>) {
	if (!(await isComplete(context, generation))) throw unreadableIndex(context.prefix);
	const base = openBase(context.cluster, generationName(context, generation));
	const gathered = gatherChanges();
	const { writer, announce, lookedUp, close } = createWriter(generation, gathered, base);
	const result = await work(writer).finally(close);
	const changeset = gathered.changeset();
	const before = await base.stored.objects(changeset.objects.map(([key]) => key));
	const changes = gathered.isEmpty() ? undefined : await makeReady(await planChanges(changeset, base), base);
	const written = changes ? changes.writes?.ids() : [];
	const left = written && footprintOf(changeset, { gathered, lookedUp, before, written });
	/** undefined: it is too large to be kept. */
	const footprint = left && left.rewritten.length <= mostRewritten ? left : undefined;
	const footprintText = footprint ? journalText(footprint) : null;
	return { generation, result, announce, lookedUp, changes, footprint, footprintText };
}

/**
 * Prepares changes that can be written directly; where they are too many to be kept, they are
 * derived from the changeset while it is applied.
 */
async function makeReady(planned: PlannedChanges, base: Base) {
	return { planned, base, journal: journalText(planned), writes: await keepWrites(planned, base) };
}

/** Whether an update that was derived beside others is still valid after those committed since. */
async function isStillValid(
	{ journal }: UpdateContext,
	{ footprint, lookedUp }: DerivedUpdate,
	seen: AgreedState,
	now: AgreedState,
): Promise<boolean> {
	if (now.generation !== seen.generation) return false;
	if (now.epoch === seen.epoch) return true;
	if (!footprint) return false;
	for (let epoch = now.epoch; epoch > seen.epoch; epoch--) {
		const theirs = await journal.readFootprint(epoch);
		if (!theirs || mustRunAgain(footprint, lookedUp, theirs)) return false;
	}
	return true;
}

/**
 * Records an update and applies it. One that writes nothing leaves its footprint: what it looked up
 * has its final state, including what is missing, and updates that derive something else must be
 * compared with it.
 */
async function commit(
	context: UpdateContext,
	lease: WriteLease,
	{ generation, changes, footprint, footprintText }: DerivedUpdate,
	syncToken: string,
): Promise<void> {
	const { journal } = context;
	const { epoch, syncToken: before, generation: active, journal: left } = lease.state();
	assert.equal(generation, active, 'an update is of the active generation');
	assert.equal(left, null, 'an interrupted update is finished before the next one');
	const writeFootprint = () => journal.writeFootprint(epoch + 1, lease.number, footprintText);
	if (!changes) {
		if (footprint?.places.length === 0) return syncToken === before ? undefined : lease.end({ syncToken });
		await writeFootprint();
		return lease.end({ epoch: epoch + 1, syncToken });
	}
	const [place] = await Promise.all([
		journal.writeChanges(lease.number, generation, changes.journal),
		writeFootprint(),
	]);
	await lease.change({ journal: { ...place, syncToken } });
	await apply(context, lease, { generation, ...changes });
	await lease.end({ epoch: epoch + 1, journal: null, syncToken });
}

/** Finishes the update in the journal, if any, whose process could not. */
async function finishInterrupted(context: UpdateContext, lease: WriteLease): Promise<void> {
	const { journal: place, generation: active, epoch } = lease.state();
	if (!place) return;
	const { generation, syncToken } = place;
	// A generation that is being built has a higher number.
	const isNeeded = generation >= active && (await isThere(context, generation));
	if (!isNeeded) return lease.change({ journal: null });
	const planned = await context.journal.readChanges(place);
	// What was applied of it is not visible before a step is complete: documents to rewrite are found
	// as searches see them, and read by their ids.
	const base = openBase(context.cluster, generationName(context, generation));
	await apply(context, lease, { generation, planned, base });
	const shown = generation === active ? { epoch: epoch + 1, syncToken } : {};
	await lease.change({ ...shown, journal: null });
}

type Applied = { generation: number; planned: PlannedChanges; base: Base; writes?: KeptWrites | undefined };

async function apply(
	context: UpdateContext,
	lease: WriteLease,
	{ generation, planned, base, writes }: Applied,
): Promise<void> {
	const alias = writeAlias(context, generation);
	const bulk = createBulkWriter(context.cluster, { alias, leaseNumber: lease.number });
	const show = () => refresh(context, generation);
	await applyChangeset(planned, base, { bulk, show, isSpread: await base.isSpread() }, writes);
}
