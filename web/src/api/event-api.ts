// What is asked of the broker about submitted events, and in which shapes; knows no page and no
// session.
import { queryOf } from '../address/parts.ts';
import { forgetAnswers } from './broker-api.ts';
import { send } from './operator-api.ts';
import type { WireIdentifier } from './scholix-answer.ts';

export const eventStates = ['New', 'Processing', 'Done', 'Error', 'Withdrawn'] as const;
export type EventState = (typeof eventStates)[number];

/** Describes an event as `GET /api/events/{id}` does; what is not known yet is null. */
export type SubmittedEvent = {
	event_id: string;
	action: 'assert' | 'withdraw' | 'replace';
	status: EventState;
	indexed: boolean | null;
	/** An email; null for the command line. */
	submitter: string | null;
	file_name: string | null;
	source_address: string | null;
	created: string;
	finished: string | null;
	attempts: number;
	next_try: string | null;
	counts: EventCounts;
	error: string | null;
	withdrawn: { at: string; by: string | null; reason: string | null } | null;
};

/** Counts what an event holds and what it changed. */
export type EventCounts = {
	links: number;
	refused: number;
	ignored: number | null;
	containers: number | null;
	unknown_relations: { name: string; count: number }[] | null;
	new_relationships: number | null;
	new_identifiers: number | null;
	merged_groups: number | null;
	withdrawn: number | null;
	nothing_to_withdraw: number | null;
	not_yours: number | null;
	split_groups: number | null;
};

/**
 * One page of `GET /api/events?state=&limit=&before=`: newest first; `next` is what `before` must
 * be for older ones, null at the end.
 */
export type EventPage = { events: SubmittedEvent[]; next: string | null };

/** Says what would change if an event were withdrawn: `GET /api/events/{id}/withdrawal`. */
export type WithdrawalPreview = {
	/** Relationships that would be there no more. */
	relationships: number;
	/** Identifiers that would be known no more. */
	identifiers: number;
	split_groups: number;
	/** The first hundred works that would change. */
	works: WireIdentifier[];
};

/** One page of `GET /api/events/{id}/links`; `next` is what `after` must be for more. */
export type EventLinkPage = { links: unknown[]; next: string | null };

/** Asks for events, newest first. */
export async function askEvents(query: {
	state: string | undefined;
	before: string | undefined;
	limit: number;
}): Promise<EventPage> {
	const { state, before, limit } = query;
	return (await send('GET', `/events${queryOf({ state, before, limit: String(limit) })}`)) as EventPage;
}

/** Asks for one event. */
export async function askEvent(eventId: string): Promise<SubmittedEvent> {
	return (await send('GET', pathOf(eventId))) as SubmittedEvent;
}

/** Asks for links of an event, in its order. */
export async function askEventLinks(
	eventId: string,
	{ after, limit }: { after: string | undefined; limit: number },
): Promise<EventLinkPage> {
	return (await send('GET', `${pathOf(eventId)}/links${queryOf({ after, limit: String(limit) })}`)) as EventLinkPage;
}

/** Asks what the withdrawal of an event would change. */
export async function askWithdrawal(eventId: string): Promise<WithdrawalPreview> {
	return (await send('GET', `${pathOf(eventId)}/withdrawal`)) as WithdrawalPreview;
}

/** Has an event processed again. */
export async function rerunEvent(eventId: string): Promise<void> {
	await change('POST', `${pathOf(eventId)}/rerun`);
}

/** Takes back all that an event said; an empty reason is none. */
export async function withdrawEvent(eventId: string, reason: string): Promise<void> {
	await change('DELETE', pathOf(eventId), reason.trim() === '' ? undefined : { reason: reason.trim() });
}

/** Brings back an event that is withdrawn. */
export async function restoreEvent(eventId: string): Promise<void> {
	await change('POST', `${pathOf(eventId)}/restore`);
}

/** What an event changes, searches answer otherwise than before. */
async function change(method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<void> {
	await send(method, path, body);
	forgetAnswers();
}

function pathOf(eventId: string): string {
	return `/events/${encodeURIComponent(eventId)}`;
}
