// Keeps the search index up with the records: applies marks as they come, and builds an index anew that has been lost; knows no engine and no thread.
import { type CatchUpOptions, createCatchUp } from '../../broker/catch-up-index.ts';
import { rebuildIndex } from '../../broker/rebuild-index.ts';
import { hasCode } from '../../errors.ts';
import type { LinkStore } from '../../ports/records/link-store.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { createLoop, type Loop } from './loop.ts';

export type IndexWorkerOptions = CatchUpOptions & {
	pollMilliseconds: number;
	log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
	/** Called after each round of marks, when nothing of it is held. */
	betweenRounds?(): void;
	/** Told whenever marks were applied. */
	onUpdated?(marks: number): void;
	/** For how long rounds must fail before whoever waits for it to be idle hears why. While another process builds the index, they wait on. */
	failsAfterMilliseconds?: number;
};

/** Starts keeping the index up to date until stopped. */
export function startIndexWorker(store: LinkStore, index: SearchIndex, options: IndexWorkerOptions): Loop {
	const catchUp = createCatchUp(store, index, options);
	let aligned = false;
	// Set while the index waits for more to come: until then there is nothing to look at, whatever wakes this.
	let lookingAgain: NodeJS.Timeout | undefined;
	const lookAgainIn = (milliseconds: number) => {
		lookingAgain = setTimeout(() => {
			lookingAgain = undefined;
			loop.wake();
		}, milliseconds);
	};
	const round = async () => {
		if (!aligned) await alignIndex(store, index, options);
		aligned = true;
		if (lookingAgain) return false;
		const { marks, lookAgainMilliseconds } = await catchUp();
		if (lookAgainMilliseconds !== undefined) lookAgainIn(lookAgainMilliseconds);
		if (marks > 0) options.onUpdated?.(marks);
		return marks > 0;
	};
	const loop = createLoop(round, {
		pollMilliseconds: options.pollMilliseconds,
		betweenRounds: options.betweenRounds,
		failsAfter:
			options.failsAfterMilliseconds === undefined
				? undefined
				: { milliseconds: options.failsAfterMilliseconds, unless: (error) => hasCode(error, 'conflict') },
		onError: (error) => {
			aligned = false;
			options.onWaits?.(false);
			options.log.warn({ err: error }, 'The search index cannot be updated; trying again');
		},
	});
	const unsubscribe = store.onNews('marks', loop.wake);
	return {
		...loop,
		async stop() {
			await unsubscribe();
			await loop.stop();
			clearTimeout(lookingAgain);
		},
	};
}

/**
 * Makes the index that answers the one that the records know of: ends a switch that was cut short, or builds the index anew where it
 * was lost (its file deleted, another cluster, records restored from a backup).
 */
export async function alignIndex(store: LinkStore, index: SearchIndex, options: IndexWorkerOptions): Promise<void> {
	const wanted = await store.currentGeneration();
	const answering = await index.generation();
	if (wanted === answering && !(await isLost(store, index))) return;
	if (wanted > answering && (await index.switchToFinished(wanted))) return;
	options.log.warn({ wanted, answering }, 'The search index does not belong to the records; building it anew');
	const { objects, links } = await rebuildIndex(store, index, {
		...options,
		destroy: false,
		onProgress: () => undefined,
	});
	options.log.info({ objects, links }, 'The search index is built');
}

async function isLost(store: LinkStore, index: SearchIndex): Promise<boolean> {
	return (await index.isEmpty()) && (await store.expectsIndex());
}
