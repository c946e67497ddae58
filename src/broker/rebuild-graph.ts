// Derives all groups and their descriptions anew from what counts, and corrects what differs. It
// knows no engine.
import type { Records, Transaction } from '../store/records.ts';
import type { Snapshot } from '../store/snapshots.ts';
import { type ComparedGraph, compareGraph, type GraphProgress } from './compare-graph.ts';
import { correctDescriptions } from './describe-groups.ts';

export type RebuiltGraph = Omit<ComparedGraph, 'differing'> & {
	/**
	 * Identifiers whose groups, and groups whose description, were not as they should be. 0 is what
	 * is expected.
	 */
	changed: number;
};

/**
 * Rebuilds the groups in one transaction. Where it changed something the index must be rebuilt too.
 */
export async function rebuildGraph(
	records: Records,
	onProgress: (progress: GraphProgress) => void,
): Promise<RebuiltGraph> {
	return records.change(async (transaction, snapshot) => {
		await transaction.lock('everything');
		return rebuildGraphInside(transaction, snapshot, onProgress);
	});
}

/** Does the same in a transaction that has locked all groups. */
export async function rebuildGraphInside(
	transaction: Transaction,
	snapshot: Snapshot,
	onProgress: (progress: GraphProgress) => void,
): Promise<RebuiltGraph> {
	const corrections = {
		misplaced: transaction.place,
		misdescribed: (groups: Parameters<typeof correctDescriptions>[1]) => correctDescriptions(transaction, groups),
	};
	const { differing, ...counts } = await compareGraph(transaction, snapshot, corrections, onProgress);
	return { ...counts, changed: differing };
}
