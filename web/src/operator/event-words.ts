// The texts of the pages about submitted events: their states, details and counts, and what a
// withdrawal would change.
import type { EventWithdrawalPreview, LinkEvent, LinkEventCounts } from '../../../clients/typescript/src/schemas.ts';
import { countText } from '../../../src/links/words.ts';
import { loadPath } from '../address/operator-view.ts';
import { momentText } from './moments.ts';

/** Explains each state of an event. */
export const stateText: Readonly<Record<LinkEvent['status'], string>> = {
	New: 'Waiting to be processed.',
	Processing: 'Being processed.',
	Done: 'Processed.',
	Error: 'Processing failed.',
	Withdrawn: 'Withdrawn: nothing in this event counts any longer.',
};

/** Whether the state of an event can still change by itself. */
export function isUnfinished({ status, indexed }: Pick<LinkEvent, 'status' | 'indexed'>): boolean {
	return status === 'New' || status === 'Processing' || (status === 'Done' && indexed === false);
}

/** Lists in which states an event may be run again, and withdrawn. */
export const mayBe = {
	rerun: ['Done', 'Error'] as readonly string[],
	withdrawn: ['New', 'Done', 'Error'] as readonly string[],
};

/** Writes whether the links of an event can be found. */
export function indexedText({ indexed, status }: Pick<LinkEvent, 'status' | 'indexed'>): string {
	if (status === 'Withdrawn') return 'no, withdrawn';
	if (indexed === null) return 'no, unindexed';
	return indexed ? 'yes' : 'not yet';
}

/** Writes how often an event was tried: `5 attempts`. */
export function attemptsText({ attempts }: Pick<LinkEvent, 'attempts'>): string {
	return countedText(attempts, 'attempt', 'attempts');
}

/** Says what an event does. */
export const actionText: Readonly<Record<LinkEvent['action'], string>> = {
	assert: 'Asserts links',
	withdraw: 'Withdraws links',
	replace: 'Replaces all earlier links of its sources from the same providers',
};

const countLabel = {
	links: 'Links submitted',
	refused: 'Invalid links, left out',
	descriptions: 'Links of a work to itself, which describe it',
	ignored: 'Links of a work to itself that assert nothing, ignored',
	containers: 'Identifiers of journals and books, ignored',
	new_relationships: 'New links between identifiers',
	new_identifiers: 'New identifiers',
	merged_groups: 'Merged groups',
	withdrawn: 'Withdrawn assertions',
	nothing_to_withdraw: 'Links to withdraw that nobody asserted',
	not_yours: 'Links to withdraw that only others asserted',
	identities_kept: 'Identities of withdrawn links, which still count',
	split_groups: 'New groups after splits',
} as const satisfies Partial<Record<keyof LinkEventCounts, string>>;

/** Facts under a heading; `isCode`: a text to copy, `href`: where it leads. */
export type Facts = { id: string; title: string; facts: readonly Fact[] };
export type Fact = { term: string; text: string; isCode?: true; href?: string };

/** Lists the facts about an event. */
export function eventFacts(event: LinkEvent): readonly Facts[] {
	const { withdrawn, error, next_try } = event;
	const facts: Facts[] = [
		{ id: 'event-record', title: 'Details', facts: recordFacts(event) },
		{ id: 'event-counts', title: 'Counts', facts: countFacts(event.counts) },
		...withdrawalFacts(withdrawn),
	];
	if (error !== null) {
		const attempts = [
			{ term: 'Error', text: error },
			{ term: 'Attempts', text: countText(event.attempts) },
			...factOf('Next attempt', next_try === null ? null : momentText(next_try)),
		];
		facts.push({ id: 'event-failure', title: 'Failure', facts: attempts });
	}
	return facts;
}

/** Lists when something was withdrawn, by whom and why; nothing if it is not. */
export function withdrawalFacts(withdrawn: LinkEvent['withdrawn']): Facts[] {
	if (withdrawn === null) return [];
	const how = [
		{ term: 'When', text: momentText(withdrawn.at) },
		{ term: 'By', text: withdrawn.by ?? 'the command line' },
		{ term: 'Reason', text: withdrawn.reason ?? 'none given' },
	];
	return [{ id: 'event-withdrawn', title: 'Withdrawn', facts: how }];
}

function recordFacts(event: LinkEvent): Fact[] {
	return [
		{ term: 'Event', text: event.event_id, isCode: true },
		{ term: 'Load', text: event.load, isCode: true, href: loadPath(event.load) },
		{ term: 'Action', text: actionText[event.action] },
		{ term: 'Submitted by', text: event.submitter ?? 'the command line' },
		...factOf('File', event.file_name),
		...factOf('Sent from', event.source_address),
		{ term: 'Received', text: momentText(event.created) },
		{ term: 'Finished', text: momentText(event.finished) },
		{ term: 'Indexed', text: indexedText(event) },
	];
}

/** Lists the counts of an event or a load that are known. */
export function countFacts(counts: LinkEventCounts): Fact[] {
	const names = Object.keys(countLabel) as (keyof typeof countLabel)[];
	const unknown = counts.unknown_relations ?? [];
	return [
		...names.flatMap((name) => factOf(countLabel[name], textOrNull(counts[name]))),
		...unknown.map(({ name, count }) => ({ term: `Unknown relation ${name}`, text: countText(count) })),
	];
}

function textOrNull(count: number | null | undefined): string | null {
	return count == null ? null : countText(count);
}

function factOf(term: string, text: string | null): Fact[] {
	return text === null ? [] : [{ term, text }];
}

/** Lists the changes of a withdrawal; empty if there are none. */
export function changesOf(preview: EventWithdrawalPreview): readonly string[] {
	const { relationships, identifiers, split_groups, works } = preview;
	if (relationships + identifiers + split_groups + works.length === 0) return [];
	return [
		countedText(
			relationships,
			'link between identifiers would be removed',
			'links between identifiers would be removed',
		),
		countedText(identifiers, 'identifier would no longer be known', 'identifiers would no longer be known'),
		countedText(split_groups, 'new group after splits', 'new groups after splits'),
	];
}

/** Writes a number with its noun: `1 link`, `1,203 links`. */
export function countedText(count: number, one: string, many: string): string {
	return `${countText(count)} ${count === 1 ? one : many}`;
}
