// The texts of the pages about loads: their states, kinds, details and progress.
import type { Load } from '../../../clients/typescript/src/schemas.ts';
import { countText } from '../../../src/links/words.ts';
import { actionText, countedText, countFacts, type Facts, withdrawalFacts } from './event-words.ts';
import { momentText } from './moments.ts';

/** Explains each state of a load. */
export const loadStateText: Readonly<Record<Load['status'], string>> = {
	New: 'Waiting to be processed.',
	Processing: 'Being processed.',
	Done: 'Processed.',
	Error: 'Processing failed for some of its events.',
	Withdrawing: 'Being withdrawn, its newest events first. You can leave this page.',
	Withdrawn: 'Withdrawn: nothing in this load counts any longer.',
	'Partly withdrawn': 'Some of its events are withdrawn and no longer count; the others count.',
};

/** Names each kind of load. */
export const kindTitle: Readonly<Record<Load['kind'], string>> = {
	submission: 'Submission',
	files: 'Files',
	harvest: 'Harvest',
};

/** Lists the kinds in the order in which they are offered. */
export const kindNames = Object.keys(kindTitle) as Load['kind'][];

/** Whether the state of a load can still change by itself. */
export function isLoadUnfinished({ events, status }: Pick<Load, 'events' | 'status'>): boolean {
	return events.new + events.processing > 0 || status === 'Withdrawing';
}

/** Lists what the state of a load allows. */
export function loadActions({ status, withdrawn }: Pick<Load, 'status' | 'withdrawn'>) {
	const isWithdrawing = status === 'Withdrawing';
	return {
		rerun: status === 'Done' || status === 'Error' || status === 'Partly withdrawn',
		restore: withdrawn !== null && !isWithdrawing,
		withdraw: status !== 'Withdrawn' && !isWithdrawing,
	};
}

type Progress = { done: number; total: number; text: string };

/** Describes how far a load is that is processed or withdrawn: `120 of 177 events processed`. */
export function progressOf({ events, status }: Pick<Load, 'events' | 'status'>): Progress {
	const { total } = events;
	const isWithdrawing = status === 'Withdrawing';
	const done = isWithdrawing ? events.withdrawn : total - events.new - events.processing;
	const what = isWithdrawing ? 'withdrawn' : 'processed';
	return { done, total, text: `${countText(done)} of ${countedText(total, 'event', 'events')} ${what}` };
}

const stateNames = ['new', 'processing', 'done', 'error', 'withdrawn'] as const;

/** Writes how many events there are, and in which states if in several: `3: 1 new, 2 done`. */
export function eventsText({ total, ...states }: Load['events']): string {
	const some = stateNames.filter((name) => states[name] > 0);
	if (some.length < 2) return countText(total);
	return `${countText(total)}: ${some.map((name) => `${countText(states[name])} ${name}`).join(', ')}`;
}

/** Lists the facts about a load. */
export function loadFacts(load: Load): readonly Facts[] {
	const details = [
		{ term: 'Load', text: load.id, isCode: true as const },
		{ term: 'Kind', text: kindTitle[load.kind] },
		...(load.name === null ? [] : [{ term: load.kind === 'harvest' ? 'Harvest' : 'File', text: load.name }]),
		{ term: 'Action', text: load.actions.map((action) => actionText[action]).join('; ') },
		{ term: 'Submitted by', text: load.submitter ?? 'the command line' },
		{ term: 'Received', text: momentText(load.created) },
		{ term: 'Finished', text: load.complete ? momentText(load.finished) : 'not yet, more events may come' },
		{ term: 'Events', text: eventsText(load.events) },
	];
	return [
		{ id: 'load-record', title: 'Details', facts: details },
		{ id: 'load-counts', title: 'Counts', facts: countFacts(load.counts) },
		...withdrawalFacts(load.withdrawn),
	];
}
