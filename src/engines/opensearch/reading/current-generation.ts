// Finds the generation that answers, for searches of one handle; knows no document.
import type { Cluster } from '../cluster/cluster.ts';
import { ClusterUnavailable } from '../cluster/failures.ts';
import { createSearches, IndexGone, type Searches } from '../cluster/searches.ts';
import type { AgreedState } from '../coordination/agreed-state.ts';
import { routingOf } from '../documents/document-ids.ts';
import { generationName, isComplete } from '../generations/generation.ts';

export type CurrentGeneration = {
	/**
	 * Runs `work` on the generation that answers, and again where that is gone on the way, by a
	 * switch. It is undefined where it is lost or in another format.
	 */
	read<T>(work: (searches: Searches | undefined) => Promise<T>): Promise<T>;
	/** Tells the agreed state, as it was at most 200 ms ago. */
	state(): Promise<AgreedState>;
	/** Lets the next to ask for the state read it anew. */
	forgetState(): void;
};

const attempts = 4;
const sharedMilliseconds = 200;

/** Reads for one handle of the index. */
export function createCurrentGeneration(
	cluster: Cluster,
	readState: () => Promise<AgreedState>,
	{ prefix, searchMilliseconds }: { prefix: string; searchMilliseconds: number },
): CurrentGeneration {
	const shared = shareFor(sharedMilliseconds, readState);
	/** The generation that was found complete last. */
	let complete: { generation: number; searches: Searches } | undefined;

	const find = async (generation: number): Promise<Searches | undefined> => {
		if (complete?.generation === generation) return complete.searches;
		if (!(await isComplete(cluster, prefix, generation))) return undefined;
		const searches = createSearches(cluster, generationName(prefix, generation), { searchMilliseconds, routingOf });
		complete = { generation, searches };
		return searches;
	};
	/** Tells whether another generation answers than did a moment ago. */
	const isSwitched = async (generation: number): Promise<boolean> => {
		shared.forget();
		return (await shared.read()).generation !== generation;
	};
	return {
		async read(work) {
			for (let tries = 1; ; tries++) {
				const { generation } = await shared.read();
				const searches = await find(generation);
				if (!searches && !(await isSwitched(generation))) return work(undefined);
				if (!searches) continue;
				try {
					return await work(searches);
				} catch (error) {
					if (!(error instanceof IndexGone)) throw error;
					complete = undefined;
					shared.forget();
					if (tries === attempts) throw new ClusterUnavailable(error.message);
				}
			}
		},
		state: shared.read,
		forgetState: shared.forget,
	};
}

/** Reads something for all who ask for it within a time. */
function shareFor<T>(milliseconds: number, read: () => Promise<T>): { read(): Promise<T>; forget(): void } {
	let begun: { at: number; value: Promise<T> } | undefined;
	return {
		read() {
			const now = performance.now();
			if (begun && now - begun.at <= milliseconds) return begun.value;
			const mine = { at: now, value: read() };
			begun = mine;
			mine.value.catch(() => {
				if (begun === mine) begun = undefined;
			});
			return mine.value;
		},
		forget() {
			begun = undefined;
		},
	};
}
