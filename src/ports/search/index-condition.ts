// The contract of telling how well the service is that keeps the index; it knows no engine.

/** How the service is. */
export type IndexCondition = {
	/**
	 * Whether all copies of the index are there (green), all of it but not all copies (yellow), or not
	 * all of it (red).
	 */
	copies: 'green' | 'yellow' | 'red';
	/** How many shards have no node, copies included. */
	missingShards: number;
	/** How full the disk of each node is, from 0 to 1. */
	disks: readonly { node: string; used: number }[];
};

/** Tells of the service that keeps the index. */
export interface IndexService {
	/** Tells how it is; null where the index is a file. */
	condition(): Promise<IndexCondition | null>;
}
