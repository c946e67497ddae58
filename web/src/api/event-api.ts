// What is asked of the broker about submitted events.
import type {
	EventLinks,
	EventList,
	EventWithdrawalPreview,
	LinkEvent,
} from '../../../clients/typescript/src/schemas.ts';
import { queryOf } from '../address/parts.ts';
import { forgetAnswers } from './broker-api.ts';
import { send } from './operator-api.ts';

/** Asks for events, newest first. */
export async function askEvents(query: {
	state: string | undefined;
	before: string | undefined;
	limit: number;
}): Promise<EventList> {
	const { state, before, limit } = query;
	return (await send('GET', `/events${queryOf({ state, before, limit: String(limit) })}`)) as EventList;
}

/** Asks for one event. */
export async function askEvent(eventId: string): Promise<LinkEvent> {
	return (await send('GET', pathOf(eventId))) as LinkEvent;
}

/** Asks for links of an event, in its order. */
export async function askEventLinks(
	eventId: string,
	{ after, limit }: { after: string | undefined; limit: number },
): Promise<EventLinks> {
	return (await send('GET', `${pathOf(eventId)}/links${queryOf({ after, limit: String(limit) })}`)) as EventLinks;
}

/** Asks what the withdrawal of an event would change. */
export async function askWithdrawal(eventId: string): Promise<EventWithdrawalPreview> {
	return (await send('GET', `${pathOf(eventId)}/withdrawal`)) as EventWithdrawalPreview;
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
