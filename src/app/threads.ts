// The threads of the broker, what each does and how they communicate.
//
//                    HTTP clients
//                         │
//   ┌─────────────────────▼─────────────────────┐
//   │ main thread (serve.ts)                    │  listens, checks tokens, answers searches
//   │                                           │  that are quick; reads the records and the index
//   └───┬───────────────▲───────────────────┬───┘
//       │ calls         │ notices           │ wake
//   ┌───▼───────────────┴───┐   ┌───────────▼───────────┐
//   │ records thread        │   │ index thread          │
//   │ (records-thread.ts)   │   │ (index-thread.ts)     │
//   │ stores submissions,   │   │ delivers the outbox,  │
//   │ applies and withdraws │   │ builds generations    │
//   │ events, changes       │   │                       │
//   │ accounts              │   │                       │
//   └───────────┬───────────┘   └───────┬───────────┬───┘
//        writes │                 reads │           │ writes
//          ┌────▼──────────────────────▼┐      ┌────▼────┐
//          │ records                    │      │ index   │
//          └────────────────────────────┘      └─────────┘
//
// A few reader threads (readers/pooled-reading.ts) run reports, explanations and previews, list the
// links of events and, on the embedded engine, run long searches. Each is started when it is first
// needed, reads the index and the records, and writes neither. Unless both are files, work that needs
// the records, the index, or both has threads of its own.
//
// Reading threads (body-pool.ts) translate and check bodies before the records thread stores them,
// one at a time in each thread, with a limit of memory. They also read the pages of harvests.
//
// In both pools (readers/reader-pool.ts) senders take turns, the queue is bounded, and so is the
// time of each call.
//
// The card thread (card-pool.ts) draws the cards of works, one at a time.
//
// A dump that is asked for over HTTP is made by a thread of its own (dumps/dump-thread.ts), which
// reads one state of the records and ends with the dump.
//
// The index thread also records which entries it has delivered and which generation
// answers. `link-broker worker` runs the two background threads without serving; `serve` with
// BACKGROUND_WORK=off has no index thread, and its records thread applies no events. All other
// commands do everything in the main thread (command.ts), but that `events load` reads all chunks
// of a file after the first in a thread of its own (reading-thread.ts). Any number of processes may
// share the data: on SQLite they take turns at writing, on PostgreSQL rows are locked.
// `serve --processes` starts several that share one port (processes.ts).
import type { Metrics } from '../http/operations/metrics.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { type BackgroundSettings, createGivingUp, giveUp } from './giving-up.ts';
import type { IndexCalls } from './index-thread.ts';
import type { RecordsCalls } from './records-thread.ts';
import { type Notice, type Notify, startThread, type ThreadCalls } from './thread-calls.ts';

/** What has rested needs that much to close what it has open. */
const leastMilliseconds = 500;

/** The background threads as the main thread sees them. */
export type Background = ReturnType<typeof startBackground>;

/**
 * Starts the background threads; events that the one applies or withdraws wake the other. `stop` is
 * called where one fails: the process then ends with status 1.
 */
export function startBackground(settings: Settings, log: Log, stop: () => void) {
	const onFailure = (err: Error) => {
		log.fatal({ err }, 'A background thread failed');
		process.exitCode = 1;
		stop();
	};
	const listeners: Notify[] = [];
	const onNotice: Notify = (sent) => {
		if (sent.notice === 'applied' || sent.notice === 'withdrawn') void index?.calls.wake().catch(() => undefined);
		for (const listener of listeners) listener(sent);
	};
	const givingUp = createGivingUp();
	const given: BackgroundSettings = { ...settings, givingUp };
	const start = <T extends ThreadCalls>(file: string) => startThread<T>(file, given, { onNotice, onFailure });
	const records = start<RecordsCalls>('./records-thread.ts');
	const index = settings.backgroundWork ? start<IndexCalls>('./index-thread.ts') : undefined;
	const threads = index ? [records, index] : [records];
	const shutdownMilliseconds = settings.shutdownSeconds * 1_000;
	let restingSince: number | undefined;
	const rest = () => {
		if (restingSince !== undefined) return;
		restingSince = performance.now();
		// A thread that has failed rests.
		for (const { calls } of threads) void calls.rest().catch(() => undefined);
		setTimeout(() => giveUp(givingUp), shutdownMilliseconds / 3).unref();
	};
	return {
		records: records.calls,
		/** Calls with what the threads report. */
		onNotice: (listener: Notify): void => void listeners.push(listener),
		/** Has the metrics count what the threads report. */
		countIn: (metrics: Metrics): void => void listeners.push((sent) => count(sent, metrics)),
		/** Resolves when all are at work. */
		async ready(): Promise<void> {
			for (const { calls } of threads) await calls.ready();
		},
		/**
		 * Begins no more work of their own, while calls are still answered; what is under way is given up
		 * after a third of SHUTDOWN_SECONDS.
		 */
		rest,
		/** Ends all, also where one has failed, or has not ended SHUTDOWN_SECONDS after `rest`. */
		async stop(): Promise<void> {
			rest();
			const left = shutdownMilliseconds - (performance.now() - (restingSince ?? 0));
			await Promise.all(threads.map((thread) => thread.stop(Math.max(leastMilliseconds, left))));
		},
	};
}

function count(sent: Notice, metrics: Metrics): void {
	if (sent.notice === 'applied') metrics.eventApplied(sent.links);
	else if (sent.notice === 'failed') metrics.eventFailed();
	else if (sent.notice === 'sent') metrics.messageSent(sent.kind, sent.outcome);
	else if (sent.notice === 'notified') metrics.notificationReceived(sent.outcome);
	else if (sent.notice === 'updated') metrics.changesIndexed(sent.entries);
}
