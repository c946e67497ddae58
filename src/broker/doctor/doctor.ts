// Checks whether all stored data is consistent: rows, groups, descriptions, events and the search
// index. On request it repairs derived data and checks again.

import type { Clock } from '../../clock.ts';
import { hasCode } from '../../errors.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { DamagedDatabase, unlessDamaged } from '../../store/damaged-database.ts';
import type { Inspection } from '../../store/inspection.ts';
import type { Records, Transaction } from '../../store/records.ts';
import type { Snapshot } from '../../store/snapshots.ts';
import { rebuildIndex } from '../indexing/rebuild-index.ts';
import { compareGraph } from '../rebuild-graph.ts';
import { checkIndex } from './check-index.ts';
import { checkRows } from './check-rows.ts';
import { createFindings, type Fault, type FaultKind, type Findings, isFaultOfIndex } from './findings.ts';
import { repairRecords } from './repair.ts';

export type DoctorOptions = {
	/** Mends what is wrong, as far as it follows from what was received, and builds the index again. */
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
	const found = await examineUndamaged(stores, onProgress);
	if ('damage' in found) return { ...(await examineTables(stores.records, found.damage)), mended: null };
	if (!repair || found.faults.length === 0) return { ...found, mended: null };
	if (found.faults.some(({ kind }) => !isFaultOfIndex(kind))) await repairRecords(stores.records);
	await rebuildIndex(stores.records, stores.index, { ...options, destroy: false, anew: true, onProgress });
	return { ...(await examine(stores, onProgress)), mended: found.faults };
}

/** Examines the data, or returns the damage that keeps it from being examined. */
async function examineUndamaged(
	stores: Examined & { records: Pick<Records, 'checkFiles'> },
	onProgress: (progress: CheckProgress) => void,
): Promise<Checkup | { damage: readonly string[] }> {
	const damage = await stores.records.checkFiles();
	if (damage.length > 0) return { damage };
	try {
		return await examine(stores, onProgress);
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
		indexLeftOut: 'the database is damaged. See "A file is damaged" in docs/operating/runbooks.md.',
	};
}

/** So far a check is: `what` says what `done` counts. */
export type CheckProgress = { what: 'rows' | 'groups' | 'descriptions' | 'events' | 'objects and links'; done: number };

/** What was looked at, and what is wrong with it. */
export type Checkup = {
	identifiers: number;
	identityGroups: number;
	versionGroups: number;
	events: number;
	faults: readonly Fault[];
	/** Why the index was left out, to be read behind a colon; null where it was looked at. */
	indexLeftOut: string | null;
};

type Examined = { records: Pick<Records, 'snapshot' | 'currentGeneration'>; index: SearchIndex };

/** Examines one state of the records, and the index where it has learned all of that. */
export async function examine(
	{ records, index }: Examined,
	onProgress: (progress: CheckProgress) => void,
): Promise<Checkup> {
	const stateBefore = await index.state();
	return records.snapshot(async (transaction, snapshot) => {
		const findings = createFindings();
		const count = createCounter(onProgress);
		await checkRows(transaction, snapshot, findings, count);
		const graph = await checkGraph(transaction, snapshot, findings, onProgress);
		let events = 0;
		await checkEvents(snapshot, findings, (what, more) => {
			events += more;
			count(what, more);
		});
		const ofIndex = createFindings();
		let indexLeftOut = findings.isSound(kindsBeforeIndex) ? await reasonToLeaveOut(transaction, snapshot) : notSound;
		if (indexLeftOut === null) {
			if (await isReadable({ records, index })) await checkIndex(transaction, snapshot, index, ofIndex, count);
			else ofIndex.add('index-unreadable', [{}]);
			if ((await index.state()) !== stateBefore) indexLeftOut = changedMeanwhile;
		}
		const faults = await findings.inWords(transaction, snapshot);
		const indexFaults = indexLeftOut === null ? await ofIndex.inWords(transaction, snapshot) : [];
		return { ...graph, events, faults: [...faults, ...indexFaults], indexLeftOut };
	});
}

function createCounter(onProgress: (progress: CheckProgress) => void) {
	const done = new Map<CheckProgress['what'], number>();
	return (what: CheckProgress['what'], more: number): void => {
		done.set(what, (done.get(what) ?? 0) + more);
		onProgress({ what, done: done.get(what) as number });
	};
}

async function checkGraph(
	transaction: Transaction,
	snapshot: Snapshot,
	findings: Findings,
	onProgress: (progress: CheckProgress) => void,
): Promise<Pick<Checkup, 'identifiers' | 'identityGroups' | 'versionGroups'>> {
	const { identifiers, identityGroups, versionGroups } = await compareGraph(
		transaction,
		snapshot,
		{
			async misplaced(places) {
				findings.add(
					'group-wrong',
					places.map(({ id }) => ({ identifiers: [id] })),
				);
			},
			async misdescribed(groups) {
				findings.add(
					'description-wrong',
					groups.map(({ group }) => ({ identifiers: [group] })),
				);
			},
		},
		onProgress,
	);
	return { identifiers, identityGroups, versionGroups };
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

const notSound = 'it follows from what is wrong in the database. Look again when that is mended.';

const changedMeanwhile = 'it changed while it was being looked at. Look again when less is happening.';

/** Says why the index cannot be held against the groups; null where it can. */
async function reasonToLeaveOut(transaction: Transaction, snapshot: Snapshot): Promise<string | null> {
	const waiting = await transaction.entries(1, 1);
	if (waiting.length > 0) {
		return 'it has not learned everything yet. Let a server or worker bring it up, then look again.';
	}
	const { unindexed } = await snapshot.coverage();
	if (unindexed.length === 0) return null;
	const events = unindexed.length === 1 ? '1 event' : `${unindexed.length} events`;
	return (
		`${events} must not be found before a reindex (noindex), and what came so may show in groups or not. ` +
		'Look again after link-broker search reindex.'
	);
}

/**
 * Checks that the index exists, in this program's format, and belongs to the records.
 */
async function isReadable({ records, index }: Examined): Promise<boolean> {
	try {
		await index.size();
	} catch (error) {
		if (hasCode(error, 'unavailable')) return false;
		throw error;
	}
	return (await index.generation()) === (await records.currentGeneration());
}

/** Checks all events of one state. */
async function checkEvents(
	inspection: Inspection,
	findings: Findings,
	onProgress: (what: 'events', more: number) => void,
): Promise<void> {
	for await (const events of inspection.contradictoryEvents()) findings.add('event-contradictory', events);
	for await (const { sequence, links, payload } of inspection.payloads()) {
		const detail = payload === null ? 'it is missing or damaged' : problemOf(payload, links);
		if (detail !== undefined) findings.add('payload-unreadable', [{ event: sequence, detail }]);
		onProgress('events', 1);
	}
	const gaps = await inspection.gapsInChanges();
	findings.add(
		'change-log-gap',
		gaps.map((number) => ({ detail: `before number ${number}` })),
	);
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
