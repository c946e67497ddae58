// Runs long work in a bounded number of threads, for a bounded time each. Senders take turns, each
// with its cheapest work first.
//
//            run()                a thread is free              it answers
//   caller ─────────▶ waiting ─────────────────────▶ working ─────────────▶ answered
//             │          │                              │
//             │          └─ client left, time is up ────┤  flagged in shared memory; a thread that
//             └─ too many wait: the sender with         └▶ does not end then is ended and replaced
//                the most is refused

import { createFairQueue, type Work } from '../../broker/fair-queue.ts';
import type { BrokerError } from '../../errors.ts';
import type { startThread, ThreadCalls } from '../thread-calls.ts';

/** A thread that was started; see startThread. */
type Started<T extends ThreadCalls> = ReturnType<typeof startThread<T>>;

export type PoolOptions<T extends ThreadCalls> = {
	/** Starts a thread; `onFailure` is called where it ends by itself. */
	start(onFailure: (error: Error) => void): Started<T>;
	/** So many work at a time; each is started when it is first needed. */
	threads: number;
	/** So many wait at most. */
	mostWaiting: number;
	/** How long one may take, waiting included. */
	limitMilliseconds: number;
	/** How long one may work while another sender waits. Absent: as long as otherwise. */
	sharedMilliseconds?: number;
	/** The highest cost of work in the last thread: cheap work then never waits for costly work. */
	quickCost?: number;
	/** How long a thread has to end what was given up. */
	graceMilliseconds: number;
	/** Called with the failure of a thread. */
	onFailure(error: Error): void;
	refusals: PoolRefusals;
};

/**
 * Creates the errors of work that is refused or stopped. Their code is `unavailable`, unless the
 * work is at fault.
 */
export type PoolRefusals = {
	tooMany(): BrokerError;
	tooLong(limitMilliseconds: number): BrokerError;
	/** The thread failed. */
	failed(cause: Error): BrokerError;
};

/** `cost` orders the work of a sender; `signal` is aborted where nobody waits any more. */
export type WorkOptions = { cost: number; sender?: string | undefined; signal?: AbortSignal | undefined };

export type Pool<T extends ThreadCalls> = {
	/**
	 * Has a thread work; it is to look at `cancelled` now and then, and to end where that holds 1. Fails
	 * with a refusal where too many wait, where it takes too long, and where the thread fails.
	 */
	run<R>(work: (calls: Started<T>['calls'], cancelled: Int32Array) => Promise<R>, options: WorkOptions): Promise<R>;
	/** Counts what is being done and what waits. */
	load(): { working: number; waiting: number };
	/** Ends all threads; what is being done fails. */
	stop(): Promise<void>;
};

/** A place for one thread, which may have to be started. */
type Slot<T extends ThreadCalls> = {
	mostCost: number;
	thread?: Started<T> | undefined;
	isBusy: boolean;
	failure?: Error | undefined;
};

type Job<T extends ThreadCalls> = Work & { begin(slot: Slot<T>): Promise<void>; giveUp(reason: unknown): void };

/** Creates a pool without threads. */
export function createPool<T extends ThreadCalls>(options: PoolOptions<T>): Pool<T> {
	const { mostWaiting, refusals } = options;
	const slots = createSlots(options);
	const queue = createFairQueue<Job<T>>();
	const beginNext = (): void => {
		for (const slot of slots) {
			const job = slot.isBusy ? undefined : queue.next(slot.mostCost);
			if (job) begin(job, slot);
		}
	};
	const begin = (job: Job<T>, slot: Slot<T>): void => {
		slot.isBusy = true;
		void job.begin(slot).finally(() => {
			slot.isBusy = false;
			queue.done(job);
			beginNext();
		});
	};
	return {
		run: (work, { cost, sender = '', signal }) =>
			new Promise((resolve, reject) => {
				const cancelled = new Int32Array(new SharedArrayBuffer(4));
				const { promise: ended, resolve: end } = Promise.withResolvers<void>();
				const job: Job<T> = {
					...{ cost, sender },
					async begin(slot) {
						const stopSharing = shareTime(options, () => queue.hasOthers(sender), giveUp);
						const answered = Promise.try(() => work(startedIn(slot, options).calls, cancelled)).then(resolve, (error) =>
							reject(failureOf(slot, error, options)),
						);
						await Promise.race([answered, ended.then(() => untilItEnds(slot, answered, options))]);
						stopSharing();
						release();
					},
					giveUp: (reason) => giveUp(reason),
				};
				const giveUp = (reason: unknown) => {
					queue.remove(job);
					Atomics.store(cancelled, 0, 1);
					release();
					reject(reason);
					end();
				};
				const timer = setTimeout(() => giveUp(refusals.tooLong(options.limitMilliseconds)), options.limitMilliseconds);
				const onAbort = () => giveUp(signal?.reason);
				const release = () => {
					clearTimeout(timer);
					signal?.removeEventListener('abort', onAbort);
				};
				signal?.addEventListener('abort', onAbort);
				queue.add(job);
				beginNext();
				if (queue.size() > mostWaiting) queue.dearestOfMost(job).giveUp(refusals.tooMany());
				if (signal?.aborted) onAbort();
			}),
		load: () => ({ working: slots.filter(({ isBusy }) => isBusy).length, waiting: queue.size() }),
		async stop() {
			await Promise.all(slots.map(({ thread }) => thread?.end()));
		},
	};
}

function createSlots<T extends ThreadCalls>({ threads, quickCost }: PoolOptions<T>): Slot<T>[] {
	return Array.from({ length: threads }, (_, at) => {
		const isForQuick = quickCost !== undefined && threads > 1 && at === threads - 1;
		return { mostCost: isForQuick ? quickCost : Number.POSITIVE_INFINITY, isBusy: false };
	});
}

/** Gives up work that has had its share of the time while another sender waits. */
function shareTime<T extends ThreadCalls>(
	{ sharedMilliseconds, refusals }: PoolOptions<T>,
	hasOthers: () => boolean,
	giveUp: (reason: BrokerError) => void,
): () => void {
	if (sharedMilliseconds === undefined) return () => undefined;
	const timer = setTimeout(() => {
		if (hasOthers()) giveUp(refusals.tooLong(sharedMilliseconds));
	}, sharedMilliseconds);
	return () => clearTimeout(timer);
}

function startedIn<T extends ThreadCalls>(slot: Slot<T>, { start, onFailure }: PoolOptions<T>): Started<T> {
	if (slot.thread && !slot.failure) return slot.thread;
	slot.failure = undefined;
	slot.thread = start((error) => {
		slot.failure ??= error;
		onFailure(error);
	});
	return slot.thread;
}

/** Waits for a thread to end what was given up; ends the thread where it does not. */
async function untilItEnds<T extends ThreadCalls>(
	slot: Slot<T>,
	answered: Promise<void>,
	{ graceMilliseconds }: PoolOptions<T>,
): Promise<void> {
	const { promise: graceIsOver, resolve } = Promise.withResolvers<true>();
	const timer = setTimeout(resolve, graceMilliseconds, true);
	const mustEnd = await Promise.race([answered, graceIsOver]);
	clearTimeout(timer);
	if (mustEnd !== true) return;
	await slot.thread?.end();
	slot.thread = undefined;
}

function failureOf<T extends ThreadCalls>({ failure }: Slot<T>, error: unknown, { refusals }: PoolOptions<T>): unknown {
	return failure === undefined ? error : refusals.failed(failure);
}
