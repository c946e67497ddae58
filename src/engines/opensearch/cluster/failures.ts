// Translates failures of requests to the cluster into failures of the broker; does not know which
// requests there are.
import { errors } from '@opensearch-project/opensearch';
import { BrokerError } from '../../../errors.ts';
import { insufficientStorage } from '../../../ports/insufficient-storage.ts';

/** Says that the cluster is away, slow or overloaded: the same request may succeed later. */
export class ClusterUnavailable extends BrokerError {
	/** The pause that the cluster asked for (Retry-After), 0 where it named none. */
	readonly pauseSeconds: number;

	constructor(reason: string, pauseSeconds = 0) {
		super('unavailable', `The search index cannot be reached (SEARCH_URL): ${reason}`, {
			retryAfterSeconds: pauseSeconds || 5,
		});
		this.pauseSeconds = pauseSeconds;
	}
}

/** Makes the failure of a writer whose lease another writer has taken over. */
export function leaseLost(): BrokerError {
	return new BrokerError('unavailable', 'Another process has taken over the right to write to the search index.', {
		retryAfterSeconds: 5,
	});
}

/**
 * Translates what the client library throws; anything else is answered as it is. Neither message
 * nor cause of the answer holds the cluster's address, which may contain a password.
 */
export function translateFailure(error: unknown, requestMilliseconds: number): unknown {
	if (error instanceof errors.ResponseError) return translateRefusal(error);
	if (error instanceof errors.TimeoutError || error instanceof errors.RequestAbortedError) {
		return new ClusterUnavailable(`it does not answer within ${requestMilliseconds / 1000} seconds`);
	}
	if (error instanceof errors.OpenSearchClientError) return new ClusterUnavailable(error.message);
	return error;
}

function translateRefusal({ meta }: errors.ResponseError): Error {
	const status = meta.statusCode ?? 0;
	const { method, path } = meta.meta.request.params;
	const reason = `it answers ${method} ${path} with ${status}${explain(meta.body)}`;
	if (isFlooded(meta.body)) return insufficientStorage('search index', new Error(reason));
	if (status === 401 || status === 403) {
		const message = `The search index refuses what the user of SEARCH_URL asks for: ${reason}`;
		return new BrokerError('unavailable', message, { retryAfterSeconds: 60 });
	}
	// A refusal that is not JSON comes from something between here and the cluster.
	const isFromCluster = typeof meta.body === 'object';
	if (isFromCluster && !isTransient(status)) return new Error(`OpenSearch: ${reason}`);
	const pauseSeconds = Number(meta.headers?.['retry-after'] ?? 0);
	return new ClusterUnavailable(reason, pauseSeconds > 0 ? pauseSeconds : 0);
}

/**
 * Tells whether a refusal says that a disk of the cluster is nearly full (its flood stage), while
 * which indexes can be read but not written to.
 */
export function isFlooded(body: unknown): boolean {
	const { error } = (body ?? {}) as { error?: { reason?: string } };
	return /disk usage exceeded flood-stage watermark|read-only-allow-delete/.test(error?.reason ?? '');
}

/** Tells whether what is answered with this status may succeed later. */
export function isTransient(status: number): boolean {
	return status === 408 || status === 429 || status >= 500;
}

function explain(body: unknown): string {
	const { error } = (body ?? {}) as { error?: { reason?: string; root_cause?: { reason?: string }[] } };
	const reason = error?.root_cause?.[0]?.reason ?? error?.reason;
	return reason === undefined ? '' : `: ${reason.slice(0, 300)}`;
}
