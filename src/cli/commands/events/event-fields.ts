// An event as people read it on the command line.
import type { ToldEvent } from '../../../broker/event-view.ts';
import type { EventCounts, LinkEvent } from '../../../links/link-event.ts';
import { number, shortTime, yesOrNo } from '../../wording.ts';

/** Lists an event's fields, without those that say nothing. */
export function eventFields(event: ToldEvent): [name: string, value: string][] {
	const { counts, withdrawn } = event;
	const fields: [string, string | number | null | undefined][] = [
		['event', event.eventId],
		['action', event.action === 'assert' ? null : event.action],
		['state', event.state],
		['indexed', indexedWord(event)],
		['submitter', event.submitter],
		['file', event.fileName],
		['sent from', event.sourceAddress],
		['created', shortTime(event.createdAt)],
		['started', shortTime(event.startedAt)],
		['finished', shortTime(event.finishedAt)],
		['next try', shortTime(event.dueAt)],
		['tries', event.attempts],
		['links', event.links],
		['refused links', event.refused || null],
		['ignored links', counts?.ignored],
		['identifiers of what holds a work', counts?.containers || null],
		['unknown relations', counts && unknownRelations(counts)],
		['new relationships', counts?.newRelationships],
		['new identifiers', counts?.newIdentifiers],
		['merged groups', counts?.mergedGroups],
		['assertions taken back', counts?.withdrawn || null],
		['links that nobody had said', counts?.nothingToWithdraw || null],
		['links of others', counts?.notYours || null],
		['groups split', counts?.splitGroups || null],
		['what happened', event.error],
		['withdrawn', withdrawn && shortTime(withdrawn.at)],
		['withdrawn by', withdrawn && (event.withdrawnBy ?? 'the command line')],
		['reason', withdrawn?.reason],
	];
	return fields.flatMap(([name, value]) =>
		value === null || value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
	);
}

/** Lists unknown names of relations, each with how many links give it; '' for none. */
export function unknownRelations({ unknownRelations }: Pick<EventCounts, 'unknownRelations'>): string {
	return unknownRelations.map(({ name, count }) => `${name} (${number(count)})`).join(', ');
}

/** Writes whether all of an event can be found: yes, not yet (no), or never asked for (off). */
export function indexedWord({ indexed }: LinkEvent): string {
	return indexed === null ? 'off' : yesOrNo(indexed);
}
