// Runs updates of the generation that answers, each whole or not at all; knows neither documents
// nor requests.
//
//   gathered ──▶ written to the journal ──▶ applied ──▶ refreshed ──▶ done
//   in memory    the agreed state names     in bulk     snapshots     the epoch grows, the journal
//                its place                              show it       is cleared, the lease released
//
// Where it is cut short
// - while it is gathered or written down: nothing of it has happened, and the caller runs it again;
// - later: searches keep to the snapshots of the old epoch, and the next update of any process
//   reads the journal and applies it again, before anything else;
// - later, and another generation answers meanwhile: the journal is left unread. The caller was
//   told that the update failed, and runs it again.
import type { GroupId, IdentifierKey, Located } from '../../../ports/search/index-content.ts';
import type { IndexWriter } from '../../../ports/search/search-writer.ts';
import { createBulkWriter } from '../cluster/bulk-writer.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { ClusterUnavailable } from '../cluster/failures.ts';
import { openSnapshot, SnapshotLost } from '../cluster/snapshot.ts';
import type { WriteLease } from '../coordination/write-lease.ts';
import { groupKey } from '../documents/group-key.ts';
import { routingOf } from '../documents/routing.ts';
import { generationName, refresh, writeAlias } from '../generations/generation.ts';
import { identitiesIn, locateInObjects } from '../reading/lookup.ts';
import { applyChangeset } from './apply-changeset.ts';
import { type GatheredChanges, gatherChanges } from './changeset.ts';
import type { Journal } from './journal.ts';
import { type Base, type PlannedChanges, planChanges } from './plan-changes.ts';
import { createStoredDocuments } from './stored-documents.ts';

export type UpdateContext = { cluster: Cluster; prefix: string; journal: Journal };

/** Runs an update with the lease, on a generation that is complete. */
export async function update<T>(
	context: UpdateContext,
	lease: WriteLease,
	work: (writer: IndexWriter) => Promise<T>,
	signal?: AbortSignal,
): Promise<T> {
	await finishCutShort(context, lease);
	const { generation, mark: before } = lease.state();
	const base = openBase(context, generation);
	const gathered = gatherChanges();
	const { writer, announce, close } = createWriter(generation, gathered, base);
	const result = await work(writer).finally(close);
	signal?.throwIfAborted();
	const mark = await announce(before);
	if (gathered.isEmpty()) {
		if (mark !== before) await lease.end({ mark });
		return result;
	}
	const changes = await planChanges(gathered.changeset(), base);
	const place = await context.journal.write(lease.number, generation, changes);
	await lease.change({ journal: { ...place, mark } });
	await applyAndRefresh(context, lease, changes, base);
	await lease.end({ epoch: lease.state().epoch + 1, journal: null, mark });
	return result;
}

/** Finishes the update that the journal holds, if any: its process could not. */
async function finishCutShort(context: UpdateContext, lease: WriteLease): Promise<void> {
	const { journal, generation, epoch } = lease.state();
	if (!journal) return;
	if (journal.generation !== generation) return lease.change({ journal: null });
	const changes = await context.journal.read(journal);
	// What was applied of it is not shown before all of a step is there: what has to be rewritten is
	// found as searches see it, and documents are read by their ids.
	await applyAndRefresh(context, lease, changes, openBase(context, generation));
	await lease.change({ epoch: epoch + 1, journal: null, mark: journal.mark });
}

async function applyAndRefresh(
	{ cluster, prefix }: UpdateContext,
	lease: WriteLease,
	changes: PlannedChanges,
	base: Base,
): Promise<void> {
	const { generation } = lease.state();
	const bulk = createBulkWriter(cluster, {
		alias: writeAlias(prefix, generation),
		leaseNumber: lease.number,
		routingOf,
		retryMilliseconds: cluster.timing.retryMilliseconds,
	});
	await applyChangeset(changes, base, {
		bulk,
		isSpread: (await base.withSnapshot(async ({ shards }) => shards)) > 1,
		show: () => refresh(cluster, generationName(prefix, generation)),
	});
}

// A busy cluster may take its time between two searches of a writer.
const keepAliveSeconds = 300;

/**
 * Opens what an update builds on. No other process writes: until the next refresh, every snapshot
 * shows the same.
 */
export function openBase({ cluster, prefix }: Omit<UpdateContext, 'journal'>, generation: number): Base {
	const index = generationName(prefix, generation);
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

/** Creates the writer of an update, which refuses its use after `close`. */
function createWriter(
	generation: number,
	gathered: GatheredChanges,
	base: Base,
): { writer: IndexWriter; announce(before: string): Promise<string>; close(): void } {
	let isClosed = false;
	let announce: (before: string) => Promise<string> = async (before) => before;
	const requireOpen = () => {
		if (isClosed) throw new Error('this update has ended; its writer must not be used any more');
	};
	const writer: IndexWriter = {
		generation,
		async leaveMark(announcing) {
			requireOpen();
			announce = announcing;
		},
		async locate(identifiers) {
			requireOpen();
			return locateGathered(identifiers, gathered, base);
		},
		async members(level, groups) {
			requireOpen();
			const identities = level === 'identity' ? groups : await identitiesInFamilies(groups, gathered, base);
			return leadingTo(identities, gathered, base);
		},
		async apply(changes) {
			requireOpen();
			gathered.apply(changes);
		},
	};
	return {
		writer,
		announce: (before) => announce(before),
		close() {
			isClosed = true;
		},
	};
}

async function locateGathered(
	identifiers: readonly IdentifierKey[],
	gathered: GatheredChanges,
	{ withSnapshot }: Base,
): Promise<Located[]> {
	const located: Located[] = [];
	const unchanged: IdentifierKey[] = [];
	for (const { scheme, key } of identifiers) {
		const groups = gathered.located({ scheme, key });
		if (groups === undefined) unchanged.push({ scheme, key });
		else if (groups) located.push({ scheme, key, ...groups });
	}
	if (unchanged.length === 0) return located;
	// An object that was removed, or given without one of its identifiers, does not have that any
	// more.
	const before = await withSnapshot((snapshot) => locateInObjects(snapshot, unchanged));
	return located.concat(before.filter(({ identity }) => gathered.object('identity', identity) === undefined));
}

/**
 * Lists the Identity groups that may lie in Version groups: some of them may have been given anew
 * elsewhere.
 */
async function identitiesInFamilies(
	versions: readonly GroupId[],
	gathered: GatheredChanges,
	{ withSnapshot }: Base,
): Promise<GroupId[]> {
	if (versions.length === 0) return [];
	const before = await withSnapshot((snapshot) => identitiesIn(snapshot, versions));
	const unchanged = before.filter((group) => gathered.object('identity', group) === undefined);
	return unchanged.concat(gathered.identitiesIn(new Set(versions)));
}

/** Lists the identifiers that lead to Identity groups. */
async function leadingTo(groups: readonly GroupId[], gathered: GatheredChanges, { stored }: Base): Promise<Located[]> {
	const before = await stored.objects(groups.map((group) => groupKey('identity', group)));
	return groups.flatMap((group) => {
		const object = gathered.object('identity', group);
		const present = object === undefined ? before.get(groupKey('identity', group)) : object;
		if (!present) return [];
		return present.identifiers
			.filter((identifier) => {
				const located = gathered.located(identifier);
				return located === undefined || located?.identity === group;
			})
			.map(({ scheme, key }) => ({ scheme, key, identity: group, version: present.version }));
	});
}
