// Derives an update from a generation as it is: gathers what its work changes, and makes ready all
// that can be made ready before it is its turn. It knows no lease.
import type { IndexWriter } from '../../../ports/search/search-writer.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { ClusterUnavailable } from '../cluster/failures.ts';
import { openSnapshot, SnapshotLost } from '../cluster/snapshot.ts';
import { type GroupKey, readGroupKey } from '../documents/group-key.ts';
import { generationName } from '../generations/generation.ts';
import { writeChangeset } from './apply-changeset.ts';
import { type Changeset, type GatheredChanges, gatherChanges } from './changeset.ts';
import { type FootprintText, footprintText } from './commit-log.ts';
import { type Footprint, footprintOf } from './footprint.ts';
import { createWriter, type GatheringWriter, placeAfter } from './index-writer.ts';
import { type JournalText, journalText } from './journal.ts';
import { type Base, type PlannedChanges, planChanges } from './plan-changes.ts';
import { createStoredDocuments } from './stored-documents.ts';
import { type KeptWrites, keepWrites, TooManyWrites } from './write-target.ts';

/** An update that has been derived and nothing of which is written. */
export type DerivedUpdate<T> = Pick<GatheringWriter, 'announce' | 'lookedUp'> & {
	generation: number;
	result: T;
	/** undefined: where there is nothing to write. */
	changes: ReadyChanges | undefined;
	/** undefined: it is too large to be kept. */
	footprint: Footprint | undefined;
	footprintText: FootprintText;
};

/** Changes that can be written without more ado. */
export type ReadyChanges = {
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
export async function deriveUpdate<T>(
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
export function isSpread({ withSnapshot }: Base): Promise<boolean> {
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
