// An event and a load as HTTP and the command line show them, and the order and preview of a
// withdrawal.

import { BrokerError } from '../errors.ts';
import type { ShownIdentifier } from '../formats/scholix/writing/object-document.ts';
import { isoTime } from '../links/link-date.ts';
import type { EventCounts, LinkEvent } from '../links/link-event.ts';
import { eventsIn, type Load, statusOfLoad } from '../links/load.ts';
import type { Users } from '../store/accounts/users.ts';
import type { Id } from '../store/graph.ts';

/**
 * An event with the emails of its submitter and of the user that withdrew it; null for the command
 * line and for unknown users.
 */
export type EventView = LinkEvent & UserEmails;
/** A load with these emails. */
export type LoadView = Load & UserEmails;
type UserEmails = { submitter: string | null; withdrawnBy: string | null };

/** Adds to events, or to loads, the emails of the users that they name. */
export async function viewEvents<T extends Pick<LinkEvent, 'userId' | 'withdrawn'>>(
	accounts: Pick<Users, 'emails'>,
	events: readonly T[],
): Promise<(T & UserEmails)[]> {
	const users = events.flatMap(({ userId, withdrawn }) => [userId, withdrawn?.by ?? null]);
	const emails = await accounts.emails([...new Set(users.filter((user) => user !== null))]);
	const emailOf = (user: number | null | undefined) => (user == null ? null : (emails.get(user) ?? null));
	return events.map((event) => ({
		...event,
		submitter: emailOf(event.userId),
		withdrawnBy: emailOf(event.withdrawn?.by),
	}));
}

/**
 * Makes the document of an event for `GET /events/{event_id}`; unknown values are null.
 */
export function eventDocument(event: EventView) {
	return {
		event_id: event.eventId,
		action: event.action,
		status: event.state,
		indexed: event.indexed,
		submitter: event.submitter,
		load: event.loadId,
		file_name: event.fileName,
		source_address: event.sourceAddress,
		created: isoTime(event.createdAt),
		started: isoTime(event.startedAt),
		finished: isoTime(event.finishedAt),
		attempts: event.attempts,
		next_try: isoTime(event.dueAt),
		counts: countsDocument(event),
		error: event.error,
		withdrawn: withdrawalDocument(event),
	};
}

/**
 * Makes the document of a load for `GET /loads/{load_id}`; in a list, only its numbers of links are
 * known.
 */
export function loadDocument(load: LoadView) {
	const { events } = load;
	return {
		id: load.loadId,
		kind: load.kind,
		name: load.name,
		submitter: load.submitter,
		created: isoTime(load.createdAt),
		finished: isoTime(load.finishedAt),
		complete: load.isComplete,
		status: statusOfLoad(load),
		events: {
			total: eventsIn(events),
			new: events.New,
			processing: events.Processing,
			done: events.Done,
			error: events.Error,
			withdrawn: events.Withdrawn,
		},
		actions: load.actions,
		counts: countsDocument(load),
		withdrawn: withdrawalDocument(load),
	};
}

function countsDocument({
	links,
	refused,
	counts,
}: Pick<LinkEvent, 'links' | 'refused'> & { counts: EventCounts | null }) {
	return {
		links,
		refused,
		descriptions: counts?.descriptions ?? null,
		ignored: counts?.ignored ?? null,
		containers: counts?.containers ?? null,
		unknown_relations: counts?.unknownRelations ?? null,
		new_relationships: counts?.newRelationships ?? null,
		new_identifiers: counts?.newIdentifiers ?? null,
		merged_groups: counts?.mergedGroups ?? null,
		withdrawn: counts?.withdrawn ?? null,
		nothing_to_withdraw: counts?.nothingToWithdraw ?? null,
		not_yours: counts?.notYours ?? null,
		identities_kept: counts?.identitiesKept ?? null,
		split_groups: counts?.splitGroups ?? null,
	};
}

function withdrawalDocument({ withdrawn, withdrawnBy }: Pick<EventView, 'withdrawn' | 'withdrawnBy'>) {
	return withdrawn && { at: isoTime(withdrawn.at), by: withdrawnBy, reason: withdrawn.reason };
}

/** Which event is withdrawn, by whom (null: by the command line) and why. */
export type WithdrawalOrder = { eventId: string; userId: Id | null; reason: string | null };

/** What a withdrawal would change. */
export type WithdrawalPreview = {
	/** How many relationships would be removed. */
	relationships: number;
	/** How many identifiers would no longer be known. */
	identifiers: number;
	/** How many more groups there would be, at both levels. */
	splitGroups: number;
	/** How many works would change. */
	changedWorks: number;
	/** The first 100 of these, each by one identifier. */
	works: readonly ShownIdentifier[];
};

/** Makes the document of a preview. */
export function previewDocument(preview: WithdrawalPreview) {
	const { relationships, identifiers, splitGroups, changedWorks, works } = preview;
	return { relationships, identifiers, split_groups: splitGroups, changed_works: changedWorks, works };
}

/** How many characters a reason may have. */
export const longestReason = 1_000;

/** Creates the failure of restoring what another account withdrew: `forbidden`. */
export function withdrawnByAnother(what: string): BrokerError {
	const message = `The ${what} was withdrawn by another account; restoring it needs the role curator.`;
	return new BrokerError('forbidden', message);
}

/** Describes the problem of a reason, as the end of a sentence; undefined if it is valid. */
export function reasonProblem(reason: string): string | undefined {
	if (reason.trim() === '') return 'must say why, or be left out';
	if (reason.length > longestReason) return `must have at most ${longestReason} characters`;
	if (!reason.isWellFormed() || reason.includes('\0')) return 'must be text without NUL characters';
	return undefined;
}
