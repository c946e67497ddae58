// Finds the active generation, for searches of one handle.
import { createSearches, IndexMissing, type Searches } from '../cluster/searches.ts';
import type { AgreedState } from '../coordination/agreed-state.ts';
import { generationName, type Place, readComplete } from '../generations/generation.ts';

const attempts = 4;
const sharedMilliseconds = 200;

/** Searches of a generation; one of an older format has no flags. */
export type FlaggedSearches = Searches & { readonly hasFlags: boolean };

/** Reads for one handle of the index. */
export function createActiveGeneration(
	place: Place,
	readState: () => Promise<AgreedState>,
	searchMilliseconds: number,
) {
	const shared = shareFor(sharedMilliseconds, readState);
	/** The generation that was found complete last. */
	let complete: { generation: number; searches: FlaggedSearches } | undefined;

	const find = async (generation: number): Promise<FlaggedSearches | undefined> => {
		if (complete?.generation === generation) return complete.searches;
		const built = await readComplete(place, generation);
		if (!built) return undefined;
		const ofIndex = createSearches(place.cluster, generationName(place, generation), searchMilliseconds);
		const searches = { ...ofIndex, hasFlags: built.flagRules > 0 };
		complete = { generation, searches };
		return searches;
	};
	/** Whether another generation is active than a moment ago. */
	const isSwitched = async (generation: number): Promise<boolean> => {
		shared.reset();
		return (await shared.read()).generation !== generation;
	};
	return {
		/**
		 * Runs `work` on the active generation, and again where a switch removes it on the way.
		 * `searches` is undefined where it is lost or in another format.
		 */
		async read<T>(work: (searches: FlaggedSearches | undefined) => Promise<T>): Promise<T> {
			for (let tries = 1; ; tries++) {
				const { generation } = await shared.read();
				const searches = await find(generation);
				if (!searches && !(await isSwitched(generation))) return work(undefined);
				if (!searches) continue;
				try {
					return await work(searches);
				} catch (error) {
					if (!(error instanceof IndexMissing)) throw error;
					complete = undefined;
					shared.reset();
					if (tries === attempts) throw error;
				}
			}
		},
		/** Reads the agreed state, as it was at most 200 ms ago. */
		state: shared.read,
		/** The next caller reads the state again. */
		resetState: shared.reset,
	};
}

/** Shares one read among all callers within a time. */
function shareFor<T>(milliseconds: number, read: () => Promise<T>): { read(): Promise<T>; reset(): void } {
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
		reset() {
			begun = undefined;
		},
	};
}
