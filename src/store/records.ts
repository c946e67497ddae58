// The contract of the records as a whole: transactions, and the small contracts that an engine
// implements together. Each sentence has its test in `suite/`, which runs on every engine.
import type { BrokerError } from '../errors.ts';
import type { EventState } from '../links/link-event.ts';
import type { Audit, Auditing } from './audit.ts';
import type { Changes, ChangeTrimming } from './changes.ts';
import type { EventCompletion, Events } from './events.ts';
import type { Evidence } from './evidence.ts';
import type { Generations } from './generations.ts';
import type { Graph } from './graph.ts';
import type { Harvests } from './harvests.ts';
import type { Holdings } from './holdings.ts';
import type { Loads } from './loads.ts';
import type { Outbox, OutboxClaims } from './outbox.ts';
import type { RebuildParts } from './rebuild-parts.ts';
import type { Reporting } from './reporting.ts';
import type { Sets } from './sets.ts';
import type { Snapshot } from './snapshots.ts';
import type { TakingBack } from './taking-back.ts';

/**
 * What one transaction reads and writes. Every method takes whole sets and costs a constant number
 * of statements.
 */
export type Transaction = Graph & TakingBack & Evidence & Outbox & Changes & EventCompletion & Auditing;

/** What a process may be told by another: events wait for a worker, entries wait for the index. */
export type Topic = 'events' | 'outbox';

/**
 * What is left to do, at a cost that does not grow with what was ever received. `oldestEventAt` is
 * when the oldest New or Processing event was accepted, `oldestEntryAt` when the event of the
 * oldest waiting entry was done; null where there is none.
 */
export type Backlog = {
	events: Record<Exclude<EventState, 'Done' | 'Withdrawn'>, number>;
	oldestEventAt: number | null;
	entries: number;
	oldestEntryAt: number | null;
};

/** How the records are used at the moment. */
export type RecordsUsage = {
	/** Entries of the outbox that processes hold to deliver them. */
	claimedEntries: number;
	/** Connections to the server and how many it takes; null where the records are a file. */
	connections: { open: number; most: number } | null;
};

/** Why nothing can be written, in words that name no path; the cause is for the log. */
export type Trouble = {
	failure: BrokerError;
	/** Whether nothing mends it but opening the records anew. */
	needsRestart: boolean;
};

/** Keeps everything that was received and what follows from it. */
export interface Records
	extends Events,
		Loads,
		Generations,
		RebuildParts,
		OutboxClaims,
		ChangeTrimming,
		Audit,
		Holdings,
		Reporting,
		Sets,
		Harvests {
	/**
	 * Whether one transaction at a time writes to all of the records. Then a transaction need not
	 * lock groups, and workers save commits by applying several events in one.
	 */
	readonly singleWriter: boolean;
	/**
	 * Runs `work` in a transaction that sees its own writes and writes all or nothing. Where others
	 * write meanwhile (see singleWriter), a later statement may see what they have committed: groups
	 * that are to stay as they are must be locked. Assertions of events that must not be found yet
	 * are hidden. Runs `work` again where the engine reports a conflict. `durable`: when it returns,
	 * what was written survives power loss, and not only the end of the process.
	 */
	change<T>(
		work: (transaction: Transaction, snapshot: Snapshot) => Promise<T>,
		options?: { durable?: boolean },
	): Promise<T>;
	/** Runs `work` on one consistent state, without writing; hides what change hides. */
	read<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
	/**
	 * Runs `work` on one consistent state for as long as it takes, without holding up other
	 * transactions; hides no assertion.
	 */
	snapshot<T>(work: (transaction: Transaction, snapshot: Snapshot) => Promise<T>): Promise<T>;
	/**
	 * Calls the listener when another process may have left something of a topic; answers how to
	 * stop. Engines that cannot tell never call, so a waiting loop has to poll as well.
	 */
	subscribe(topic: Topic, listener: () => void): () => Promise<void>;
	/**
	 * Tells why nothing can be written now, null where it can. It does not wait for other writers, and
	 * writes only where the last write failed, to see whether that is over.
	 */
	trouble(): Promise<Trouble | null>;
	/** Tells what is left to do. */
	backlog(): Promise<Backlog>;
	/** Counts all events by state, and the bytes that the database takes; costs a count of events. */
	size(): Promise<{ events: Record<EventState, number>; bytes: number }>;
	/** Tells how they are used. */
	usage(): Promise<RecordsUsage>;
	close(): Promise<void>;
}
