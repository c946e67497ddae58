// Keeps the count of the sources up, a while after something has changed. It knows no engine and no
// thread.
import { keepCount } from '../../broker/sources/keep-count.ts';
import type { Clock } from '../../clock.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { Holdings } from '../../store/holdings.ts';
import { createLoop, type Loop } from './loop.ts';

export type CounterOptions = {
	clock: Clock;
	pollMilliseconds: number;
	log: { warn(fields: object, message: string): void };
};

/** Counts until it is stopped; a stop gives up the count under way. */
export function startSourcesCounter(
	records: Holdings,
	index: Pick<SearchIndex, 'findWorks' | 'locate' | 'countLinks'>,
	{ clock, pollMilliseconds, log }: CounterOptions,
): Loop {
	let counted: string | undefined;
	const round = async (_: () => boolean, signal: AbortSignal) => {
		const state = await records.holdingsState();
		// Spares reading what is kept, again and again.
		if (state === counted) return false;
		const outcome = await keepCount(records, index, { clock, signal });
		if (outcome === 'current') counted = state;
		return typeof outcome === 'object' ? outcome : outcome === 'counted';
	};
	return createLoop(round, {
		clock,
		pollMilliseconds,
		onError: (err) => log.warn({ err }, 'The sources cannot be counted; trying again'),
	});
}
