// Replaces a search index in the format of an earlier version of the program. Until the new one is
// active, the old one is searched and updated (index-worker.ts).
import { rebuildIndex } from '../../broker/indexing/rebuild-index.ts';
import type { Clock } from '../../clock.ts';
import { hasCode } from '../../errors.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { Records } from '../../store/records.ts';
import { createLoop, type Loop } from './loop.ts';

// Programs of the earlier version cannot read the new index. A rolling upgrade takes less time.
const usualDelayMilliseconds = 5 * 60_000;
const conflictMilliseconds = 10_000;
const noted = 'An earlier version of the program has built the search index; a new one is being built beside it';

/** Handles for the rebuild alone, because its long snapshot would delay other work. */
export type RebuildHandles = { records: Records; index: SearchIndex; close(): Promise<void> };

export type RenewalOptions = {
	clock: Clock;
	leaseMilliseconds: number;
	/** How long after the start the rebuild begins, and how often the format is checked. */
	delayMilliseconds?: number;
	log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
};

/** Replaces an index that is outdated, until it is stopped; a stop gives up the rebuild. */
export function startIndexRenewal(
	index: Pick<SearchIndex, 'name' | 'outdated'>,
	open: () => Promise<RebuildHandles>,
	{ clock, leaseMilliseconds, delayMilliseconds = usualDelayMilliseconds, log }: RenewalOptions,
): Loop {
	const startedAt = clock.elapsed();
	const { name } = index;
	let isNoted = false;
	const round = async (_: () => boolean, signal: AbortSignal) => {
		const left = startedAt + delayMilliseconds - clock.elapsed();
		if (left > 0) return { againIn: left };
		if ((await index.outdated()) === undefined) return false;
		if (!isNoted) log.info({ index: name }, noted);
		isNoted = true;
		const handles = await open();
		try {
			const onIncident = (words: string) => log.warn({ index: name }, words);
			const options = { destroy: false, clock, leaseMilliseconds, signal, onIncident, onProgress: () => undefined };
			const { objects, links } = await rebuildIndex(handles.records, handles.index, options);
			log.info({ index: name, objects, links }, 'The search index was built');
			return false;
		} catch (error) {
			// Another process builds it.
			if (hasCode(error, 'conflict')) return { againIn: conflictMilliseconds };
			throw error;
		} finally {
			await handles.close();
		}
	};
	return createLoop(round, {
		clock,
		pollMilliseconds: delayMilliseconds,
		onError: (err) => log.warn({ err }, 'The search index cannot be built in the new format; trying again'),
	});
}
