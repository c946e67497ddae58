// Tells how the services are that the broker stands on, for those who watch them. It knows no
// engine.
import type { Clock } from '../clock.ts';
import type { IndexCondition, IndexService } from '../ports/search/index-condition.ts';
import type { Records, RecordsUsage } from '../store/records.ts';
import { cached } from './cached.ts';

/** How they are; undefined what cannot be told at the moment, null what there is not. */
export type ServicesReport = { records: RecordsUsage | undefined; index: IndexCondition | null | undefined };

// It costs the cluster more than a search.
const askedMilliseconds = 10_000;

/** Creates the use case; it never fails. Answers from a cache for some seconds. */
export function createServicesReport(
	records: Pick<Records, 'usage'>,
	index: IndexService,
	clock: Pick<Clock, 'elapsed'>,
): () => Promise<ServicesReport> {
	return cached(
		async () => {
			const [used, condition] = await Promise.allSettled([records.usage(), index.condition()]);
			return { records: fulfilled(used), index: fulfilled(condition) };
		},
		askedMilliseconds,
		clock,
	);
}

function fulfilled<T>(outcome: PromiseSettledResult<T>): T | undefined {
	return outcome.status === 'fulfilled' ? outcome.value : undefined;
}
