// Sends writes of documents in bulk, no faster than the cluster takes them, and again what it was too busy for; knows nothing of what they say.
import { BrokerError } from '../../errors.ts';
import { away, type Cluster, createPauses } from './cluster.ts';

export type BulkOptions = {
	/** The alias that is written to. */
	alias: string;
	/** The number of the turn: a document that a higher one has written is left alone, and the write fails. Absent: there is no other writer. */
	turn?: number;
	/** How long the cluster may take nothing at all. */
	patienceMilliseconds: number;
};

export type BulkWriter = {
	/** Writes a document as JSON, whether it is there or not. Waits while enough is on its way. */
	put(id: string, source: string): Promise<void>;
	/** Removes a document if it is there. */
	remove(id: string): Promise<void>;
	/** Resolves when all that was written has arrived, durably; fails with `unavailable` where the cluster's trouble does not pass. */
	flush(): Promise<void>;
};

const chunkCharacters = 3 * 1024 * 1024;
const chunkWrites = 5_000;
const chunksOnTheWay = 2;

/** Writes through an alias. Each document may be written once between two flushes. */
export function createBulkWriter(cluster: Cluster, { alias, turn, patienceMilliseconds }: BulkOptions): BulkWriter {
	const version = turn === undefined ? '' : `,"version":${turn},"version_type":"external_gte"`;
	const onTheWay = new Set<Promise<void>>();
	let chunk: string[] = [];
	let characters = 0;
	let failure: { error: unknown } | undefined;

	const send = async () => {
		const writes = chunk;
		chunk = [];
		characters = 0;
		if (writes.length === 0) return;
		const sent = sendPatiently(cluster, alias, writes, patienceMilliseconds)
			.catch((error: unknown) => {
				failure ??= { error };
			})
			.finally(() => onTheWay.delete(sent));
		onTheWay.add(sent);
		if (onTheWay.size >= chunksOnTheWay) await Promise.race(onTheWay);
	};
	const add = async (write: string) => {
		if (failure) throw failure.error;
		chunk.push(write);
		characters += write.length;
		if (characters >= chunkCharacters || chunk.length >= chunkWrites) await send();
	};
	return {
		put: (id, source) => add(`{"index":{"_id":"${id}"${version}}}\n${source}\n`),
		remove: (id) => add(`{"delete":{"_id":"${id}"${version}}}\n`),
		async flush() {
			await send();
			await Promise.all(onTheWay);
			if (failure) throw failure.error;
		},
	};
}

type Outcome = { status: number; error?: { type: string; reason: string } };
type BulkAnswer = { errors: boolean; items: Record<'index' | 'delete', Outcome>[] };

async function sendPatiently(
	cluster: Cluster,
	alias: string,
	writes: readonly string[],
	patienceMilliseconds: number,
): Promise<void> {
	const pauses = createPauses(cluster.timing.firstPauseMilliseconds, patienceMilliseconds);
	let waiting = writes;
	for (;;) {
		const { body } = await cluster.insist<BulkAnswer>(
			{
				method: 'POST',
				path: `/${alias}/_bulk?require_alias=true&filter_path=errors,items.*.status,items.*.error.type,items.*.error.reason`,
				body: waiting.join(''),
			},
			patienceMilliseconds,
		);
		if (!body.errors) return;
		const outcomes = body.items.map((item) => item.index ?? item.delete);
		const again = waiting.filter((_, place) => mustComeAgain(outcomes[place] as Outcome));
		if (again.length === 0) return;
		if (again.length < waiting.length) pauses.reset();
		const refused = outcomes.find(({ error }) => error)?.error;
		if (!(await pauses.wait())) throw away(refused?.reason ?? 'it does not take what is written');
		waiting = again;
	}
}

/** Tells a write that the cluster was too busy for from one that arrived; fails where it is refused for good. */
function mustComeAgain({ status, error }: Outcome): boolean {
	// A document to remove that is not there answers 404 without an error.
	if (!error) return false;
	if (status === 429 || status >= 500) return true;
	if (status === 409) {
		throw new BrokerError('unavailable', 'Another process has taken over the right to write to the search index.', {
			retryAfterSeconds: 5,
		});
	}
	if (status === 403 || status === 404) throw away(error.reason);
	throw new Error(`OpenSearch refuses a document: ${error.type}: ${error.reason}`);
}
