// What pages say of submitted events: what state they are in, what is on record of them, and what
// taking them back would change. The explorer takes its words from here. It knows no page.
import type { eventDocument } from '../../../../broker/event-view.ts';
import { findableText } from '../operator-words.ts';

export { longestReason } from '../../../../broker/event-view.ts';

/** An event as `GET /events/{event_id}` tells it. */
export type ShownEvent = Omit<ReturnType<typeof eventDocument>, 'started'>;

/** Writes a time. */
type WriteMoment = (time: string | null) => string;

/** How many events, and how many links of one, a page lists. */
export const rowsPerPage = 50;

/** Says what a state of an event means. */
export const stateText: Readonly<Record<ShownEvent['status'], string>> = {
	New: 'It waits to be processed.',
	Processing: 'It is being processed.',
	Done: 'It is processed.',
	Error: 'It failed.',
	Withdrawn: 'It is withdrawn: everything is as if it had never been submitted.',
};

/** Says how far an event is. */
export function progressText({ status, indexed }: Pick<ShownEvent, 'status' | 'indexed'>): string {
	const isLate = status === 'Done' && indexed === false;
	return `${stateText[status]}${isLate ? ' What it changed cannot be found yet.' : ''}`;
}

/** Tells whether something becomes of an event still. */
export function isUnfinished({ status, indexed }: Pick<ShownEvent, 'status' | 'indexed'>): boolean {
	return status === 'New' || status === 'Processing' || (status === 'Done' && indexed === false);
}

/** Lists in which states an event may be run again, and taken back. */
export const mayBe = {
	rerun: ['Done', 'Error'] as readonly string[],
	withdrawn: ['New', 'Done', 'Error'] as readonly string[],
};

/** Says what was done. */
export const doneText = {
	rerun: 'The event will be processed again.',
	restore: 'The event is restored and will be processed again.',
	withdraw: 'The event is withdrawn.',
};

/** Heads the columns of a list of events. */
export const eventColumns: readonly { title: string; isAmount?: true }[] = [
	{ title: 'Received' },
	{ title: 'State' },
	{ title: 'Action' },
	{ title: 'Submitted by' },
	{ title: 'Links', isAmount: true },
	{ title: 'New relationships', isAmount: true },
	{ title: 'Findable' },
	{ title: 'Event' },
];

/** Heads the columns of the links of an event. */
export const linkColumns = ['Source', 'Relation', 'Target', 'Provider', 'Date'] as const;

/** Stands before the record of a link that is not valid any more. */
export const unreadable = 'This record cannot be read any more:';

/** Shortens what went wrong, for a list. */
export function shortError(error: string): string {
	return error.length > 60 ? `${error.slice(0, 60).toWellFormed()}…` : error;
}

/** Says how often an event was tried, for a list: `Tried 5 times; again 2 Mar 2026, 14:05:09`. */
export function triedText({ attempts, next_try }: ShownEvent, moment: WriteMoment): string {
	return `Tried ${timesText(attempts)}${next_try === null ? '' : `; again ${moment(next_try)}`}`;
}

const timesText = (count: number) => (count === 1 ? 'once' : `${count} times`);

const actionText: Readonly<Record<ShownEvent['action'], string>> = {
	assert: 'States links',
	withdraw: 'Takes links back',
	replace: 'Replaces all that its providers said of its sources',
};

const countText = {
	links: 'Links',
	refused: 'Links that were left out',
	ignored: 'Links of a work to itself',
	containers: 'Names of journals and books, not of works',
	new_relationships: 'New relationships',
	new_identifiers: 'New identifiers',
	merged_groups: 'Groups that became one',
	withdrawn: 'Statements taken back',
	nothing_to_withdraw: 'Links to take back that nobody had stated',
	not_yours: 'Links to take back that others had stated',
	split_groups: 'More groups, where others fell apart',
} as const satisfies Partial<Record<keyof ShownEvent['counts'], string>>;

/** What is on record of something, under a heading; `isCode`: it is to be copied. */
export type Facts = { id: string; title: string; facts: readonly Fact[] };
export type Fact = { term: string; text: string; isCode?: true };

/** Tells all that is on record of an event. */
export function eventFacts(event: ShownEvent, moment: WriteMoment): readonly Facts[] {
	const { withdrawn, error, next_try } = event;
	const facts: Facts[] = [
		{ id: 'event-record', title: 'On record', facts: recordFacts(event, moment) },
		{ id: 'event-counts', title: 'Counts', facts: countFacts(event.counts) },
	];
	if (withdrawn !== null) {
		const told = [
			{ term: 'When', text: moment(withdrawn.at) },
			{ term: 'By', text: withdrawn.by ?? 'the command line' },
			{ term: 'Why', text: withdrawn.reason ?? 'No reason was given.' },
		];
		facts.push({ id: 'event-withdrawn', title: 'Withdrawn', facts: told });
	}
	if (error !== null) {
		const told = [
			{ term: 'Why', text: error },
			{ term: 'Tried', text: timesText(event.attempts) },
			...factOf('Again', next_try === null ? null : moment(next_try)),
		];
		facts.push({ id: 'event-failure', title: 'Failure', facts: told });
	}
	return facts;
}

function recordFacts(event: ShownEvent, moment: WriteMoment): Fact[] {
	return [
		{ term: 'Event', text: event.event_id, isCode: true },
		{ term: 'Action', text: actionText[event.action] },
		{ term: 'Submitted by', text: event.submitter ?? 'the command line' },
		...factOf('File', event.file_name),
		...factOf('Sent from', event.source_address),
		{ term: 'Received', text: moment(event.created) },
		{ term: 'Finished', text: moment(event.finished) },
		{ term: 'Findable', text: findableText(event) },
	];
}

function countFacts(counts: ShownEvent['counts']): Fact[] {
	const names = Object.keys(countText) as (keyof typeof countText)[];
	const unknown = counts.unknown_relations ?? [];
	return [
		...names.flatMap((name) => factOf(countText[name], counts[name]?.toLocaleString('en') ?? null)),
		...unknown.map(({ name, count }) => ({ term: `Unknown relation ${name}`, text: count.toLocaleString('en') })),
	];
}

function factOf(term: string, text: string | null): Fact[] {
	return text === null ? [] : [{ term, text }];
}

/** Says what becomes of a reason. */
export const reasonNote = 'Kept with the event, with your name. A withdrawn event can be restored.';

/** Says that a withdrawal would change nothing. */
export const nothingChanges = 'Nothing that is counted: all that it said, others said as well, or it said nothing.';

type Changes = { relationships: number; identifiers: number; split_groups: number; works: readonly unknown[] };

/**
 * Says what a withdrawal would change, and of how many works; nothing where it would change
 * nothing.
 */
export function changesText(changes: Changes): { changes: readonly string[]; works: string } | undefined {
	const { relationships, identifiers, split_groups, works } = changes;
	if (relationships + identifiers + split_groups + works.length === 0) return undefined;
	return {
		changes: [
			counted(relationships, 'relationship would be there no more', 'relationships would be there no more'),
			counted(identifiers, 'identifier would be known no more', 'identifiers would be known no more'),
			counted(split_groups, 'more group, where others fall apart', 'more groups, where others fall apart'),
		],
		works: counted(works.length, 'work would change', 'works would change'),
	};
}

function counted(count: number, one: string, many: string): string {
	return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
