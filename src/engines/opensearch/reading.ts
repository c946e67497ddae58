// Finds the state that searches see: the generation that answers, as the last update left it, whichever process that was; knows no documents.
import { BrokerError, hasCode } from '../../errors.ts';
import { away, type Cluster } from './cluster.ts';
import { generationName, isComplete } from './generation.ts';
import { LostSnapshot, openSnapshot, type Snapshot } from './snapshot.ts';
import type { AgreedState, StateKeeper } from './state.ts';

export type Reading = {
	/**
	 * Reads one state of the index; again where the cluster lost it on the way. Undefined, without reading, where the generation that answers is
	 * lost or in another format.
	 */
	read<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T | undefined>;
	close(): Promise<void>;
};

/** Makes the failure of what cannot be done because the generation that answers is lost or in another format. */
export function unreadable(prefix: string): BrokerError {
	return new BrokerError(
		'unavailable',
		`The search index ${prefix} is lost or of another program version. A running server or worker builds it anew by itself; so does link-broker search reindex.`,
		{ retryAfterSeconds: 60 },
	);
}

/** A snapshot that searches share as long as nothing changes. */
type Shared = {
	/** Generation and epoch. */
	readonly key: string;
	readonly opened: Promise<Snapshot | undefined>;
	users: number;
	usedAt: number;
	retired: boolean;
};

/** Reads for one handle. */
export function createReading(cluster: Cluster, keeper: StateKeeper, prefix: string): Reading {
	const open = createOpener(cluster, prefix);
	const closing = new Set<Promise<void>>();
	let latest: Shared | undefined;

	const closeUnused = (shared: Shared) => {
		if (!shared.retired || shared.users > 0) return;
		const closed = shared.opened.then(
			(snapshot) => snapshot?.close(),
			() => undefined,
		);
		closing.add(closed.finally(() => closing.delete(closed)));
	};
	const retire = (shared: Shared) => {
		if (latest === shared) latest = undefined;
		if (shared.retired) return;
		shared.retired = true;
		closeUnused(shared);
	};
	const share = (key: string, generation: number): Shared => {
		const now = performance.now();
		if (latest && (latest.key !== key || (latest.users === 0 && now - latest.usedAt > idleSeconds * 1000)))
			retire(latest);
		latest ??= { key, opened: open(generation), users: 0, usedAt: now, retired: false };
		latest.users += 1;
		latest.usedAt = now;
		return latest;
	};
	const attempt = async <T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T | undefined> => {
		const key = keyOf(await keeper.read());
		const known = latest;
		const shared = share(key, Number(key.split(' ')[0]));
		try {
			const snapshot = await shared.opened;
			if (snapshot) return await work(snapshot);
			// A switch while it was being opened may have taken the generation away.
			if (keyOf(await keeper.read()) !== key) throw new LostSnapshot();
			retire(shared);
			return undefined;
		} catch (error) {
			retire(shared);
			// What held the snapshot may be gone while the cluster is not.
			const unavailable = hasCode(error, 'unavailable');
			throw unavailable && shared === known ? new LostSnapshot() : error;
		} finally {
			shared.users -= 1;
			closeUnused(shared);
		}
	};

	return {
		async read(work) {
			for (let tries = 1; ; tries++) {
				try {
					return await attempt(work);
				} catch (error) {
					if (!(error instanceof LostSnapshot)) throw error;
					if (tries === attempts) throw away(error.message);
				}
			}
		},
		async close() {
			if (latest) retire(latest);
			await Promise.all(closing);
		},
	};
}

const attempts = 4;
const keepAliveSeconds = 60;
// With time to spare, a snapshot that lay idle is not tried.
const idleSeconds = 45;

function keyOf({ generation, epoch }: AgreedState): string {
	return `${generation} ${epoch}`;
}

/** Opens snapshots of generations that are there and in this program's format. */
function createOpener(cluster: Cluster, prefix: string): (generation: number) => Promise<Snapshot | undefined> {
	const readable = new Set<number>();
	return async (generation) => {
		if (!readable.has(generation)) {
			if (!(await isComplete(cluster, prefix, generation))) return undefined;
			readable.add(generation);
		}
		const snapshot = await openSnapshot(cluster, generationName(prefix, generation), keepAliveSeconds);
		if (!snapshot) readable.delete(generation);
		return snapshot;
	};
}
