// Writes documents in bulk requests, and retries when the cluster was too busy.
import { insufficientStorage } from '../../../store/insufficient-storage.ts';
import { routingOf } from '../documents/document-ids.ts';
import type { Cluster } from './cluster.ts';
import { ClusterUnavailable, createBackoff, isFlooded, isTransient, leaseLost } from './failures.ts';

export type BulkOptions = {
	alias: string;
	/**
	 * Becomes the version of each document. A document that a higher lease has written stays, and the
	 * write fails. Absent where there is no other writer.
	 */
	leaseNumber?: number;
	/** How long the cluster may accept nothing at all. */
	retryMilliseconds?: number;
	/** Gets how many documents a request has created, and how many it has overwritten. */
	onWritten?(written: { created: number; updated: number }): void;
};

/** Writes documents; each may be written once between two flushes. */
export type BulkWriter = {
	/** Writes a document, or its JSON text, whether it exists or not. */
	put(id: string, document: object | string): Promise<void>;
	remove(id: string): Promise<void>;
	/**
	 * Resolves when everything written is durable. Fails with `unavailable` where the cluster does
	 * not recover; so may earlier writes.
	 */
	flush(): Promise<void>;
};

const bulkCharacters = 3 * 1024 * 1024;

// A shard writes one request with one thread; two requests keep two shards busy, and this process
// besides.
const requestsAtATime = 2;

/** Creates a writer that sends few bulk requests at a time, while the next one fills. */
export function createBulkWriter(cluster: Cluster, options: BulkOptions): BulkWriter {
	const { leaseNumber } = options;
	const version = leaseNumber === undefined ? {} : { version: leaseNumber, version_type: 'external_gte' };
	/** Those under way, and those that failed: everything that follows fails in the same way. */
	const sending = new Set<Promise<void>>();
	let writes: string[] = [];
	let characters = 0;

	/** Fails only once nothing is under way. */
	const allEnded = async () => {
		const outcomes = await Promise.allSettled(sending);
		for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
	};
	const sendBulk = async () => {
		while (sending.size >= requestsAtATime) await Promise.race(sending).catch(allEnded);
		if (writes.length === 0) return;
		const request = sendWrites(cluster, options, writes);
		sending.add(request);
		request.then(
			() => sending.delete(request),
			() => undefined,
		);
		writes = [];
		characters = 0;
	};
	const add = async (...lines: (object | string)[]) => {
		const write = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
		writes.push(write);
		characters += write.length;
		if (characters >= bulkCharacters) await sendBulk();
	};
	return {
		put: (id, document) => add({ index: { _id: id, routing: routingOf(id), ...version } }, document),
		remove: (id) => add({ delete: { _id: id, routing: routingOf(id), ...version } }),
		async flush() {
			await sendBulk();
			await allEnded();
		},
	};
}

type Outcome = {
	status: number;
	result?: 'created' | 'updated' | 'deleted' | 'not_found';
	error?: { type: string; reason?: string };
};

async function sendWrites(
	cluster: Cluster,
	{ alias, leaseNumber, retryMilliseconds = cluster.timing.retryMilliseconds, onWritten }: BulkOptions,
	writes: readonly string[],
): Promise<void> {
	const backoff = createBackoff(cluster.timing.firstPauseMilliseconds, retryMilliseconds);
	// What a silent node writes later is refused where another lease has written it meanwhile. Where
	// there is none, the node is waited for.
	const whenSilent = leaseNumber === undefined ? 'wait' : 'fail';
	for (let waiting = writes; ; ) {
		const { body } = await cluster.sendWithRetry<{ items: { index?: Outcome; delete?: Outcome }[] }>(
			{ method: 'POST', path: `/${alias}/_bulk`, query: { require_alias: true }, body: waiting.join(''), whenSilent },
			retryMilliseconds,
		);
		const outcomes = body.items.map((item) => (item.index ?? item.delete) as Outcome);
		onWritten?.({
			created: outcomes.filter(({ result }) => result === 'created').length,
			updated: outcomes.filter(({ result }) => result === 'updated').length,
		});
		const refused = waiting.filter((_, place) => needsRetry(outcomes[place] as Outcome));
		if (refused.length === 0) return;
		if (refused.length < waiting.length) backoff.reset();
		if (!(await backoff.pause(0))) {
			const reason = outcomes.find(({ error }) => error)?.error?.reason;
			throw new ClusterUnavailable(reason ?? 'it does not take what is written');
		}
		waiting = refused;
	}
}

/**
 * Whether a write must be retried because the cluster was too busy; throws where it is refused
 * permanently.
 */
function needsRetry({ status, error }: Outcome): boolean {
	// Removing a missing document returns 404 without an error.
	if (!error) return false;
	// Retries do not free space.
	if (isFlooded({ error })) throw insufficientStorage('search index', new Error(error.reason));
	if (isTransient(status)) return true;
	if (status === 409) throw leaseLost();
	if (status === 403 || status === 404) throw new ClusterUnavailable(error.reason ?? error.type);
	throw new Error(`OpenSearch refuses a document: ${error.type}: ${error.reason}`);
}
