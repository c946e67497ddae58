// Keeps what all processes must agree on in one document of the cluster: which generation answers, who may write; knows no generation's documents.
import type { Cluster } from './cluster.ts';
import { createGeneration, createIndex } from './generation.ts';

/** What is agreed on. */
export type AgreedState = {
	/** The generation that answers. */
	generation: number;
	/** Counts what has become visible: an update, a switch. */
	epoch: number;
	/** Counts the turns at writing; documents bear the number of the turn that wrote them, and give way to no lower one. */
	turn: number;
	/** Whose turn it is, and a number that changes while that one lives. */
	lease: { owner: string; beat: number } | null;
	/** Where an update is written down that has begun to be applied and has not ended. */
	journal: JournalPlace | null;
};

/** Tells which parts of the journal hold an update, and of which generation it is. */
export type JournalPlace = { generation: number; turn: number; parts: number };

/** The state as it was read or written; only its next change may build on it. */
export type SeenState = AgreedState & { readonly revision: string };

export type StateKeeper = {
	/** Reads what is agreed on now; makes an index that is not there yet. */
	read(): Promise<SeenState>;
	/** Changes the state; undefined where it is no longer as it was seen. `patient`: waits for a cluster that is busy. */
	change(seen: SeenState, changes: Partial<AgreedState>, patient: boolean): Promise<SeenState | undefined>;
};

/** Names the index of what is agreed on, and of the journal. */
export function stateName(prefix: string): string {
	return `${prefix}-state`;
}

type StoredState = { _seq_no: number; _primary_term: number; _source: AgreedState };
type Written = { _seq_no: number; _primary_term: number };

/** Keeps the state of the index with this prefix. */
export function createStateKeeper(cluster: Cluster, prefix: string): StateKeeper {
	const name = stateName(prefix);
	const find = async (): Promise<SeenState | undefined> => {
		const { status, body } = await cluster.ask<StoredState>({
			method: 'GET',
			path: `/${name}/_doc/agreed`,
			accept: [404],
		});
		return status === 404 ? undefined : { ...body._source, revision: revisionOf(body) };
	};
	return {
		async read() {
			const found = await find();
			if (found) return found;
			await createFirst(cluster, prefix);
			const made = await find();
			if (!made) throw new Error(`${name} is removed as soon as it is made`);
			return made;
		},
		async change({ revision, ...old }, changes, patient) {
			const state: AgreedState = { ...old, ...changes };
			const request = {
				method: 'PUT',
				path: `/${name}/_doc/agreed?${revision}`,
				body: state,
				accept: [404, 409],
			} as const;
			const { status, body } = await (patient ? cluster.insist<Written>(request) : cluster.ask<Written>(request));
			return status < 300 ? { ...state, revision: revisionOf(body) } : undefined;
		},
	};
}

function revisionOf({ _seq_no, _primary_term }: Written): string {
	return `if_seq_no=${_seq_no}&if_primary_term=${_primary_term}`;
}

async function createFirst(cluster: Cluster, prefix: string): Promise<void> {
	const name = stateName(prefix);
	await createIndex(cluster, name, {
		settings: { number_of_shards: 1, auto_expand_replicas: '0-1' },
		mappings: { dynamic: false },
	});
	await createGeneration(cluster, prefix, 1, { complete: true });
	// Documents of an older life of this index, should any be left, have lower numbers of turns than the clock shows.
	const first: AgreedState = { generation: 1, epoch: 1, turn: Date.now(), lease: null, journal: null };
	await cluster.insist({ method: 'PUT', path: `/${name}/_create/agreed`, body: first, accept: [409] });
}
