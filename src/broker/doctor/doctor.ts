// Checks whether all stored data is consistent: rows, groups, descriptions, events and the search
// index. On request it repairs derived data and checks again.
//
// It goes through the identifiers, then the events, in ranges. Each range is read from a snapshot of
// its own, so memory and snapshots do not grow with the data, and a check may continue anywhere.

import type { Clock } from '../../clock.ts';
import { hasCode } from '../../errors.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { DamagedDatabase, unlessDamaged } from '../../store/damaged-database.ts';
import type { Inspection, Stretch } from '../../store/inspection.ts';
import type { IdRange } from '../../store/rebuild-parts.ts';
import type { Records, Transaction } from '../../store/records.ts';
import type { Snapshot } from '../../store/snapshots.ts';
import { compareRange, type GraphCounts } from '../compare-graph.ts';
import { type Place, progressAfter, type RangeProgress, type RangeSizes, stretchesOf } from '../id-ranges.ts';
import { rebuildIndex } from '../indexing/rebuild-index.ts';
import type { RebuildProgress } from '../indexing/rebuild-options.ts';
import { checkIndexRange, checkSurplus, nothingWanted, reasonToDoubt, whyUnindexed } from './check-index.ts';
import { checkOrphans, checkRows } from './check-rows.ts';
import { createFindings, type Fault, type FaultKind, type Findings, isFaultOfIndex } from './findings.ts';
import { repairRecords } from './repair.ts';

export type DoctorOptions = ExamineOptions & {
	/** Mends what is wrong, as far as it follows from what was received, and builds the index again. */
	repair: boolean;
	leaseMilliseconds: number;
	onProgress(progress: RangeProgress | RebuildProgress): void;
};

/**
 * How things stand in the end; `mended` is what was wrong before, null where nothing was mended.
 */
export type Diagnosis = Checkup & { mended: readonly Fault[] | null };

/** Looks, mends where it may and something is wrong, and looks again. */
export async function runDoctor(
	stores: { records: Records; index: SearchIndex },
	{ repair, leaseMilliseconds, from, ...options }: DoctorOptions,
): Promise<Diagnosis> {
	const found = await examineUndamaged(stores, { ...options, from });
	if ('damage' in found) return { ...(await examineTables(stores.records, found.damage)), mended: null };
	if (!repair || found.faults.length === 0 || found.interruptedAt !== null) return { ...found, mended: null };
	const { records, index } = stores;
	if (found.faults.some(({ kind }) => !isFaultOfIndex(kind))) await repairRecords(records, options);
	if (options.signal?.aborted) return { ...found, interruptedAt: start, mended: null };
	const rebuilding = { ...options, leaseMilliseconds, destroy: false, anew: true };
	try {
		await rebuildIndex(records, index, rebuilding);
	} catch (error) {
		if (!options.signal?.aborted) throw error;
		return { ...found, interruptedAt: start, mended: null };
	}
	return { ...(await examine(stores, options)), mended: found.faults };
}

const start: Place = { of: 'identifiers', id: 0 };

/** Examines the data, or returns the damage that keeps it from being examined. */
async function examineUndamaged(
	stores: Examined & { records: Pick<Records, 'checkFiles'> },
	options: ExamineOptions,
): Promise<Checkup | { damage: readonly string[] }> {
	const damage = await stores.records.checkFiles();
	if (damage.length > 0) return { damage };
	try {
		return await examine(stores, options);
	} catch (error) {
		if (error instanceof DamagedDatabase) return { damage: [error.found] };
		throw error;
	}
}

/** Reports how much of a damaged database can be read; nothing else of it is checked. */
async function examineTables(records: Pick<Records, 'readTables'>, fileFaults: readonly string[]): Promise<Checkup> {
	const tables = (await unlessDamaged(() => records.readTables())) ?? [];
	const damaged = tables.filter(({ isWhole }) => !isWhole);
	const faults: Fault[] = [
		{ kind: 'file-damaged', count: fileFaults.length, examples: fileFaults.slice(0, 5) },
		{
			kind: 'table-damaged',
			count: damaged.length,
			examples: damaged.map(({ table, rows }) => `${table}: the first ${rows} rows can be read`),
		},
	];
	return {
		...{ identifiers: 0, identityGroups: 0, versionGroups: 0, events: 0 },
		faults: faults.filter(({ count }) => count > 0),
		...{ linksLeftOut: false, interruptedAt: null },
		indexLeftOut: 'the database is damaged. See "A file is damaged" in docs/operating/runbooks.md.',
	};
}

/** What was looked at, and what is wrong with it. */
export type Checkup = GraphCounts & {
	events: number;
	faults: readonly Fault[];
	/** Why the index was left out, to be read behind a colon; null where it was looked at. */
	indexLeftOut: string | null;
	/** Whether links that only the index has were left out, since not all of it was seen unchanged. */
	linksLeftOut: boolean;
	/** Where to continue after an interruption; null where all was looked at. */
	interruptedAt: Place | null;
};

/** Without an index, only the records are examined. */
type Examined = { records: Pick<Records, 'snapshot' | 'currentGeneration'>; index?: SearchIndex | undefined };

export type ExamineOptions = {
	clock: Clock;
	/** Leaves out all before this place. */
	from?: Place | undefined;
	sizes?: RangeSizes;
	/** Ends the check after the present range; what was found by then is returned. */
	signal?: AbortSignal | undefined;
	onProgress(progress: RangeProgress): void;
};

/** Examines the records range by range, and the index as far as it is up to date. */
export async function examine(stores: Examined, options: ExamineOptions): Promise<Checkup> {
	const { records } = stores;
	const { from, sizes, signal, onProgress } = options;
	const findings = createFindings();
	const counts = { identifiers: 0, identityGroups: 0, versionGroups: 0, events: 0 };
	const ofIndex = await beginIndexCheck(stores, options);
	const highest = await records.snapshot((_, snapshot) => snapshot.highest());
	let interruptedAt: Place | null = null;
	for await (const stretch of stretchesOf(highest, { ...(from && { from }), ...(sizes && { sizes }) })) {
		if (signal?.aborted) {
			interruptedAt = { of: stretch.of, id: stretch.first };
			break;
		}
		await records.snapshot(async (transaction, snapshot) => {
			if (stretch.of === 'events') counts.events += await checkEvents(snapshot, stretch, findings);
			else await checkIdentifiers(transaction, snapshot, stretch, { findings, counts });
		});
		if (stretch.of === 'identifiers') await ofIndex.check(stretch, findings);
		onProgress(progressAfter(stretch, highest));
	}
	const index = interruptedAt === null ? await ofIndex.end(findings) : ofIndex.soFar(findings);
	const faults = await records.snapshot(async (transaction, snapshot) => {
		const gaps = interruptedAt === null ? await snapshot.gapsInChanges() : [];
		findings.add(
			'change-log-gap',
			gaps.map((number) => ({ detail: `before number ${number}` })),
		);
		if (index.indexLeftOut === null) findings.merge(ofIndex.findings);
		return findings.inWords(transaction, snapshot);
	});
	return { ...counts, faults, ...index, interruptedAt };
}

async function checkIdentifiers(
	transaction: Transaction,
	snapshot: Snapshot,
	range: IdRange,
	{ findings, counts }: { findings: Findings; counts: GraphCounts },
): Promise<void> {
	await checkRows(transaction, snapshot, range, findings);
	const { misplaced, misdescribed, ...compared } = await compareRange(transaction, snapshot, range);
	findings.add(
		'group-wrong',
		misplaced.map(({ wanted }) => ({ identifiers: [wanted.id] })),
	);
	findings.add(
		'description-wrong',
		misdescribed.map(({ group }) => ({ identifiers: [group] })),
	);
	for (const count of ['identifiers', 'identityGroups', 'versionGroups'] as const) counts[count] += compared[count];
}

/** From what has such faults the index cannot be derived. */
const kindsBeforeIndex: readonly FaultKind[] = [
	'orphan-rows',
	'counts-though-withdrawn',
	'withdrawn-by-nothing',
	'description-counts-wrongly',
	'known-wrongly',
	'representative-wrong',
	'group-wrong',
	'description-wrong',
];

const notSound = 'it is derived from data with faults. Check again after they are repaired.';

// No fault: it answers, and whatever differs in it is replaced without anyone's help.
const outdated =
	'an earlier version built it, so its flags are unknown or follow earlier rules. A server or worker replaces it ' +
	'within minutes of its start; link-broker search reindex does so at once.';

type LeftOut = Pick<Checkup, 'indexLeftOut' | 'linksLeftOut'>;

/** Begins to compare the index, range by range, as long as that can be done. */
async function beginIndexCheck({ records, index }: Examined, { clock, from }: ExamineOptions) {
	const findings = createFindings();
	const wanted = nothingWanted();
	let indexLeftOut = index && (await records.snapshot((_, snapshot) => whyUnindexed(snapshot)));
	if (index && indexLeftOut === null) {
		if (!(await isReadable({ records, index }))) findings.add('index-unreadable', [{}]);
		else if ((await index.outdated()) !== undefined) indexLeftOut = outdated;
	}
	const isOver = () => index === undefined || indexLeftOut !== null || !findings.isSound(['index-unreadable']);
	const stateBefore = isOver() ? undefined : await index?.state();
	const noteReason = (comparison: { findings: Findings; reason: string | null }) => {
		if (comparison.reason === null) findings.merge(comparison.findings);
		else indexLeftOut = comparison.reason;
	};
	const soFar = (ofRecords: Findings): LeftOut => {
		if (!ofRecords.isSound(kindsBeforeIndex)) return { indexLeftOut: notSound, linksLeftOut: false };
		return { indexLeftOut: indexLeftOut ?? null, linksLeftOut: false };
	};
	return {
		findings,
		/** Compares a range, as long as the records are sound. */
		async check(range: IdRange, ofRecords: Findings): Promise<void> {
			if (index === undefined || isOver() || !ofRecords.isSound(kindsBeforeIndex)) return;
			noteReason(await checkIndexRange({ records, index }, range, wanted, clock));
		},
		soFar,
		/** Looks for what the index has besides. */
		async end(ofRecords: Findings): Promise<LeftOut> {
			if (index === undefined || isOver() || !ofRecords.isSound(kindsBeforeIndex)) return soFar(ofRecords);
			const isWhole = from === undefined && (await reasonToDoubt({ records, index }, stateBefore)) === null;
			noteReason(await checkSurplus({ records, index }, isWhole ? wanted : null, clock));
			return { ...soFar(ofRecords), linksLeftOut: !isWhole };
		},
	};
}

/** Checks that the index exists, in this program's format, and belongs to the records. */
async function isReadable({
	records,
	index,
}: {
	records: Pick<Records, 'currentGeneration'>;
	index: SearchIndex;
}): Promise<boolean> {
	try {
		await index.size();
	} catch (error) {
		if (hasCode(error, 'unavailable')) return false;
		throw error;
	}
	return (await index.generation()) === (await records.currentGeneration());
}

/** Checks the events of a stretch; returns how many there are. */
async function checkEvents(inspection: Inspection, stretch: Stretch, findings: Findings): Promise<number> {
	let count = 0;
	await checkOrphans(inspection, stretch, findings);
	for await (const events of inspection.contradictoryEvents(stretch)) findings.add('event-contradictory', events);
	for await (const { sequence, links, payload } of inspection.payloads(stretch)) {
		const detail = payload === null ? 'it is missing or damaged' : problemOf(payload, links);
		if (detail !== undefined) findings.add('payload-unreadable', [{ event: sequence, detail }]);
		count++;
	}
	return count;
}

function problemOf(payload: Uint8Array, links: number): string | undefined {
	try {
		const records: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
		if (!Array.isArray(records)) return 'it is not an array of links';
		return records.length === links ? undefined : `it has ${records.length} links, and should have ${links}`;
	} catch {
		return 'it is not JSON';
	}
}
