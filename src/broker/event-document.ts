// An event as the broker shows it, over HTTP and on the command line; knows neither of them.
import type { LinkEvent } from '../links/link-event.ts';

/**
 * Makes the document of an event, as `GET /events/{event_id}` answers it; what is not known yet is
 * null.
 */
export function eventDocument(event: LinkEvent) {
	const { counts } = event;
	return {
		event_id: event.eventId,
		status: event.state,
		indexed: event.indexed,
		created: isoTime(event.createdAt),
		started: isoTimeOrNull(event.startedAt),
		finished: isoTimeOrNull(event.finishedAt),
		attempts: event.attempts,
		next_try: isoTimeOrNull(event.dueAt),
		counts: {
			links: event.links,
			refused: event.refused,
			ignored: counts?.ignored ?? null,
			containers: counts?.containers ?? null,
			unknown_relations: counts?.unknownRelations ?? null,
			new_relationships: counts?.newRelationships ?? null,
			new_identifiers: counts?.newIdentifiers ?? null,
			merged_groups: counts?.mergedGroups ?? null,
		},
		error: event.error,
	};
}

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
const isoTimeOrNull = (milliseconds: number | null): string | null =>
	milliseconds === null ? null : isoTime(milliseconds);
