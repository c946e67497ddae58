// Lists and counts events, for people and monitors.

import {
	type EventAction,
	type EventCounts,
	type EventState,
	type LinkEvent,
	noCounts,
	type Withdrawn,
} from '../links/link-event.ts';
import { oldestMessageAt } from './following-state.ts';
import type { Id } from './graph.ts';
import type { Sql } from './sql-database.ts';

/** Selects events for a list, newest first; `before` is a sequence, `load` that of a load. */
export type EventQuery = {
	state?: EventState;
	eventId?: string;
	userId?: Id;
	load?: Id;
	before?: Id;
	limit: number;
};

type EventRow = [
	sequence: Id,
	eventId: string,
	action: EventAction,
	state: EventState,
	noindex: number,
	userId: Id | null,
	links: number,
	refused: number,
	fileName: string | null,
	sourceAddress: string | null,
	createdAt: number,
	startedAt: number | null,
	finishedAt: number | null,
	dueAt: number | null,
	attempts: number,
	counts: string | null,
	error: string | null,
	withdrawnAt: number | null,
	withdrawnBy: Id | null,
	withdrawReason: string | null,
	waitsForIndex: number | boolean,
	loadId: string,
];

const eventColumns = `e.sequence, e.event_id, e.action, e.state, e.noindex, e.user_id, e.links, e.refused,
	e.file_name, e.source_address, e.created_at, e.started_at, e.finished_at, e.due_at, e.attempts, e.counts, e.error,
	e.withdrawn_at, e.withdrawn_by, e.withdraw_reason,
	exists (select 1 from outbox_entry o where o.event_sequence = e.sequence and o.kept = 0),
	coalesce((select f.event_id from link_event f where f.sequence = e.load_first), e.event_id)`;

export async function listEvents(sql: Sql, query: EventQuery): Promise<LinkEvent[]> {
	const conditions = ['1 = 1'];
	const parameters: (string | number)[] = [query.limit];
	const where = (column: string, operator: string, value: string | number | undefined) => {
		if (value === undefined) return;
		parameters.push(value);
		conditions.push(`${column} ${operator} ?${parameters.length}`);
	};
	where('e.state', '=', query.state);
	// Names the index of the few events that are not Done.
	if (query.state !== undefined && query.state !== 'Done') conditions.push("e.state <> 'Done'");
	where('e.event_id', '=', query.eventId);
	where('e.user_id', '=', query.userId);
	if (query.load !== undefined) where(`e.${await columnOfLoad(sql, query.load)}`, '=', query.load);
	where('e.sequence', '<', query.before);
	const rows = await sql.all<EventRow>(
		`select ${eventColumns} from link_event e where ${conditions.join(' and ')} order by e.sequence desc limit ?1`,
		parameters,
	);
	return rows.map(readEvent);
}

/** Returns the column in which the events of a load have the number of its first one. */
export async function columnOfLoad(sql: Sql, first: Id): Promise<'load_first' | 'sequence'> {
	const [row] = await sql.all<[Id | null]>('select load_first from link_event where sequence = ?1', [first]);
	return row?.[0] == null ? 'sequence' : 'load_first';
}

function readEvent([
	sequence,
	eventId,
	action,
	state,
	noindex,
	userId,
	links,
	refused,
	fileName,
	sourceAddress,
	createdAt,
	startedAt,
	finishedAt,
	dueAt,
	attempts,
	counts,
	error,
	withdrawnAt,
	withdrawnBy,
	withdrawReason,
	waitsForIndex,
	loadId,
]: EventRow): LinkEvent {
	return {
		sequence,
		eventId,
		loadId,
		action,
		state,
		noindex: noindex === 1,
		indexed: noindex === 1 ? null : (state === 'Done' || state === 'Withdrawn') && !waitsForIndex,
		userId,
		links,
		refused,
		fileName,
		sourceAddress,
		createdAt,
		startedAt,
		finishedAt,
		dueAt,
		attempts,
		counts: readCounts(counts),
		error,
		withdrawn: readWithdrawn(withdrawnAt, withdrawnBy, withdrawReason),
	};
}

/** Reads stored counts; earlier versions stored fewer. */
export function readCounts(counts: string | null): EventCounts | null {
	return counts === null ? null : { ...noCounts, ...(JSON.parse(counts) as EventCounts) };
}

/** Reads the columns of a withdrawal. */
export function readWithdrawn(at: number | null, by: Id | null, reason: string | null): Withdrawn | null {
	return at === null ? null : { at, by, reason };
}

/** Counts no events. */
const noEvents: Readonly<Record<EventState, number>> = { New: 0, Processing: 0, Done: 0, Error: 0, Withdrawn: 0 };

/** Makes counts by state of rows. */
export function countsByState(
	rows: readonly (readonly [state: EventState, count: number])[],
): Record<EventState, number> {
	return { ...noEvents, ...Object.fromEntries(rows) };
}

export async function countEvents(sql: Sql): Promise<Record<EventState, number>> {
	const rows = await sql.all<[EventState, number]>('select state, count(*) from link_event group by state');
	return countsByState(rows);
}

/**
 * The work that is left, at a cost that does not grow with the number of events. `oldestEventAt` is
 * when the oldest New or Processing event was accepted, `oldestEntryAt` when the event of the
 * oldest waiting entry was done, `oldestMessageAt` since when a subscription waits, which may be in
 * the future; null where there is none.
 */
export type Backlog = {
	events: Record<Exclude<EventState, 'Done' | 'Withdrawn'>, number>;
	oldestEventAt: number | null;
	entries: number;
	oldestEntryAt: number | null;
	oldestMessageAt: number | null;
};

export async function readBacklog(sql: Sql): Promise<Backlog> {
	const counts = await sql.all<[keyof Backlog['events'], number]>(
		// Both conditions let the planner use the index of events that are not Done.
		`select state, count(*) from link_event where state <> 'Done' and state in ('New', 'Processing', 'Error')
		 group by state`,
	);
	const [event] = await sql.all<[number]>(
		"select created_at from link_event where state in ('New', 'Processing') order by sequence limit 1",
	);
	const [entries] = await sql.all<[number]>('select count(*) from outbox_entry where kept = 0');
	const [entry] = await sql.all<[number]>(
		`select coalesce(e.finished_at, e.created_at) from outbox_entry o
		 join link_event e on e.sequence = o.event_sequence where o.kept = 0 order by o.id limit 1`,
	);
	return {
		events: { New: 0, Processing: 0, Error: 0, ...Object.fromEntries(counts) },
		oldestEventAt: event?.[0] ?? null,
		entries: entries?.[0] ?? 0,
		oldestEntryAt: entry?.[0] ?? null,
		oldestMessageAt: await oldestMessageAt(sql),
	};
}

/** How the records are used at the moment. */
export type RecordsUsage = {
	/** Entries of the outbox that processes have claimed to deliver them. */
	claimedEntries: number;
	/** Connections to the server and how many it takes; null where the records are a file. */
	connections: { open: number; most: number } | null;
};

export async function readUsage(sql: Sql): Promise<RecordsUsage> {
	const [entries] = await sql.all<[number]>(
		'select count(*) from outbox_entry where kept = 0 and claimed_by is not null',
	);
	const { selectConnections } = sql.dialect;
	const [connections] = selectConnections === null ? [] : await sql.all<[number, number]>(selectConnections);
	return {
		claimedEntries: entries?.[0] ?? 0,
		connections: connections ? { open: connections[0], most: connections[1] } : null,
	};
}

/** Counts the events that wait and their bytes; reads a row for each of them, and no payload. */
export async function countWaiting(sql: Sql): Promise<{ events: number; bytes: number }> {
	const [row] = await sql.all<[number, number]>(
		`select count(*), coalesce(sum(length(body)), 0) from link_event join event_payload using (sequence)
		 where state in ('New', 'Processing')`,
	);
	const [events, bytes] = row ?? [0, 0];
	return { events, bytes };
}

/** Conditions on an event: accepted before or after another, applied, withdrawing something. */
export type EventCondition = { before?: Id; after?: Id; isApplied?: boolean; withdraws?: true };

/** Whether such an event exists; each condition has an index. */
export async function hasEvent(sql: Sql, { before, after, isApplied, withdraws }: EventCondition): Promise<boolean> {
	const conditions = [
		...(isApplied === undefined ? [] : [`counts is ${isApplied ? 'not ' : ''}null`]),
		...(withdraws ? ["action <> 'assert'"] : []),
		...(after === undefined ? [] : ['sequence > ?1']),
		...(before === undefined ? [] : [`sequence < ?${after === undefined ? 1 : 2}`]),
	];
	const bounds = [after, before].filter((bound) => bound !== undefined);
	const rows = await sql.all<[number]>(`select 1 from link_event where ${conditions.join(' and ')} limit 1`, bounds);
	return rows.length > 0;
}
