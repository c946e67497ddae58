// Keeps the count of the sources up, and tells it: counting reads everything, so that no question
// may do it. It knows no engine and no thread.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { Holdings } from '../../store/holdings.ts';
import { countSources } from './count-sources.ts';
import { type KeptSources, keptForm, type ToldSources } from './sources.ts';

type CountedIndex = Pick<SearchIndex, 'findWorks' | 'locate' | 'countLinks'>;

/** Counting takes a twentieth of one thread at most. */
const restPerWork = 20;
const shortestRestMilliseconds = 2_000;
const leaseMilliseconds = 60_000;

/** What came of looking whether to count: it was done, there is no need, or not before a while. */
export type CountOutcome = 'counted' | 'current' | { againIn: number };

type CountOptions = {
	clock: Pick<Clock, 'now' | 'elapsed' | 'turn'>;
	/**
	 * Counts what has changed however lately it was counted, where the last count took no longer than
	 * this.
	 */
	atOnceWithinMilliseconds?: number;
	onProgress?(progress: { done: number }): void;
	/** Aborted where it is to be given up; it then fails with the reason. */
	signal?: AbortSignal | undefined;
};

/**
 * Counts anew where something has changed since, unless another process does or the last count was
 * too short a while ago for what it cost.
 */
export async function keepCount(
	records: Holdings,
	index: CountedIndex,
	{ clock, atOnceWithinMilliseconds = 0, onProgress, signal }: CountOptions,
): Promise<CountOutcome> {
	const [kept, state] = [await readKept(records), await records.holdingsState()];
	if (kept?.state === state) return 'current';
	if (kept && kept.milliseconds > atOnceWithinMilliseconds) {
		const due = kept.countedAt + kept.milliseconds + restAfter(kept);
		// A clock that was ahead must not keep it from being counted.
		const againIn = Math.min(due - clock.now(), restAfter(kept));
		if (againIn > 0) return { againIn };
	}
	const worker = randomUUID();
	const claim = () => records.claimCounting(worker, clock.now(), clock.now() + leaseMilliseconds);
	if (!(await claim())) return { againIn: shortestRestMilliseconds };
	const countedAt = clock.now();
	const begun = clock.elapsed();
	let claimedAt = begun;
	const afterPart = async (progress: { done: number }) => {
		signal?.throwIfAborted();
		onProgress?.(progress);
		if (clock.elapsed() - claimedAt > leaseMilliseconds / 3) {
			claimedAt = clock.elapsed();
			await claim();
		}
		await clock.turn();
	};
	const { sources, works } = await countSources(records, index, { afterPart, signal });
	const milliseconds = Math.round(clock.elapsed() - begun);
	const counted: KeptSources = { form: keptForm, state, countedAt, milliseconds, sources };
	await records.keepHoldings(worker, counted, { at: countedAt, of: works });
	return 'counted';
}

function restAfter({ milliseconds }: KeptSources): number {
	return Math.max(shortestRestMilliseconds, restPerWork * milliseconds);
}

/** Tells the last count, and how it stands to what is held now. */
export async function tellSources(records: Holdings, index: Pick<SearchIndex, 'isEmpty'>): Promise<ToldSources> {
	const [counted, state, lastAppliedAt, isEmpty] = await Promise.all([
		readKept(records),
		records.holdingsState(),
		records.lastAppliedAt(),
		index.isEmpty(),
	]);
	return { counted, isCurrent: counted?.state === state, isEmpty, lastAppliedAt };
}

/** What an older or newer program has kept in another form is as if it were not there. */
async function readKept(records: Holdings): Promise<KeptSources | undefined> {
	const kept = (await records.keptHoldings()) as KeptSources | undefined;
	return kept?.form === keptForm ? kept : undefined;
}
