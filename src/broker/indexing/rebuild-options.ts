// The options of a rebuild of the index, its progress, and what its pieces read.
import type { Clock } from '../../clock.ts';
import type { IdRange } from '../../store/rebuild-parts.ts';
import type { Transaction } from '../../store/records.ts';
import type { Snapshot } from '../../store/snapshots.ts';

/** So many objects and links have been derived; how many there are is not known before. */
export type RebuildProgress = { what: 'objects and links'; done: number };

export type RebuildOptions = {
	/** Clears the index first. */
	destroy: boolean;
	/** Does not go on with a rebuild that is under way: what it has read is not right any more. */
	anew?: boolean;
	/** Takes part in the rebuild in parts that is under way, if any, and begins none. */
	onlyTakePart?: boolean;
	/** Fails with `conflict` where there are noindex events, instead of making them searchable. */
	onlyIfAllSearchable?: boolean;
	clock: Clock;
	leaseMilliseconds: number;
	onProgress(progress: RebuildProgress): void;
	/** Is told what went wrong with a rebuild that is then begun anew. */
	onIncident?(words: string): void;
	/**
	 * Gives up what is under way; of a rebuild in parts, what is done stays done, and another process
	 * may go on at once.
	 */
	signal?: AbortSignal | undefined;
	/** Is called now and then while parts are built: what else this thread has to do. */
	meanwhile?(): Promise<void>;
};

/** Counts what is derived, and tells of it. */
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
	/** Is told how much more has been derived. */
	onDerived(more: number): void;
	/** The groups named after identifiers of this range; all where it is absent. */
	range?: IdRange;
};
