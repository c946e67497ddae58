// Examines what is stored and, on request, mends what follows from what was received; then it looks
// again. It knows no engine.
import type { Clock } from '../../clock.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { Records } from '../../store/records.ts';
import { rebuildIndex } from '../indexing/rebuild-index.ts';
import { type CheckProgress, type Checkup, examine } from './examine.ts';
import { type Fault, isFaultOfIndex } from './findings.ts';
import { repairRecords } from './repair.ts';

export type DoctorOptions = {
	/** Mends what is wrong, as far as it follows from what was received, and builds the index anew. */
	repair: boolean;
	clock: Clock;
	leaseMilliseconds: number;
	onProgress(progress: CheckProgress): void;
};

/**
 * How things stand in the end; `mended` is what was wrong before, null where nothing was mended.
 */
export type Diagnosis = Checkup & { mended: readonly Fault[] | null };

/** Looks, mends where it may and something is wrong, and looks again. */
export async function runDoctor(
	stores: { records: Records; index: SearchIndex },
	{ repair, onProgress, ...options }: DoctorOptions,
): Promise<Diagnosis> {
	const found = await examine(stores, onProgress);
	if (!repair || found.faults.length === 0) return { ...found, mended: null };
	if (found.faults.some(({ kind }) => !isFaultOfIndex(kind))) await repairRecords(stores.records);
	await rebuildIndex(stores.records, stores.index, { ...options, destroy: false, anew: true, onProgress });
	return { ...(await examine(stores, onProgress)), mended: found.faults };
}
