// An event as the command line shows it: a document with the names that HTTP uses, and fields for people; knows no storage.
import type { LinkEvent } from '../links/link-event.ts';
import { isoTime, shortTime, yesOrNo } from './wording.ts';

/** Makes the document of an event, as `GET /events/{event_id}` answers it; what is not known yet is null. */
export function eventDocument(event: LinkEvent): Record<string, unknown> {
	const { counts } = event;
	return {
		event_id: event.eventId,
		status: event.state,
		indexed: event.indexed,
		created: isoTime(event.createdAt),
		started: isoTime(event.startedAt),
		finished: isoTime(event.finishedAt),
		attempts: event.attempts,
		next_try: isoTime(event.dueAt),
		counts: {
			links: event.links,
			ignored: counts?.ignored ?? null,
			new_relationships: counts?.newRelationships ?? null,
			new_identifiers: counts?.newIdentifiers ?? null,
			merged_groups: counts?.mergedGroups ?? null,
		},
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
		['next try', shortTime(event.dueAt)],
		['tries', event.attempts],
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
