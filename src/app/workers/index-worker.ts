// Keeps the search index up with the records: delivers outbox entries as they come, and builds an
// index anew that has been lost. It knows no engine and no thread.
import { type CatchUpOptions, catchUpIndex } from '../../broker/indexing/catch-up-index.ts';
import { rebuildIndex } from '../../broker/indexing/rebuild-index.ts';
import { hasCode } from '../../errors.ts';
import type { Records } from '../../ports/records/records.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { createLoop, type Loop } from './loop.ts';

export type IndexWorkerOptions = CatchUpOptions & {
	pollMilliseconds: number;
	log: {
		info(fields: object, message: string): void;
		warn(fields: object, message: string): void;
	};
	/** Called with the number of outbox entries that were delivered, whenever some were. */
	onUpdated?(entries: number): void;
	/**
	 * For how long rounds must fail before `idle` rejects; without it, `idle` waits on. A rebuild by
	 * another process is no failure.
	 */
	failsAfterMilliseconds?: number;
};

/** Starts keeping the index up to date until stopped. */
export function startIndexWorker(records: Records, index: SearchIndex, options: IndexWorkerOptions): Loop {
	let isAligned = false;
	const round = async () => {
		if (!isAligned) await alignIndex(records, index, options);
		isAligned = true;
		const entries = await catchUpIndex(records, index, options);
		if (entries > 0) options.onUpdated?.(entries);
		return entries > 0;
	};
	const { failsAfterMilliseconds } = options;
	const loop = createLoop(round, {
		clock: options.clock,
		pollMilliseconds: options.pollMilliseconds,
		...(failsAfterMilliseconds !== undefined && {
			failsAfter: {
				milliseconds: failsAfterMilliseconds,
				unless: (error: unknown) => hasCode(error, 'conflict'),
			},
		}),
		onError: (error) => {
			isAligned = false;
			options.log.warn({ err: error }, 'The search index cannot be updated; trying again');
		},
	});
	const unsubscribe = records.subscribe('outbox', loop.wake);
	return {
		...loop,
		async stop() {
			await unsubscribe();
			await loop.stop();
		},
	};
}

/**
 * Makes the index that answers the one that the records know of: ends a switch that was cut short,
 * or builds the index anew where it was lost (its file deleted, another cluster, restored records).
 */
export async function alignIndex(records: Records, index: SearchIndex, options: IndexWorkerOptions): Promise<void> {
	const wanted = await records.currentGeneration();
	const answering = await index.generation();
	const isLost = async () => (await index.isEmpty()) && (await records.expectsIndex());
	if (wanted === answering && !(await isLost())) return;
	if (wanted > answering && (await index.switchToFinished(wanted))) return;
	options.log.warn({ wanted, answering }, 'The search index does not belong to the records; building it anew');
	const { objects, links } = await rebuildIndex(records, index, {
		...options,
		destroy: false,
		onProgress: () => undefined,
	});
	options.log.info({ objects, links }, 'The search index is built');
}
