// Translates failures of requests to the cluster into failures of the broker, and spaces out
// retries.
import { setTimeout as delay } from 'node:timers/promises';
import { BrokerError } from '../../../errors.ts';
import { insufficientStorage } from '../../../store/insufficient-storage.ts';
import type { ClusterRequest, NodeAnswer } from './nodes.ts';

/** The cluster is unavailable, slow or overloaded: the same request may succeed later. */
export class ClusterUnavailable extends BrokerError {
	/** The pause that the cluster asked for (Retry-After), 0 where it named none. */
	readonly pauseSeconds: number;
	/** The last node that was asked answers nothing at all. */
	readonly isSilent: boolean;

	constructor(reason: string, { pauseSeconds = 0, isSilent = false } = {}) {
		super('unavailable', `The search index cannot be reached (SEARCH_URL): ${reason}`, {
			retryAfterSeconds: pauseSeconds || 5,
		});
		this.pauseSeconds = pauseSeconds;
		this.isSilent = isSilent;
	}
}

/** Makes the error for a writer whose lease another writer has taken over. */
export function leaseLost(): BrokerError {
	return new BrokerError('unavailable', 'Another process has taken over the right to write to the search index.', {
		retryAfterSeconds: 5,
	});
}

/** Makes the error for a request that the cluster refuses. */
export function translateRefusal(
	{ method, path }: ClusterRequest,
	{ statusCode: status, body, retryAfter }: NodeAnswer,
): Error {
	const reason = `it answers ${method} ${path} with ${status}${explain(body)}`;
	if (isFlooded(body)) return insufficientStorage('search index', new Error(reason));
	if (status === 401 || status === 403) {
		const message = `OpenSearch refuses a request of the user in SEARCH_URL: ${reason}`;
		return new BrokerError('unavailable', message, { retryAfterSeconds: 60 });
	}
	// A refusal that is not JSON comes from something between the broker and the cluster.
	const isFromCluster = typeof body === 'object';
	if (isFromCluster && !isTransient(status)) return new Error(`OpenSearch: ${reason}`);
	const pauseSeconds = Number(retryAfter ?? 0);
	return new ClusterUnavailable(reason, { pauseSeconds: pauseSeconds > 0 ? pauseSeconds : 0 });
}

/**
 * Whether a refusal means that a disk of the cluster is nearly full (its flood stage), so that
 * indexes can be read but not written.
 */
export function isFlooded(body: unknown): boolean {
	const { error } = (body ?? {}) as { error?: { reason?: string } };
	return /disk usage exceeded flood-stage watermark|read-only-allow-delete/.test(error?.reason ?? '');
}

/** Whether a request with this status may succeed later. */
export function isTransient(status: number): boolean {
	return status === 408 || status === 429 || status >= 500;
}

function explain(body: unknown): string {
	const { error } = (body ?? {}) as { error?: { reason?: string; root_cause?: { reason?: string }[] } };
	const reason = error?.root_cause?.[0]?.reason ?? error?.reason;
	return reason === undefined ? '' : `: ${reason.slice(0, 300)}`;
}

const longestPauseMilliseconds = 5_000;
const longestAskedSeconds = 30;

/** Begins with a pause of `firstPauseMilliseconds`; the limit is `retryMilliseconds` from now. */
export function createBackoff(firstPauseMilliseconds: number, retryMilliseconds: number) {
	let pause = 0;
	let deadline = 0;
	const reset = () => {
		pause = firstPauseMilliseconds;
		deadline = performance.now() + retryMilliseconds;
	};
	reset();
	return {
		/** Begins again with a short pause and the whole time, after some progress. */
		reset,
		/**
		 * Pauses before the next retry, longer each time and at least `leastSeconds` (up to 30).
		 * Resolves to false, without a pause, where the time limit has passed.
		 */
		async pause(leastSeconds: number): Promise<boolean> {
			if (performance.now() >= deadline) return false;
			const least = Math.min(leastSeconds, longestAskedSeconds) * 1000;
			// A random part keeps many writers from retrying at the same moment.
			await delay(Math.max(least, pause * (0.5 + Math.random() / 2)));
			pause = Math.min(pause * 2, longestPauseMilliseconds);
			return true;
		},
	};
}
