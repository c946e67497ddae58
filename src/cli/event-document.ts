// An event as the command line shows it: a document with the names that HTTP uses, and fields for people; knows no storage.
import type { LinkEvent } from '../links/link-event.ts';
import { isoTime, shortTime, yesOrNo } from './wording.ts';

/** Makes the document of an event; what is not known yet is null. */
export function eventDocument(event: LinkEvent): Record<string, string | number | boolean | null> {
	return {
		event_id: event.eventId,
		status: event.state,
		indexed: event.indexed,
		created_at: isoTime(event.createdAt),
		started_at: isoTime(event.startedAt),
		finished_at: isoTime(event.finishedAt),
		next_attempt_at: isoTime(event.dueAt),
		attempts: event.attempts,
		links: event.links,
		ignored: event.counts?.ignored ?? null,
		new_relationships: event.counts?.newRelationships ?? null,
		new_identifiers: event.counts?.newIdentifiers ?? null,
		merged_groups: event.counts?.mergedGroups ?? null,
		error: event.error,
	};
}

/** Lists an event's fields for people, without those that say nothing. */
export function eventFields(event: LinkEvent): [name: string, value: string][] {
	const { counts } = event;
	const fields: [string, string | number | null | undefined][] = [
		['event', event.eventId],
		['state', event.state],
		['indexed', indexedWord(event)],
		['created', shortTime(event.createdAt)],
		['started', shortTime(event.startedAt)],
		['finished', shortTime(event.finishedAt)],
		['next attempt', shortTime(event.dueAt)],
		['attempts', event.attempts],
		['links', event.links],
		['ignored links', counts?.ignored],
		['new relationships', counts?.newRelationships],
		['new identifiers', counts?.newIdentifiers],
		['merged groups', counts?.mergedGroups],
		['what happened', event.error],
	];
	return fields.flatMap(([name, value]) =>
		value === null || value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
	);
}

/** Says whether all of an event can be found: yes, not yet (no), or never asked for (off). */
export function indexedWord({ indexed }: LinkEvent): string {
	return indexed === null ? 'off' : yesOrNo(indexed);
}
