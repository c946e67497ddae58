// The contract of what the records know of the search index: which generation answers, which is
// being built, what the index lacks, and by which mark it is told from the index of other records.
// It knows no index.
//
// Every update of the index, and every generation that is built, leaves a mark in it: a text that
// is never used twice. The records know the mark before the index takes it, so that neither can be
// lost, restored or exchanged for another without the two disagreeing:
//
//   announceMark(old, new)      the index commits         acknowledge(…, new)
//   ──────────────────────▶ old or new ──────────▶ old or new ──────────────▶ new alone is known
//                               │                          │
//                               └── the process ends here ─┘ and the two still agree
import { BrokerError } from '../errors.ts';
import type { KeptChanges } from './changes.ts';
import type { Id } from './graph.ts';
import type { Transaction } from './records.ts';

/** What the index that answers lacks. */
export type IndexLag = {
	/** Entries of the outbox that wait, and the links of the events that they speak of. */
	entries: number;
	links: number;
	/** Whether there are applied events that must not be found yet (noindex). */
	unsearchable: boolean;
};

/** What a generation that is built covers: all that was there when its snapshot was read. */
export type Coverage = {
	/** Applied events that could not be searched before, and can with this generation. */
	unsearchable: readonly Id[];
	/** Entries of the outbox, those that wait and those that are kept. */
	entries: readonly Id[];
};

/** Makes the failure of what needs the index of these records, where another is there. */
export function foreignIndex(): BrokerError {
	return new BrokerError(
		'index-behind',
		'The search index is not that of what is stored: one of the two was restored or exchanged. A running server ' +
			'or worker builds it anew by itself; so does link-broker search reindex.',
		{ retryAfterSeconds: 30 },
	);
}

/** Accounts for the generations of the search index. */
export interface Generations {
	/** Tells the generation that answers. */
	currentGeneration(): Promise<Id>;
	/** Tells whether something was indexed already: then an empty index has been lost. */
	expectsIndex(): Promise<boolean>;
	/** Tells what the index lacks. */
	indexLag(): Promise<IndexLag>;
	/**
	 * Lists the marks of which an index of these records has one; '' is that of an index that was
	 * never written to.
	 */
	indexMarks(): Promise<readonly string[]>;
	/**
	 * Says that the index, whose mark is `from`, is about to take the mark `to`: both are known then,
	 * and no other. Fails with `index-behind` where `from` is not known.
	 */
	announceMark(from: string, to: string): Promise<void>;
	/**
	 * Forgets entries that the index has applied; while a rebuild runs they are kept for the new
	 * generation instead. `mark` is what the index took with them: only that is known from here on,
	 * unless another was announced meanwhile. Where `generation` is no longer current, the entries
	 * wait on, held by nobody.
	 */
	acknowledge(entries: readonly Id[], generation: Id, mark: string): Promise<void>;
	/**
	 * Announces that a generation is being built and answers its number, higher than `above` and all
	 * before. From here on entries are kept. Fails with `conflict` while the lease of another rebuild
	 * runs; one that ends later than any can that was begun by now is void, as in Events.claim.
	 */
	beginRebuild(now: number, leaseUntil: number, above: Id): Promise<Id>;
	/** Prolongs the lease; false where another rebuild has taken over. */
	renewRebuild(generation: Id, leaseUntil: number): Promise<boolean>;
	/**
	 * Makes the generation current, durably, and announces its mark: what it covers counts as
	 * searchable and its entries are forgotten; all others wait (again). Fails with `conflict` where
	 * another rebuild has taken over.
	 * `onSearchable` is told in the same transaction of each event, in their order, of which the log
	 * of changes keeps something back, once that event may be found and the later ones may not yet.
	 */
	finishRebuild(
		generation: Id,
		mark: string,
		coverage: Coverage,
		onSearchable: (transaction: Transaction, kept: KeptChanges) => Promise<void>,
	): Promise<void>;
	/** Forgets a rebuild, and the entries kept for it; nothing where it is not under way. */
	abandonRebuild(generation: Id): Promise<void>;
}
