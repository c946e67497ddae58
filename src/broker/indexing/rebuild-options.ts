// The options of a rebuild of the index, its progress, and what its pieces read.
import type { Clock } from '../../clock.ts';
import type { IdRange } from '../../store/rebuild-parts.ts';
import type { Transaction } from '../../store/records.ts';
import type { Snapshot } from '../../store/snapshots.ts';

/** How many objects and links have been derived; the total is not known in advance. */
export type RebuildProgress = { what: 'objects and links'; done: number };

export type RebuildOptions = {
	/** Clears the index first. */
	destroy: boolean;
	/** Does not continue a rebuild that is under way: what it has read is outdated. */
	anew?: boolean;
	/** Takes part in the rebuild in parts that is under way, if any, and begins none. */
	onlyTakePart?: boolean;
	/** Fails with `conflict` where there are noindex events, instead of making them searchable. */
	onlyIfAllSearchable?: boolean;
	clock: Clock;
	leaseMilliseconds: number;
	/** How many changed identifiers are in memory at a time (100,000). */
	namesPerWindow?: number;
	onProgress(progress: RebuildProgress): void;
	/** Called with what went wrong with a rebuild that then begins again. */
	onIncident?(words: string): void;
	/**
	 * Stops the rebuild; finished parts of a rebuild in parts stay finished, and another process may
	 * continue at once.
	 */
	signal?: AbortSignal | undefined;
	/** Called now and then while parts are built: other work of this thread. */
	meanwhile?(): Promise<void>;
};

/** Counts what is derived, and reports progress. */
export function countDerived({ onProgress }: Pick<RebuildOptions, 'onProgress'>): (more: number) => void {
	let done = 0;
	return (more) => {
		done += more;
		onProgress({ what: 'objects and links', done });
	};
}

/** What an index is filled from: one state of the records. */
export type Source = {
	transaction: Transaction;
	snapshot: Snapshot;
	/** Called with how much more has been derived. */
	onDerived(more: number): void;
	/** The groups named after identifiers of this range; all where it is absent. */
	range?: IdRange;
};
