// The contract of changing the active generation of the index. Every sentence here has a test
// of its wording in suite/search-writer.contract.ts, which runs on every engine.
//
// Several processes may derive their changes at the same time, from the index as each found it, and
// take turns only to commit them:
//
//   work ──▶ waits for its turn ──▶ nothing that it read has changed ──▶ commits
//                                   something has: work runs once more, alone ──▶ commits
import type { GroupBy, GroupId, IdentifierKey, IndexChanges, Located } from './index-content.ts';

/** Reads one generation and changes it. */
export interface IndexWriter {
	readonly generation: number;
	/**
	 * Gives the generation another sync token together with this update. `announce` gets the sync
	 * token before it and returns the new one, once, while no other update can commit; where it
	 * fails, so does the update.
	 */
	writeSyncToken(announce: (before: string) => Promise<string>): Promise<void>;
	/** Finds identifiers, like SearchReader.locate, including the changes of this writer. */
	locate(identifiers: readonly IdentifierKey[]): Promise<Located[]>;
	/**
	 * Lists the identifiers of these Identity groups, or of the Identity groups in these Version
	 * groups, as `locate` finds each of them.
	 */
	members(level: GroupBy, groups: readonly GroupId[]): Promise<Located[]>;
	/** Applies a change, after those before in this update. */
	apply(changes: IndexChanges): Promise<void>;
}

export type UpdateOptions = {
	/**
	 * Where it is aborted before the update commits, the update fails with its reason: immediately
	 * while it waits for its turn.
	 */
	signal?: AbortSignal | undefined;
};

/** Changes the active generation. */
export interface SearchWriter {
	/**
	 * Runs `work`, and again where another update has meanwhile committed a change to what it read
	 * (located or listed) or writes. The result is the same as if updates ran one after the other;
	 * `work` must have no effect except on the latest writer. Everything that the last run applied
	 * becomes visible when the update ends, nothing of it when it fails; the writer is valid until
	 * then. What is seen from one group becomes visible at once, other groups may follow a moment
	 * later; where a process dies in that moment, the next update completes it. Updates take turns,
	 * and none waits indefinitely for others that end. Where they have to wait for one that does not
	 * end, they fail with `unavailable` after half a minute, as does an update of a generation that
	 * is lost or in another format.
	 */
	update<T>(work: (writer: IndexWriter) => Promise<T>, options?: UpdateOptions): Promise<T>;
}
