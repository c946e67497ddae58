// Translates failures of requests to the cluster into failures of the broker; does not know which
// requests there are.
import { BrokerError } from '../../../errors.ts';
import { insufficientStorage } from '../../../store/insufficient-storage.ts';
import type { ClusterRequest, NodeAnswer } from './node-connection.ts';

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

/** Makes the failure of a request that the cluster answers with a refusal. */
export function translateRefusal(
	{ method, path }: ClusterRequest,
	{ statusCode: status, body, retryAfter }: NodeAnswer,
): Error {
	const reason = `it answers ${method} ${path} with ${status}${explain(body)}`;
	if (isFlooded(body)) return insufficientStorage('search index', new Error(reason));
	if (status === 401 || status === 403) {
		const message = `The search index refuses what the user of SEARCH_URL asks for: ${reason}`;
		return new BrokerError('unavailable', message, { retryAfterSeconds: 60 });
	}
	// A refusal that is not JSON comes from something between here and the cluster.
	const isFromCluster = typeof body === 'object';
	if (isFromCluster && !isTransient(status)) return new Error(`OpenSearch: ${reason}`);
	const pauseSeconds = Number(retryAfter ?? 0);
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
