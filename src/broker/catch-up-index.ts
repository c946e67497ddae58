// Brings the index up to the records the cheaper way: mark by mark, or built anew where most of it waits; knows no engine.
import { hasCode } from '../errors.ts';
import type { IndexLag, LinkStore } from '../ports/records/link-store.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import { type RebuildOptions, rebuildIndex } from './rebuild-index.ts';
import { type UpdateOptions, updateIndex } from './update-index.ts';
import { createPatience, lookMilliseconds } from './wait-for-more.ts';

export type CatchUpOptions = {
	now(): number;
	leaseMilliseconds: number;
	/** See RebuildOptions. */
	objectsElsewhere?: RebuildOptions['objectsElsewhere'];
	/** Says that no more links come, as after a load: then nothing is waited for. */
	nothingComes?: boolean;
	/** Told, before anything is done, that it waits no longer; and that it waits for more to come. */
	onWaits?(waits: boolean): void;
	/** How marks are applied before it is decided anew; see updateIndex. */
	update?: UpdateOptions;
	/** Below so many links, with those that come, marks are applied before a build has even begun; if none, 20,000. */
	fewestLinks?: number;
};

/** What was done: so many marks were applied; or nothing, since what waits is better built together with what comes: then it is to be looked at again so much later. */
export type CaughtUp = { marks: number; lookAgainMilliseconds?: number };

// A link takes three times as long to bring into the index by a mark as by building anew.
const linksBuiltPerLinkMarked = 3;
const usualFewestLinks = 20_000;

/** Creates what does some of what the index waits for, each time it is called. Another process may do the same at the same time. */
export function createCatchUp(store: LinkStore, index: SearchIndex, options: CatchUpOptions): () => Promise<CaughtUp> {
	const patience = createPatience(options.now);
	let asked: { at: number; links: number } | undefined;
	// Of a long backlog that takes longer than to apply some marks.
	const accepted = async (): Promise<number> => {
		const at = options.now();
		if (!asked || Math.abs(at - asked.at) >= lookMilliseconds) asked = { at, links: await store.linksToApply(at) };
		return asked.links;
	};
	const waits = (it: boolean) => options.onWaits?.(it);
	const byMarks = async (): Promise<CaughtUp> => {
		patience.end();
		waits(false);
		return { marks: await updateIndex(store, index, options.update) };
	};
	return async () => {
		const lag = await store.indexLag();
		if (lag.links === 0) return byMarks();
		const coming = options.nothingComes ? 0 : await accepted();
		// The usual case, in which the index need not be asked how large it is.
		if (lag.links + coming < (options.fewestLinks ?? usualFewestLinks)) return byMarks();
		if (!(await takesLessAnew({ ...lag, links: lag.links + coming }, index))) return byMarks();
		if (!options.nothingComes && patience.waitsBeside(lag.links, coming)) {
			waits(true);
			return { marks: 0, lookAgainMilliseconds: lookMilliseconds };
		}
		waits(false);
		// What was about to come for so long may never come: what is there is not to wait for it any longer.
		if (coming > 0 && !(await takesLessAnew(lag, index)))
			return { marks: await updateIndex(store, index, { ...options.update, rounds: 1 }) };
		patience.end();
		const waiting = await countWaiting(store);
		try {
			await rebuildIndex(store, index, {
				...options,
				destroy: false,
				onlyIfAllSearchable: true,
				onProgress: () => undefined,
			});
		} catch (error) {
			// Another rebuild is under way, or an event that must not be found has come between: marks do for that.
			if (hasCode(error, 'conflict')) return byMarks();
			throw error;
		}
		return { marks: waiting };
	};
}

async function takesLessAnew({ links, unsearchable }: IndexLag, index: SearchIndex): Promise<boolean> {
	// Building anew would make searchable what must not be found yet.
	if (unsearchable) return false;
	return (await index.size()).links + links < links * linksBuiltPerLinkMarked;
}

function countWaiting(store: LinkStore): Promise<number> {
	return store.read((records) => records.waitingMarks());
}
