// Which thread does what, and how they talk: this page tells all of it.
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
//   │ checks and stores     │   │ delivers the outbox,  │
//   │ submissions, applies  │   │ builds generations    │
//   │ and withdraws events, │   │                       │
//   │ changes accounts      │   │                       │
//   └───────────┬───────────┘   └───────┬───────────┬───┘
//        writes │                 reads │           │ writes
//          ┌────▼──────────────────────▼┐      ┌────▼────┐
//          │ records                    │      │ index   │
//          └────────────────────────────┘      └─────────┘
//
// On the embedded engine, searches that may take long are made by a few reader threads beside these
// (readers/reader-pool.ts): each is started when it is first needed, reads the index and the
// records and writes neither. What waits for them is bounded, as is the time that one search takes.
//
// A dump that is asked for over HTTP is made by a thread of its own (dumps/dump-thread.ts), which
// reads one state of the records and ends with the dump.
//
// The index thread also tells the records which entries it has delivered and which generation
// answers. `link-broker worker` runs the two background threads without serving; `serve` with
// BACKGROUND_WORK=off has no index thread, and its records thread applies no events. All other
// commands do everything in the main thread (command.ts), but that `events load` reads all chunks
// of a file after the first in a thread of its own (reading-thread.ts). Any number of processes may
// share the data: on SQLite they take turns at writing, on PostgreSQL rows are locked.
// `serve --processes` starts several that share one port (processes.ts).
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { Settings } from '../settings.ts';
import { createGivingUp, type GivingUp, giveUp } from './giving-up.ts';
import type { IndexCalls } from './index-thread.ts';
import type { RecordsCalls } from './records-thread.ts';
import { type Calls, callThread } from './thread-calls.ts';

/** What a background thread tells the main thread without being asked. */
export type Notice =
	| { notice: 'applied'; links: number }
	| { notice: 'failed' }
	| { notice: 'withdrawn' }
	| { notice: 'updated'; entries: number }
	| { notice: 'dumped'; works: number };

/** Sends a notice to the main thread. */
export type Notify = (notice: Notice) => void;

/** What a background thread works with. */
export type BackgroundSettings = Settings & { givingUp: GivingUp };

/** The background threads as the main thread sees them. */
export type Background = {
	records: RecordsCalls;
	/** Resolves when all are at work. */
	ready(): Promise<void>;
	/** Calls with what the threads tell. */
	onNotice(listener: Notify): void;
	/**
	 * Begins no more work of their own, while calls are still answered; what is under way is given up
	 * after a third of SHUTDOWN_SECONDS.
	 */
	rest(): void;
	/** Ends all, also where one has failed, or has not ended SHUTDOWN_SECONDS after `rest`. */
	stop(): Promise<void>;
};

/** Starts the background threads; events that the one applies or withdraws wake the other. */
export function startBackground(settings: Settings, onFailure: (error: Error) => void): Background {
	const listeners: Notify[] = [];
	const onNotice: Notify = (told) => {
		if (told.notice === 'applied' || told.notice === 'withdrawn') void index?.calls.wake().catch(() => undefined);
		for (const listener of listeners) listener(told);
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
		onNotice: (listener) => listeners.push(listener),
		async ready() {
			for (const { calls } of threads) await calls.ready();
		},
		rest,
		async stop() {
			rest();
			const left = shutdownMilliseconds - (performance.now() - (restingSince ?? 0));
			await Promise.all(threads.map((thread) => thread.stop(Math.max(leastMilliseconds, left))));
		},
	};
}

/** What has rested needs that much to close what it has open. */
const leastMilliseconds = 500;

/** What every background thread answers: `ready` as soon as it takes calls. */
export type ThreadCalls = Calls & { ready(): Promise<void>; stop(): Promise<void> };

/**
 * Starts a thread; `settings` is what it is given to work with. `stop` has it finish, for so long
 * at most, `end` does not wait for what it does.
 */
export function startThread<T extends ThreadCalls>(
	file: string,
	settings: Settings,
	{ onNotice, onFailure }: { onNotice: Notify; onFailure(error: Error): void },
): { calls: T; stop(withinMilliseconds?: number): Promise<void>; end(): Promise<void> } {
	const resourceLimits = heapLimits(settings);
	const thread = new Worker(new URL(file, import.meta.url), { workerData: settings, resourceLimits });
	let isStopping = false;
	thread.on('error', onFailure);
	thread.on('message', (message: Partial<Notice>) => {
		if (message.notice !== undefined) onNotice(message as Notice);
	});
	const ended = new Promise<void>((resolve) =>
		thread.on('exit', () => {
			if (!isStopping) onFailure(new Error(`The thread of ${file} has ended.`));
			resolve();
		}),
	);
	const calls = callThread<T>(thread);
	return {
		calls,
		async stop(withinMilliseconds) {
			isStopping = true;
			const late = withinMilliseconds && setTimeout(() => void thread.terminate(), withinMilliseconds);
			await calls.stop().catch(() => thread.terminate());
			await ended;
			clearTimeout(late);
		},
		async end() {
			isStopping = true;
			await thread.terminate();
		},
	};
}

/**
 * Bounds the heap of a thread. Below 2 GiB V8 collects garbage when a heap has doubled, above only
 * when it has grown fourfold; a large submission is in memory a few times over.
 */
function heapLimits({ maxBodyBytes }: Settings): ResourceLimits {
	const maxBodyMebibytes = Math.ceil(maxBodyBytes / 2 ** 20);
	return { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 1_024 + 4 * maxBodyMebibytes };
}
