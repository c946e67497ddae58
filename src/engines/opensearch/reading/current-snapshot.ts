// Finds the state that searches see: the generation that answers, as its last update left it; knows
// no document.
import type { Cluster } from '../cluster/cluster.ts';
import { ClusterUnavailable } from '../cluster/failures.ts';
import { openSnapshot, type Snapshot, SnapshotLost } from '../cluster/snapshot.ts';
import { type AgreedState, type StateKeeper, stateLabel } from '../coordination/agreed-state.ts';
import { generationName, isComplete } from '../generations/generation.ts';

export type CurrentSnapshot = {
	/**
	 * Runs `work` on the current state of the index, and again on a newer one where the cluster loses
	 * it on the way. The snapshot is undefined where the generation that answers is lost or in
	 * another format.
	 */
	read<T>(work: (snapshot: Snapshot | undefined) => Promise<T>): Promise<T>;
	close(): Promise<void>;
};

/** A snapshot that searches share until the index changes; the last of them closes it then. */
type Shared = { label: string; opened: Promise<Snapshot | undefined>; users: number };

const attempts = 4;
const keepAliveSeconds = 60;

/** Reads for one handle of the index. */
export function createCurrentSnapshot(
	cluster: Cluster,
	keeper: StateKeeper,
	{ prefix, searchMilliseconds }: { prefix: string; searchMilliseconds: number },
): CurrentSnapshot {
	let current: Shared | undefined;

	const open = async ({ generation }: AgreedState): Promise<Snapshot | undefined> => {
		if (!(await isComplete(cluster, prefix, generation))) return undefined;
		return openSnapshot(cluster, generationName(prefix, generation), keepAliveSeconds, searchMilliseconds);
	};
	const closeIfUnused = async (shared: Shared): Promise<void> => {
		if (shared === current || shared.users > 0) return;
		const snapshot = await shared.opened.catch(() => undefined);
		await snapshot?.close();
	};
	const retire = async (shared: Shared): Promise<void> => {
		if (shared !== current) return;
		current = undefined;
		await closeIfUnused(shared);
	};
	const attempt = async <T>(work: (snapshot: Snapshot | undefined) => Promise<T>): Promise<T> => {
		const state = await keeper.read();
		const label = stateLabel(state);
		if (current && current.label !== label) void retire(current);
		const isReused = current !== undefined;
		current ??= { label, opened: open(state), users: 0 };
		const shared = current;
		shared.users += 1;
		try {
			const snapshot = await shared.opened;
			if (!snapshot) {
				void retire(shared);
				// A switch may have removed the generation while it was being opened.
				if (stateLabel(await keeper.read()) !== label) throw new SnapshotLost();
			}
			return await work(snapshot);
		} catch (error) {
			void retire(shared);
			// The node that held the snapshot may be away while the rest of the cluster is not.
			throw isReused && error instanceof ClusterUnavailable ? new SnapshotLost() : error;
		} finally {
			shared.users -= 1;
			void closeIfUnused(shared);
		}
	};
	return {
		async read(work) {
			for (let tries = 1; ; tries++) {
				try {
					return await attempt(work);
				} catch (error) {
					if (!(error instanceof SnapshotLost)) throw error;
					if (tries === attempts) throw new ClusterUnavailable(error.message);
				}
			}
		},
		async close() {
			if (current) await retire(current);
		},
	};
}
