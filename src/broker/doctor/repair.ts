// Repairs derived data range by range: which rows count, which identifiers are known, groups and
// descriptions.
import { sameByRule } from '../../identifiers/index.ts';
import type { Id } from '../../store/graph.ts';
import { orphanKinds, type Stretch } from '../../store/inspection.ts';
import type { Records, Transaction } from '../../store/records.ts';
import type { Snapshot } from '../../store/snapshots.ts';
import { progressAfter, type RangeProgress, type RangeSizes, stretchesOf } from '../id-ranges.ts';
import { rebuildGraph } from '../rebuild-graph.ts';
import { retireUnnamed } from '../withdrawing/recompute.ts';
import {
	checkOrphans,
	checkRows,
	type WrongIdentifiers,
	wrongIdentifiers,
	wronglyCounting,
	wronglyWithdrawn,
} from './check-rows.ts';
import { createFindings } from './findings.ts';

type Repaired = Pick<Records, 'snapshot' | 'change'>;

export type RepairOptions = {
	sizes?: RangeSizes;
	/** Ends the repair after the present range. */
	signal?: AbortSignal | undefined;
	onProgress(progress: RangeProgress): void;
};

// A round may find what the one before made wrong. What stays wrong after so many cannot be
// repaired; the check that follows reports it.
const mostRounds = 10;

/**
 * Repairs all ranges with faults, each in one transaction, and may be run again at any time. The
 * index must be rebuilt afterwards.
 */
export async function repairRecords(records: Repaired, options: RepairOptions): Promise<void> {
	for (let round = 0; round < mostRounds; round++) {
		if ((await repairRows(records, options)) === 0) break;
	}
	const { sizes, signal, onProgress } = options;
	await rebuildGraph(records, { idsPerRange: sizes?.identifiers, signal, onProgress });
}

/** Repairs the rows of all ranges; returns how many ranges had wrong ones. */
async function repairRows(records: Repaired, { sizes, signal, onProgress }: RepairOptions): Promise<number> {
	const highest = await records.snapshot((_, snapshot) => snapshot.highest());
	let repaired = 0;
	for await (const stretch of stretchesOf(highest, sizes && { sizes })) {
		if (signal?.aborted) return 0;
		const findings = createFindings();
		await records.snapshot(async (transaction, snapshot) => {
			if (stretch.of === 'identifiers') await checkRows(transaction, snapshot, stretch, findings);
			else await checkOrphans(snapshot, stretch, findings);
		});
		if (!findings.isSound()) {
			await records.change((transaction, snapshot) => repairStretch(transaction, snapshot, stretch));
			repaired++;
		}
		onProgress(progressAfter(stretch, highest));
	}
	return repaired;
}

async function repairStretch(transaction: Transaction, snapshot: Snapshot, stretch: Stretch): Promise<void> {
	await transaction.lockWithdrawing('exclusive');
	await transaction.lock('everything');
	for (const kind of orphanKinds) await snapshot.removeOrphans(kind, stretch);
	if (stretch.of === 'events') return;
	for await (const { wrong } of wronglyCounting(transaction, snapshot, stretch)) {
		await transaction.withdrawAssertions(wrong);
	}
	for await (const { wrong } of wronglyWithdrawn(transaction, snapshot, stretch)) {
		await transaction.restoreAssertions(wrong);
	}
	await transaction.rederiveDescriptions(await snapshot.misdescribed(stretch));
	for await (const wrong of wrongIdentifiers(transaction, snapshot, stretch)) {
		await mendIdentifiers(transaction, wrong);
	}
}

async function mendIdentifiers(
	transaction: Transaction,
	{ known, retired, represented }: WrongIdentifiers,
): Promise<void> {
	if (retired.length > 0) await transaction.setKnown(retired, true);
	if (known.length > 0) await retireUnnamed(transaction, known);
	await represent(transaction, represented);
}

/** Notes the representatives that these identifiers have by the rules of their schemes. */
async function represent(transaction: Transaction, ids: readonly Id[]): Promise<void> {
	if (ids.length === 0) return;
	const those = await transaction.identifiers(ids, 'all');
	const wanted = those.map((one) => ({ id: one.id, representative: sameByRule(one) }));
	const found = wanted.flatMap(({ representative }) => representative ?? []);
	const reserved = await transaction.identify(found, 'reserved');
	let at = 0;
	await transaction.represent(
		wanted.map(({ id, representative }) => [id, representative === undefined ? null : (reserved[at++]?.id as Id)]),
	);
}
