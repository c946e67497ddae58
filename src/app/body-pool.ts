// Reads bodies in threads of their own, one body at a time in each. Each thread has its own limit
// of memory, and neither searches nor writers wait for it.
import { type BodyReading, senderOf } from '../broker/read-bodies.ts';
import { BrokerError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { createPool, type PoolRefusals } from './readers/reader-pool.ts';
import type { ReadingCalls } from './reading-thread.ts';
import { handOver, startThread } from './thread-calls.ts';

// Two, so that a large body does not keep all others waiting; more need memory.
const readingThreads = 2;
/** One of them reads only bodies of at most so many bytes. */
const quickBytes = 2 * 1024 * 1024;
/** How long reading a body may take, waiting included. */
const limitSeconds = 60;
const graceMilliseconds = 100;

/** Starts a thread that reads; its memory is bounded by the size of a body. */
export function startReading(settings: Settings, onFailure: (error: Error) => void = () => undefined) {
	const heapMebibytes = 256 + 8 * Math.ceil(settings.maxBodyBytes / 2 ** 20);
	return startThread<ReadingCalls>('./reading-thread.ts', settings, {
		...{ onNotice: () => undefined, onFailure, heapMebibytes },
	});
}

/**
 * Creates the pool; its threads are started when they are first needed. Fails as BodyReading does,
 * with `invalid-links` if a body needs more memory than a thread has, and with `unavailable` if
 * it takes too long or too many bodies wait.
 */
export function createBodyPool(settings: Settings, log: Log): BodyReading & { stop(): Promise<void> } {
	const pool = createPool<ReadingCalls>({
		...{ threads: readingThreads, mostWaiting: settings.maxConcurrentRequests, graceMilliseconds },
		...{ limitMilliseconds: limitSeconds * 1_000, quickCost: quickBytes },
		start: (onFailure) => startReading(settings, onFailure),
		onFailure: (err) => log.error({ err }, 'A thread that reads bodies has ended; starting another'),
		refusals: bodyRefusals,
	});
	const read = <T>(bytes: Uint8Array, sender: string, call: (calls: ReadingCalls) => Promise<T>): Promise<T> =>
		pool.run((calls) => call(calls), { cost: bytes.byteLength, sender });
	return {
		submission: (body) => read(body.body, senderOf(body), (calls) => calls.submission(handOver(body, body.body))),
		preview: (body) => read(body.body, senderOf(body), (calls) => calls.preview(handOver(body, body.body))),
		page: (file, bytes, options, limits) => read(bytes, file, (calls) => calls.page(file, bytes, options, limits)),
		previewPage: (file, bytes, options, limits) =>
			read(bytes, file, (calls) => calls.previewPage(file, bytes, options, limits)),
		// What else the options of a load hold, such as its functions, stays in this thread.
		chunk: (chunk, { action, skipInvalid }) =>
			read(chunk.payload, chunk.file, (calls) => calls.chunk(chunk, { action, skipInvalid })),
		stop: pool.stop,
	};
}

/** The refusals of bodies. */
export const bodyRefusals: PoolRefusals = { tooMany, tooLong, failed };

const retryAfterSeconds = 5;

function tooMany(): BrokerError {
	const message = 'Too many bodies are waiting to be read. Nothing was stored. Send the request again.';
	return new BrokerError('unavailable', message, { retryAfterSeconds });
}

function tooLong(): BrokerError {
	const message =
		`Reading the body took longer than ${limitSeconds} seconds and was stopped. Nothing was stored. Send the ` +
		'request again, with fewer links at once.';
	return new BrokerError('unavailable', message, { retryAfterSeconds });
}

function failed(cause: NodeJS.ErrnoException): BrokerError {
	if (cause.code === 'ERR_WORKER_OUT_OF_MEMORY') {
		const message =
			'Reading the body needs more memory than a body may take. Nothing was stored. Send fewer links at once.';
		return new BrokerError('invalid-links', message, { cause });
	}
	const message =
		'Reading the body was abandoned because its thread failed. Nothing was stored. Send the request again.';
	return new BrokerError('unavailable', message, { cause, retryAfterSeconds });
}
