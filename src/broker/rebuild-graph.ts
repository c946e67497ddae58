// Derives all groups and descriptions again from what counts, range by range, and corrects stored
// ones that differ.
import type { Id } from '../store/graph.ts';
import type { IdRange } from '../store/rebuild-parts.ts';
import type { Records, Transaction } from '../store/records.ts';
import type { Snapshot } from '../store/snapshots.ts';
import { type ComparedRange, compareRange, type GraphCounts } from './compare-graph.ts';
import { correctDescriptions } from './describe-groups.ts';
import { enqueueIndexWork } from './enqueue-index-work.ts';
import { idRanges, progressAfter, type RangeProgress } from './id-ranges.ts';
import { inSteps } from './in-steps.ts';

export type RebuiltGraph = GraphCounts & {
	/** Identifiers with wrong groups, and groups with a wrong description. Expected: 0. */
	changed: number;
	/** Where it was interrupted: the first id that was left out. */
	interruptedAt: Id | null;
};

export type RebuildGraphOptions = {
	/** The first id; groups named after those before are left out. */
	from?: Id | undefined;
	idsPerRange?: number | undefined;
	onProgress?(progress: RangeProgress): void;
	/** Ends the rebuild after the present range; what is corrected by then stays corrected. */
	signal?: AbortSignal | undefined;
};

/**
 * Rebuilds the groups, and enqueues what the index has to do; other transactions wait only while a
 * range is corrected. It may be run again at any time.
 */
export async function rebuildGraph(
	records: Pick<Records, 'snapshot' | 'change'>,
	{ from, idsPerRange, onProgress, signal }: RebuildGraphOptions = {},
): Promise<RebuiltGraph> {
	const rebuilt: RebuiltGraph = {
		identifiers: 0,
		identityGroups: 0,
		versionGroups: 0,
		changed: 0,
		interruptedAt: null,
	};
	const highest = await records.snapshot((_, snapshot) => snapshot.highest());
	for await (const range of idRanges(highest.identifiers, from, idsPerRange)) {
		if (signal?.aborted) return { ...rebuilt, interruptedAt: range.first };
		const compared = await correctRange(records, range);
		for (const count of ['identifiers', 'identityGroups', 'versionGroups'] as const) rebuilt[count] += compared[count];
		rebuilt.changed += differencesIn(compared);
		onProgress?.(progressAfter({ of: 'identifiers', ...range }, highest));
	}
	return rebuilt;
}

const differencesIn = ({ misplaced, misdescribed }: ComparedRange) => misplaced.length + misdescribed.length;

/** Compares a range without locks; where something is wrong, compares it again and corrects it. */
async function correctRange(records: Pick<Records, 'snapshot' | 'change'>, range: IdRange): Promise<ComparedRange> {
	const compared = await records.snapshot((transaction, snapshot) => compareRange(transaction, snapshot, range));
	if (differencesIn(compared) === 0) return compared;
	return records.change(async (transaction, snapshot) => {
		await transaction.lock('everything');
		const wrong = await compareRange(transaction, snapshot, range);
		await correct(transaction, snapshot, wrong);
		return wrong;
	});
}

const rowsPerStep = 5_000;

/** Corrects what differs, and enqueues the same work for the index as a withdrawal does. */
async function correct(
	transaction: Transaction,
	snapshot: Pick<Snapshot, 'highest'>,
	{ misplaced, misdescribed, touched }: ComparedRange,
): Promise<void> {
	const wanted = misplaced.map((one) => one.wanted);
	for (const step of inSteps(wanted, rowsPerStep)) await transaction.place(step);
	for (const step of inSteps(misdescribed, rowsPerStep)) await correctDescriptions(transaction, step);
	const left = misplaced.flatMap(({ stored, wanted: { identity, version } }) => [
		...[stored.id, stored.identity, stored.version],
		...[identity, version],
	]);
	const there = await transaction.identifiers([...new Set(left)], 'all');
	const { events } = await snapshot.highest();
	if (events === 0) return;
	const work = {
		event: events,
		relationships: [],
		changed: [...new Set([...touched, ...there].map(({ id }) => id))],
		regrouped: [...new Set(wanted.map(({ version }) => version))],
		separated: there.map(({ id }) => id),
	};
	await enqueueIndexWork(transaction, { noindex: false }, [work], touched);
}
