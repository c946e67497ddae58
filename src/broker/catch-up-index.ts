// Brings the index up to the records the cheaper way: mark by mark, or built anew where most of it waits; knows no engine.
import { BrokerError } from '../errors.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { IndexLag, LinkStore } from '../storage/link-store.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { updateIndex } from './update-index.ts';

export type CatchUpOptions = {
	now(): number;
	leaseMilliseconds: number;
	/** Tells how many links a load will still bring, as far as is known, or 0 where none goes on: what is built anew is better built at its end. */
	linksToCome(): number;
	/** Below so many links marks are applied before a build has even begun; if none, 20,000. */
	fewestLinks?: number;
};

// A link takes three times as long to bring into the index by a mark as by building anew.
const linksBuiltPerLinkMarked = 3;
const usualFewestLinks = 20_000;

/**
 * Does some of what the index waits for; answers how many marks were applied. 0: nothing is to be done now.
 * Another process may do the same at the same time.
 */
export async function catchUpIndex(store: LinkStore, index: SearchIndex, options: CatchUpOptions): Promise<number> {
	const lag = await store.indexLag();
	const few = lag.links < (options.fewestLinks ?? usualFewestLinks);
	// The usual case, in which the index need not be asked how large it is.
	const toCome = options.linksToCome();
	if (few && toCome === 0) return updateIndex(store, index);
	if (!(await takesLessAnew({ ...lag, links: lag.links + toCome }, index))) return updateIndex(store, index);
	if (toCome > 0) return 0;
	if (few) return updateIndex(store, index);
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
		if (error instanceof BrokerError && error.code === 'conflict') return updateIndex(store, index);
		throw error;
	}
	return waiting;
}

async function takesLessAnew({ links, unsearchable }: IndexLag, index: SearchIndex): Promise<boolean> {
	// Building anew would make searchable what must not be found yet.
	if (links === 0 || unsearchable) return false;
	return (await index.size()).links + links < links * linksBuiltPerLinkMarked;
}

function countWaiting(store: LinkStore): Promise<number> {
	return store.read((records) => records.waitingMarks());
}
