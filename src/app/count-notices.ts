// Counts in the metrics what the background threads tell of their work.
import type { Metrics } from '../http/operations/metrics.ts';
import type { Notify } from './threads.ts';

/** Creates what counts a notice. */
export function countNotices(metrics: Pick<Metrics, 'eventApplied' | 'eventFailed' | 'changesIndexed'>): Notify {
	return (told) => {
		if (told.notice === 'applied') metrics.eventApplied(told.links);
		else if (told.notice === 'failed') metrics.eventFailed();
		else if (told.notice === 'updated') metrics.changesIndexed(told.entries);
	};
}
