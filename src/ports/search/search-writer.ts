// The contract of changing the generation of the index that answers. Every sentence here has a test
// of its wording in suite/search-writer.contract.ts, which runs on every engine.
//
// Several processes may derive their changes at the same time, from the index as each found it, and
// take turns only to commit them:
//
//   work ──▶ waits for its turn ──▶ nothing of what it rests on has changed ──▶ commits
//                                   something has: work runs once more, alone ──▶ commits
import type { GroupBy, GroupId, IdentifierKey, IndexChanges, Located } from './index-content.ts';

/** Sees one generation as it is and changes it. */
export interface IndexWriter {
	readonly generation: number;
	/**
	 * Has the generation take another sync token with what this update applies. `announce` is told the sync token
	 * that it has had until then and answers the new one, once and while no other update can commit;
	 * where it fails, so does the update.
	 */
	writeSyncToken(announce: (before: string) => Promise<string>): Promise<void>;
	/** Finds identifiers, like SearchReader.locate, but sees what this writer has changed. */
	locate(identifiers: readonly IdentifierKey[]): Promise<Located[]>;
	/**
	 * Lists the identifiers that lead to these Identity groups, or to Identity groups of these Version
	 * groups, as `locate` finds each of them.
	 */
	members(level: GroupBy, groups: readonly GroupId[]): Promise<Located[]>;
	/** Applies a change, after those before in this update. */
	apply(changes: IndexChanges): Promise<void>;
}

export type UpdateOptions = {
	/**
	 * Where it is aborted before the update commits, the update fails with its reason: at once while
	 * it waits for its turn.
	 */
	signal?: AbortSignal | undefined;
};

/** Changes the generation that answers. */
export interface SearchWriter {
	/**
	 * Runs `work`, and again where another update has committed meanwhile what it rests on: what it
	 * located or listed, or what it gives. So the end is as if updates ran one after the other, and
	 * `work` must have no effect but on the writer that it was given last. All that this one applied
	 * becomes visible when the update ends, nothing of it when it fails; the writer is good for that
	 * long. What is seen from one group becomes visible at once, that of others may a moment later;
	 * where a process dies in that moment, the next update ends it.
	 * Updates take turns, and none waits for ever for others that do end; where they have to wait for
	 * one that does not, they fail with `unavailable` after half a minute, as does one of a generation
	 * that is lost or in another format.
	 */
	update<T>(work: (writer: IndexWriter) => Promise<T>, options?: UpdateOptions): Promise<T>;
}
