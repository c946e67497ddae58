// Runs long work in a bounded number of threads, the cheapest first, each for a bounded time.
//
//            run()                a thread is free              it answers
//   caller ─────────▶ waiting ─────────────────────▶ working ─────────────▶ answered
//             │          │                              │
//             │          └─ client left, time is up ────┤  flagged in shared memory; a thread that
//             └─ too many wait: refused at once         └▶ does not end then is ended and replaced
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
	/** How long a thread has to end what was given up. */
	graceMilliseconds: number;
	/** Called with the failure of a thread. */
	onFailure(error: Error): void;
	refusals: PoolRefusals;
};

/** Makes the failures of what is not done: of code `unavailable`, unless the work is at fault. */
export type PoolRefusals = {
	tooMany(): BrokerError;
	tooLong(limitMilliseconds: number): BrokerError;
	/** The thread failed. */
	failed(cause: Error): BrokerError;
};

/** `cost` orders those that wait; `signal` is aborted where nobody waits any more. */
export type WorkOptions = { cost: number; sender?: string; signal?: AbortSignal | undefined };

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
type Slot<T extends ThreadCalls> = { thread?: Started<T> | undefined; isBusy: boolean; failure?: Error | undefined };

type Job<T extends ThreadCalls> = { cost: number; begin(slot: Slot<T>): Promise<void> };

/** Creates a pool without threads. */
export function createPool<T extends ThreadCalls>(options: PoolOptions<T>): Pool<T> {
	const slots = Array.from({ length: options.threads }, (): Slot<T> => ({ isBusy: false }));
	const waiting: Job<T>[] = [];
	const beginNext = (): void => {
		const slot = slots.find(({ isBusy }) => !isBusy);
		const job = slot && waiting.shift();
		if (!job) return;
		slot.isBusy = true;
		void job.begin(slot).finally(() => {
			slot.isBusy = false;
			beginNext();
		});
	};
	const enqueue = (job: Job<T>): void => {
		const before = waiting.findIndex(({ cost }) => cost > job.cost);
		waiting.splice(before === -1 ? waiting.length : before, 0, job);
		beginNext();
	};
	return {
		run: (work, { cost, signal }) =>
			new Promise((resolve, reject) => {
				if (waiting.length >= options.mostWaiting) return reject(options.refusals.tooMany());
				const cancelled = new Int32Array(new SharedArrayBuffer(4));
				const { promise: ended, resolve: end } = Promise.withResolvers<void>();
				const job: Job<T> = {
					cost,
					async begin(slot) {
						const answered = Promise.try(() => work(startedIn(slot, options).calls, cancelled)).then(resolve, (error) =>
							reject(failureOf(slot, error, options)),
						);
						await Promise.race([answered, ended.then(() => untilItEnds(slot, answered, options))]);
						release();
					},
				};
				const giveUp = (reason: unknown) => {
					const at = waiting.indexOf(job);
					if (at !== -1) waiting.splice(at, 1);
					Atomics.store(cancelled, 0, 1);
					release();
					reject(reason);
					end();
				};
				const timer = setTimeout(
					() => giveUp(options.refusals.tooLong(options.limitMilliseconds)),
					options.limitMilliseconds,
				);
				const onAbort = () => giveUp(signal?.reason);
				const release = () => {
					clearTimeout(timer);
					signal?.removeEventListener('abort', onAbort);
				};
				signal?.addEventListener('abort', onAbort);
				enqueue(job);
				if (signal?.aborted) onAbort();
			}),
		load: () => ({ working: slots.filter(({ isBusy }) => isBusy).length, waiting: waiting.length }),
		async stop() {
			await Promise.all(slots.map(({ thread }) => thread?.end()));
		},
	};
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
