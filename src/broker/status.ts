// Reports the remaining work, the size of the broker and the state of its services.
import type { Clock } from '../clock.ts';
import type { EventState } from '../links/link-event.ts';
import type { IndexCondition, SearchIndex } from '../ports/search/search-index.ts';
import type { SearchReader } from '../ports/search/search-reader.ts';
import type { RecordsUsage } from '../store/event-list.ts';
import type { RebuildProgress } from '../store/rebuild-parts.ts';
import type { Records } from '../store/records.ts';
import { cached } from './cached.ts';
import { type Outcome, outcomeWithin } from './health.ts';

/**
 * Times are milliseconds since 1970, null where nothing waits; bytes are null where the engine
 * cannot return them quickly.
 */
export type BrokerStatus = {
	events: Record<EventState, number>;
	/** When the oldest event that is not applied yet was accepted. */
	oldestEventAt: number | null;
	/** Outbox entries that wait for the index, and since when the oldest does. */
	waitingEntries: number;
	oldestEntryAt: number | null;
	/**
	 * Objects (Identity groups) and links between them, as far as they can be found; null while the
	 * index does not answer.
	 */
	objects: number | null;
	links: number | null;
	/** The rebuild of the index that processes share, null where none is under way. */
	rebuild: RebuildProgress | null;
	recordBytes: number | null;
	indexBytes: number | null;
};

/** Reads what a status is made of. */
export type StatusSource = Pick<Records, 'backlog' | 'size' | 'rebuildProgress'> & {
	indexSize: SearchReader['size'];
	indexBytes(): Promise<number | null>;
};

// What costs more is read less often, however many clients ask.
const backlogMilliseconds = 2_000;
const sizeMilliseconds = 60_000;

/**
 * Creates the use case; its answer is cached for some seconds. It waits only briefly for the index,
 * and fails where the records do not answer.
 */
export function createStatus(source: StatusSource, clock: Clock): () => Promise<BrokerStatus> {
	const backlog = cached(() => Promise.all([source.backlog(), source.rebuildProgress()]), backlogMilliseconds, clock);
	const size = cached(source.size, sizeMilliseconds, clock);
	const ofIndex = cached(() => Promise.all([source.indexSize(), source.indexBytes()]), sizeMilliseconds, clock);
	return async () => {
		const [[left, rebuild], records, index] = await Promise.all([backlog(), size(), outcomeWithin(ofIndex, clock)]);
		const [found, indexBytes] = 'result' in index ? index.result : [null, null];
		return {
			events: { ...left.events, Done: records.events.Done, Withdrawn: records.events.Withdrawn },
			oldestEventAt: left.oldestEventAt,
			waitingEntries: left.entries,
			oldestEntryAt: left.oldestEntryAt,
			objects: found?.objects ?? null,
			links: found?.links ?? null,
			rebuild,
			recordBytes: records.bytes,
			indexBytes,
		};
	};
}

/** Their states; undefined if unknown at the moment, null if not used. */
export type ServicesReport = { records: RecordsUsage | undefined; index: IndexCondition | null | undefined };

// It costs the cluster more than a search.
const askedMilliseconds = 10_000;

/** Creates the use case; it never fails, and its answer is cached for some seconds. */
export function createServicesReport(
	records: Pick<Records, 'usage'>,
	index: Pick<SearchIndex, 'condition'>,
	clock: Clock,
): () => Promise<ServicesReport> {
	return cached(
		async () => {
			const [used, condition] = await Promise.all([
				outcomeWithin(() => records.usage(), clock),
				outcomeWithin(() => index.condition(), clock),
			]);
			return { records: resultOf(used), index: resultOf(condition) };
		},
		askedMilliseconds,
		clock,
	);
}

function resultOf<T>(outcome: Outcome<T>): T | undefined {
	return 'result' in outcome ? outcome.result : undefined;
}
