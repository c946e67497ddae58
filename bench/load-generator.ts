// Sends requests from a thread of its own, as fast as they are answered or at a rate of their own, and tells how many and how quickly; knows no meaning of them.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What to send, in turn and over and over. */
export type LoadPlan = {
	/** `http://127.0.0.1:5000` */
	origin: string;
	/** Requests as bytes; see encodeRequest. */
	requests: readonly Uint8Array[];
	/** Each has one request under way at most. */
	connections: number;
	/**
	 * Null: the next request goes out when one is answered. Else so many a second go out on average, at random moments that do not wait for any
	 * answer; how long one takes is counted from its moment, also where no connection is free then.
	 */
	rate: number | null;
	/** Sent before, and not counted. */
	warmUpSeconds: number;
	/** Null: until stopped. */
	seconds: number | null;
	/** The status that every answer must have. */
	status: number;
};

/** What came of it. Times are exact: of n of them, p99 is the one that has 99 % of n at or below it. */
export type LoadResult = {
	answers: number;
	perSecond: number;
	p50Milliseconds: number;
	p99Milliseconds: number;
	longestMilliseconds: number;
};

/** What a thread is told: to send a load, or to end the one that it sends. */
export type LoadOrder = LoadPlan | 'stop';

/** A load under way. */
export type Load = { result: Promise<LoadResult>; stop(): void };

/**
 * Threads that have sent a load and wait for the next. V8 compiles for each thread anew, with helpers that take the processors from whoever is asked: of
 * the first second of a load of 12,000 searches a second, a thread that had not sent any lost twice as much as one that had.
 */
const idle: Worker[] = [];

/** Starts sending. Fails at an answer of another status, or where the server falls hopelessly behind a rate. */
export function startLoad(plan: LoadPlan): Load {
	const thread = idle.pop() ?? new Worker(new URL('./load-generator-thread.ts', import.meta.url));
	thread.ref();
	const ending = new AbortController();
	const { signal } = ending;
	const result = Promise.race([
		once(thread, 'message', { signal }).then(([found]) => found as LoadResult),
		once(thread, 'exit', { signal }).then(() => {
			throw new Error('the load generator ended without a result');
		}),
	]).finally(() => ending.abort());
	thread.postMessage(plan satisfies LoadOrder);
	result.then(
		() => {
			thread.unref();
			idle.push(thread);
		},
		// It is awaited when the load is over; until then a failure must not count as unhandled.
		() => undefined,
	);
	return {
		result,
		stop() {
			// Later, the thread may send another.
			if (!signal.aborted) thread.postMessage('stop' satisfies LoadOrder);
		},
	};
}

/** Sends for as long as planned. */
export async function runLoad(plan: LoadPlan & { seconds: number }): Promise<LoadResult> {
	return startLoad(plan).result;
}
