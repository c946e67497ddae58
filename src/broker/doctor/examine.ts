// Looks whether all that is stored agrees with itself: rows, groups, descriptions, events and the
// search index. It changes nothing, and knows no engine.
import { hasCode } from '../../errors.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { Records, Transaction } from '../../store/records.ts';
import type { Snapshot } from '../../store/snapshots.ts';
import { compareGraph } from '../compare-graph.ts';
import { checkEvents } from './check-events.ts';
import { checkIndex } from './check-index.ts';
import { checkRows } from './check-rows.ts';
import { createFindings, type Fault, type FaultKind, type Findings } from './findings.ts';

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
			else ofIndex.add('index-unreadable', {});
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
				findings.add('group-wrong', ...places.map(({ id }) => ({ identifiers: [id] })));
			},
			async misdescribed(groups) {
				findings.add('description-wrong', ...groups.map(({ group }) => ({ identifiers: [group] })));
			},
		},
		onProgress,
	);
	return { identifiers, identityGroups, versionGroups };
}

/** From what has such faults the index cannot be derived. */
const kindsBeforeIndex: readonly FaultKind[] = [
	'stray-rows',
	'counts-though-taken-back',
	'taken-back-by-nothing',
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
	const { unsearchable } = await snapshot.coverage();
	if (unsearchable.length === 0) return null;
	const events = unsearchable.length === 1 ? '1 event' : `${unsearchable.length} events`;
	return (
		`${events} must not be found before a reindex (noindex), and what came so may show in groups or not. ` +
		'Look again after link-broker search reindex.'
	);
}

/**
 * Tells whether the index is there, in this program's format, and the one that the records know of.
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
