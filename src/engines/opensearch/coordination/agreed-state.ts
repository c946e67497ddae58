// Stores what all processes agree on in one document: which generation is active, which process may
// write.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createGeneration, createIndex, type Place, writeAlias } from '../generations/generation.ts';

export type AgreedState = {
	generation: number;
	/** Counts what has become visible: each update, each switch. */
	epoch: number;
	/** The sync token of the active generation; see IndexGenerations. */
	syncToken: string;
	/** Counts the leases; documents have the number of the lease that wrote them as their version. */
	leaseNumber: number;
	/** The process that may write, and how often it has renewed that right; see write-lease.ts. */
	lease: { owner: string; renewals: number } | null;
	/** Those that wait for the lease, the longest waiting first. */
	queue: readonly string[];
	/**
	 * Where the update is recorded that has begun to be applied and is not done; see
	 * writing/update.ts.
	 */
	journal: JournalPlace | null;
};

/**
 * The parts of the journal that contain an update, the generation that it changes, and its sync
 * token.
 */
export type JournalPlace = { generation: number; leaseNumber: number; parts: number; syncToken: string };

/** The state as it was read or written. */
export type SeenState = AgreedState & { readonly revision: { if_seq_no: number; if_primary_term: number } };

export type StateKeeper = ReturnType<typeof createStateKeeper>;

/** Returns the name of the index of the agreed state and the journal. */
export function stateName(prefix: string): string {
	return `${prefix}-state`;
}

/** Returns a label of what searches see: the same as long as nothing becomes visible. */
export function stateLabel({ generation, epoch }: AgreedState): string {
	return `${generation}-${epoch}`;
}

const id = 'agreed';

/** A document in a response of the cluster; its revision alone after a write. */
type Kept = {
	_source?: AgreedState;
	_seq_no?: number;
	_primary_term?: number;
	error?: { caused_by?: { type?: string } };
};

// An index that another process creates at this moment exists before it can be read.
const notStarted = 'illegal_index_shard_state_exception';
const startMilliseconds = 50;
const mostTries = 40;

/** Keeps the state of an index, whose first generation has this many shards. */
export function createStateKeeper(place: Place, shards: number) {
	const { cluster, prefix } = place;
	const index = stateName(prefix);
	const path = `/${index}/_doc/${id}`;
	const find = async (): Promise<SeenState | undefined> => {
		for (let tries = 1; ; tries++) {
			const ignore = tries < mostTries ? [404, 503] : [404];
			const { statusCode, body } = await cluster.send<Kept>({ method: 'GET', path, ignore });
			if (statusCode === 404) return undefined;
			if (statusCode !== 503) {
				const { queue = [], ...state } = body._source as AgreedState;
				return { ...state, queue, revision: revisionOf(body) };
			}
			if (body.error?.caused_by?.type !== notStarted) tries = mostTries - 1;
			else await delay(startMilliseconds);
		}
	};
	return {
		/** Reads the state; creates a missing index. */
		async read(): Promise<SeenState> {
			const found = await find();
			if (found) return found;
			await createFirst(place, shards);
			const made = await find();
			if (!made) throw new Error(`${index} was removed as soon as it was made`);
			return made;
		},
		/**
		 * Changes the state; returns undefined, without a change, where it is no longer the one that
		 * was seen.
		 */
		async change(
			{ revision, ...seen }: SeenState,
			changes: Partial<AgreedState>,
			{ retry } = { retry: true },
		): Promise<SeenState | undefined> {
			const state: AgreedState = { ...seen, ...changes };
			for (const counter of ['generation', 'epoch', 'leaseNumber'] as const) {
				assert.ok(state[counter] >= seen[counter], `${counter} only grows`);
			}
			const send = retry ? cluster.sendWithRetry : cluster.send;
			const request = { method: 'PUT', path, query: revision, body: state, ignore: [404, 409] } as const;
			const { statusCode, body } = await send<Kept>(request);
			return statusCode < 300 ? { ...state, revision: revisionOf(body) } : undefined;
		},
	};
}

function revisionOf({ _seq_no = 0, _primary_term = 0 }: Kept): SeenState['revision'] {
	return { if_seq_no: _seq_no, if_primary_term: _primary_term };
}

async function createFirst(place: Place, shards: number): Promise<void> {
	const { cluster, prefix } = place;
	const index = stateName(prefix);
	await createIndex(cluster, index, {
		settings: { number_of_shards: 1, auto_expand_replicas: '0-1' },
		mappings: { dynamic: false },
	});
	await createGeneration(place, 1, { shards, syncToken: '', alias: writeAlias(place, 1) });
	// The counters begin above those of a former index of this name: its documents may be left, and
	// clients may have labelled answers with its epochs.
	const now = Date.now();
	const free = { lease: null, queue: [], journal: null };
	const body: AgreedState = { generation: 1, epoch: now, syncToken: '', leaseNumber: now, ...free };
	await cluster.sendWithRetry({ method: 'PUT', path: `/${index}/_create/${id}`, body, ignore: [409] });
}
