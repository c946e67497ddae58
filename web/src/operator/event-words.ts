// What the pages say of submitted events: what state they are in, what is on record of them, and
// what withdrawing them would change.
import type { EventWithdrawalPreview, LinkEvent, LinkEventCounts } from '../../../clients/typescript/src/schemas.ts';
import { momentText } from './moments.ts';

/** Says what a state of an event means. */
export const stateText: Readonly<Record<LinkEvent['status'], string>> = {
	New: 'It waits to be processed.',
	Processing: 'It is being processed.',
	Done: 'It is processed.',
	Error: 'It failed.',
	Withdrawn: 'It is withdrawn: everything is as if it had never been submitted.',
};

/** Checks whether something becomes of an event still. */
export function isUnfinished({ status, indexed }: Pick<LinkEvent, 'status' | 'indexed'>): boolean {
	return status === 'New' || status === 'Processing' || (status === 'Done' && indexed === false);
}

/** Lists in which states an event may be run again, and withdrawn. */
export const mayBe = {
	rerun: ['Done', 'Error'] as readonly string[],
	withdrawn: ['New', 'Done', 'Error'] as readonly string[],
};

/** Writes whether what an event said can be found. */
export function findableText({ indexed, status }: Pick<LinkEvent, 'status' | 'indexed'>): string {
	if (status === 'Withdrawn') return 'no, it is withdrawn';
	if (indexed === null) return 'not asked for';
	return indexed ? 'yes' : 'not yet';
}

/** Writes how often an event was tried: `5 times`. */
export function triesText({ attempts }: Pick<LinkEvent, 'attempts'>): string {
	return attempts === 1 ? 'once' : `${attempts} times`;
}

const actionText: Readonly<Record<LinkEvent['action'], string>> = {
	assert: 'States links',
	withdraw: 'Withdraws links',
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
	withdrawn: 'Withdrawn statements',
	nothing_to_withdraw: 'Links to withdraw that nobody had stated',
	not_yours: 'Links to withdraw that others had stated',
	split_groups: 'More groups, where others were split',
} as const satisfies Partial<Record<keyof LinkEventCounts, string>>;

/** What is on record of something, under a heading; `isCode`: it is to be copied. */
export type Facts = { id: string; title: string; facts: readonly Fact[] };
export type Fact = { term: string; text: string; isCode?: true };

/** Lists all that is on record of an event. */
export function eventFacts(event: LinkEvent): readonly Facts[] {
	const { withdrawn, error, next_try } = event;
	const facts: Facts[] = [
		{ id: 'event-record', title: 'On record', facts: recordFacts(event) },
		{ id: 'event-counts', title: 'Counts', facts: countFacts(event.counts) },
	];
	if (withdrawn !== null) {
		const how = [
			{ term: 'When', text: momentText(withdrawn.at) },
			{ term: 'By', text: withdrawn.by ?? 'the command line' },
			{ term: 'Why', text: withdrawn.reason ?? 'No reason was given.' },
		];
		facts.push({ id: 'event-withdrawn', title: 'Withdrawn', facts: how });
	}
	if (error !== null) {
		const tries = [
			{ term: 'Why', text: error },
			{ term: 'Tried', text: triesText(event) },
			...factOf('Again', next_try === null ? null : momentText(next_try)),
		];
		facts.push({ id: 'event-failure', title: 'Failure', facts: tries });
	}
	return facts;
}

function recordFacts(event: LinkEvent): Fact[] {
	return [
		{ term: 'Event', text: event.event_id, isCode: true },
		{ term: 'Action', text: actionText[event.action] },
		{ term: 'Submitted by', text: event.submitter ?? 'the command line' },
		...factOf('File', event.file_name),
		...factOf('Sent from', event.source_address),
		{ term: 'Received', text: momentText(event.created) },
		{ term: 'Finished', text: momentText(event.finished) },
		{ term: 'Findable', text: findableText(event) },
	];
}

function countFacts(counts: LinkEventCounts): Fact[] {
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

/** Lists what a withdrawal would change; nothing where it would change nothing. */
export function changesOf(preview: EventWithdrawalPreview): readonly string[] {
	const { relationships, identifiers, split_groups, works } = preview;
	if (relationships + identifiers + split_groups + works.length === 0) return [];
	return [
		countedText(relationships, 'relationship would be removed', 'relationships would be removed'),
		countedText(identifiers, 'identifier would no longer be known', 'identifiers would no longer be known'),
		countedText(split_groups, 'more group, where others are split', 'more groups, where others are split'),
	];
}

/** Writes an amount with what there is of it: `1 link`, `1,203 links`. */
export function countedText(count: number, one: string, many: string): string {
	return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
