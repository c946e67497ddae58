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
	Withdrawn: 'Withdrawn: nothing in this load counts any longer.',
	'Partly withdrawn': 'Some of its events are withdrawn and count no longer, the others count.',
};

/** Names each kind of load. */
export const kindTitle: Readonly<Record<Load['kind'], string>> = {
	submission: 'Submission',
	files: 'Files',
	harvest: 'Harvest',
};

/** Lists the kinds in the order in which they are offered. */
export const kindNames = Object.keys(kindTitle) as Load['kind'][];

/** Whether some events of a load still wait or are processed. */
export function isLoadUnfinished({ events }: Pick<Load, 'events'>): boolean {
	return events.new + events.processing > 0;
}

/** Writes how far a load is: `120 of 177 events processed`. */
export function progressText({ done, total }: { done: number; total: number }): string {
	return `${countText(done)} of ${countedText(total, 'event', 'events')} processed`;
}

/** Returns how many events of a load are processed, with or without success. */
export function progressOf({ events }: Pick<Load, 'events'>): { done: number; total: number } {
	return { done: events.total - events.new - events.processing, total: events.total };
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
		{ term: 'Finished', text: momentText(load.finished) },
		{ term: 'Events', text: eventsText(load.events) },
	];
	return [
		{ id: 'load-record', title: 'Details', facts: details },
		{ id: 'load-counts', title: 'Counts', facts: countFacts(load.counts) },
		...withdrawalFacts(load.withdrawn),
	];
}
