// Brings the index up to the records the cheaper way: mark by mark, or built anew where most of it waits; knows no engine.
import { BrokerError } from '../errors.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { IndexLag, LinkStore } from '../storage/link-store.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { updateIndex } from './update-index.ts';

export type CatchUpOptions = {
	now(): number;
	leaseMilliseconds: number;
	/** Tells how many links will still come, where somebody knows, such as a load; else null. */
	linksToCome(): number | null;
	/** Below so many links marks are applied before a build has even begun; if none, 20,000. */
	fewestLinks?: number;
};

/** What was done: so many marks were applied; or nothing, since what waits is better built together with what comes: then it is time to look again so much later. */
export type CaughtUp = { marks: number; lookAgainMilliseconds?: number };

// A link takes three times as long to bring into the index by a mark as by building anew.
const linksBuiltPerLinkMarked = 3;
const usualFewestLinks = 20_000;
// Events that are applied at shorter intervals come together, such as those of somebody who fills the broker.
const intervalMilliseconds = 1_000;
// Nobody knows when these end: an index that is built whenever it has grown so many times takes a third longer than one that is built at the end.
const grownTimes = 4;
// What was accepted and is more than such a part of what there is will not be long in coming, compared with a build.
const partWorthWaiting = 1 / 32;

/** Does some of what the index waits for. Another process may do the same at the same time. */
export async function catchUpIndex(store: LinkStore, index: SearchIndex, options: CatchUpOptions): Promise<CaughtUp> {
	const now = options.now();
	const lag = await store.indexLag(now);
	const toCome = options.linksToCome();
	const fewest = options.fewestLinks ?? usualFewestLinks;
	const byMarks = async (): Promise<CaughtUp> => ({ marks: await updateIndex(store, index) });
	// The usual case, in which the index need not be asked how large it is.
	if (lag.links < fewest && !toCome) return byMarks();
	const { links: indexed } = await index.size();
	if (!takesLessAnew({ ...lag, links: lag.links + (toCome ?? 0) }, indexed)) return byMarks();
	if (toCome === null ? keepsComing(lag, Math.max(indexed, fewest), now) : toCome > 0)
		return { marks: 0, lookAgainMilliseconds: intervalMilliseconds };
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
		if (error instanceof BrokerError && error.code === 'conflict') return byMarks();
		throw error;
	}
	return { marks: waiting };
}

function takesLessAnew({ links, unsearchable }: IndexLag, indexed: number): boolean {
	// Building anew would make searchable what must not be found yet.
	return links > 0 && !unsearchable && indexed + links < links * linksBuiltPerLinkMarked;
}

function keepsComing({ links, unapplied, lastAt }: IndexLag, indexed: number, now: number): boolean {
	const isComing = now - lastAt < intervalMilliseconds && links < indexed * (grownTimes - 1);
	return isComing || unapplied > (indexed + links) * partWorthWaiting;
}

function countWaiting(store: LinkStore): Promise<number> {
	return store.read((records) => records.waitingMarks());
}
