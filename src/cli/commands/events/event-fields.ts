// What the commands of events and of loads share: fields of counts and withdrawals, and the reason.
import { InvalidArgumentError } from 'commander';
import { type EventView, type LoadView, reasonProblem } from '../../../broker/event-view.ts';
import { shortTime } from '../../wording.ts';
import { unknownRelations } from './load-preview.ts';

export type Field = readonly [name: string, value: string | number | null | undefined];

/** Writes those fields that have a value. */
export function shownFields(fields: readonly Field[]): [name: string, value: string][] {
	return fields.flatMap(([name, value]) =>
		value === null || value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
	);
}

/** Lists the counts of an event, or of a load. */
export function countFields(event: Pick<EventView | LoadView, 'links' | 'refused' | 'counts'>): Field[] {
	const { counts } = event;
	return [
		['links', event.links],
		['refused links', event.refused || null],
		['descriptions', counts?.descriptions || null],
		['ignored links', counts?.ignored],
		['identifiers of containers', counts?.containers || null],
		['unknown relations', counts && unknownRelations(counts)],
		['new relationships', counts?.newRelationships],
		['new identifiers', counts?.newIdentifiers],
		['merged groups', counts?.mergedGroups],
		['withdrawn assertions', counts?.withdrawn || null],
		['links not asserted before', counts?.nothingToWithdraw || null],
		['links of others', counts?.notYours || null],
		['identities kept', counts?.identitiesKept || null],
		['groups split', counts?.splitGroups || null],
	];
}

/** Lists when, by whom and why an event or a load was withdrawn. */
export function withdrawalFields(event: Pick<EventView, 'withdrawn' | 'withdrawnBy'>): Field[] {
	const { withdrawn } = event;
	return [
		['withdrawn', withdrawn && shortTime(withdrawn.at)],
		['withdrawn by', withdrawn && (event.withdrawnBy ?? 'the command line')],
		['reason', withdrawn?.reason],
	];
}

/** Reads the reason of a withdrawal. */
export function readReason(text: string): string {
	const problem = reasonProblem(text);
	if (problem !== undefined) throw new InvalidArgumentError(`It ${problem}.`);
	return text.trim();
}
