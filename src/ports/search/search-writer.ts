// The contract of changing the generation of the index that answers; knows no search and no engine.
// Every sentence here has a test of its wording in suite/search-writer.contract.ts, which runs on
// every engine.
import type { GroupBy, GroupId, IdentifierKey, IndexChanges, Located } from './index-content.ts';

/** Sees and changes one generation while no other writer does. */
export interface IndexWriter {
	readonly generation: number;
	/** The mark that the generation has had before this update. */
	readonly mark: string;
	/** Leaves another mark with what this update applies. */
	leaveMark(mark: string): Promise<void>;
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

/** Changes the generation that answers. */
export interface SearchWriter {
	/**
	 * Runs `work` with the only right to write to the generation that answers. All it applied becomes
	 * visible at once when it ends, nothing of it when it fails; the writer is good for that long.
	 * Other updates wait, and fail with `unavailable` where they still wait after half a minute, as
	 * does one of a generation that is lost or in another format.
	 */
	update<T>(work: (writer: IndexWriter) => Promise<T>): Promise<T>;
}
