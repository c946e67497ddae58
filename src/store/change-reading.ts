// Reads the change log: its extent, its entries, and the descriptions that their assertions give.

import { assertionTables, unplacedYet } from './assertions.ts';
import { unpackChanges } from './change-body.ts';
import type { Change, StoredChange } from './changes.ts';
import type { Id } from './graph.ts';
import type { Sql } from './sql-database.ts';

export type ChangeQuery = {
	/** Those after this number, the oldest first (the default, from 0 on). */
	after?: number;
	/** Those before this number, the newest first; not together with `after`. */
	before?: number;
	/** Leaves out most entries of events that never named any of these identifiers. */
	naming?: readonly Id[];
	/** Stops after this many entries, or slightly more. */
	entries: number;
	/** Only these, as far as the log has them; whatever else is asked for. */
	numbers?: readonly number[];
};

/** Reads the log's own id, and the numbers of its oldest and its newest entry. */
export async function readExtent(sql: Sql): Promise<{ id: string; oldest: number; newest: number }> {
	const [row] = await sql.all<[string, number, number | null]>(
		'select log_id, last_number, (select min(first_number) from change_piece) from change_log',
	);
	const [id, newest, oldest] = row as [string, number, number | null];
	return { id, oldest: oldest ?? newest + 1, newest };
}

/** Reads entries, and whether they are the last; see ChangeQuery. */
export async function readChanges(sql: Sql, query: ChangeQuery): Promise<{ changes: StoredChange[]; isEnd: boolean }> {
	const wanted = await choosePieces(sql, query);
	const rows = await sql.all<[number, number, Id, Uint8Array]>(
		`select first_number, at, event_sequence, body from change_piece where first_number in
		   (select first_number from ${sql.dialect.list('?1', { first_number: 'integer' })} w)`,
		[JSON.stringify(wanted.pieces)],
	);
	const changes = rows.flatMap(([first, at, event, body]) =>
		unpackChanges(body, event).map((change, index): StoredChange => ({ ...change, number: first + index, at })),
	);
	const { after = 0, before = Number.MAX_SAFE_INTEGER } = query;
	const direction = query.before === undefined ? 1 : -1;
	const numbers = query.numbers && new Set(query.numbers);
	return {
		changes: changes
			.filter(({ number }) => numbers?.has(number) ?? (number > after && number < before))
			.sort((one, other) => direction * (one.number - other.number)),
		isEnd: wanted.isEnd,
	};
}

/** Bounds how many pieces are read at once; those of small events have one or two entries. */
const mostPieces = 1_000;

/** Chooses pieces until they have as many entries as asked for. */
async function choosePieces(
	sql: Sql,
	{ after = 0, before, naming, entries, numbers }: ChangeQuery,
): Promise<{ pieces: number[]; isEnd: boolean }> {
	if (numbers) {
		const pieces = await sql.all<[number | null]>(
			`select distinct (select max(p.first_number) from change_piece p where p.first_number <= w.number)
			 from ${sql.dialect.list('?1', { number: 'integer' })} w`,
			[JSON.stringify(numbers)],
		);
		return { pieces: pieces.flatMap(([piece]) => piece ?? []), isEnd: true };
	}
	const place = before === undefined ? firstPieceAfter : 'first_number < ?1';
	const rows = await sql.all<[number, number]>(
		`select first_number, entries from change_piece
		 where ${place} ${naming ? `and event_sequence in (${eventsNaming(sql, '?3')})` : ''}
		 order by first_number ${before === undefined ? 'asc' : 'desc'} limit ?2`,
		[before ?? after, mostPieces, ...(naming ? [JSON.stringify(naming)] : [])],
	);
	let chosen = 0;
	for (let sum = 0; chosen < rows.length && sum < entries; chosen++) {
		const [first, count] = rows[chosen] as [number, number];
		sum += first <= after ? first + count - 1 - after : count;
	}
	return {
		pieces: rows.slice(0, chosen).map(([first]) => first),
		isEnd: chosen === rows.length && rows.length < mostPieces,
	};
}

// Finds the piece with this number by its key, without reading earlier ones.
const firstPieceAfter = `first_number + entries > ?1 + 1 and first_number >= coalesce(
	(select max(b.first_number) from change_piece b where b.first_number <= ?1 + 1), 0)`;

/** Selects the events that ever named some identifiers in an assertion of the log. */
function eventsNaming(sql: Sql, placeholder: string): string {
	const ids = sql.dialect.list(placeholder, { id: 'integer' });
	return [
		...Object.values(assertionTables).flatMap((table) => [
			`select a.event_sequence from ${ids} w join ${table} a on a.source_id = w.id`,
			`select a.event_sequence from ${ids} w join ${table} a on a.target_id = w.id`,
		]),
		`select m.event_sequence from ${ids} w join change_mention m on m.identifier_id = w.id`,
	].join(' union ');
}

/**
 * Lists identifiers that are the same as these by a rule of their schemes, as [of these, other].
 */
export async function sameByRule(sql: Sql, ids: readonly Id[]): Promise<(readonly [Id, Id])[]> {
	const list = sql.dialect.list('?1', { id: 'integer' });
	const rows = await sql.all<[Id, Id]>(
		`select w.id, m.id from ${list} w join identifier i on i.id = w.id
		   join identifier m on m.representative_id = coalesce(i.representative_id, i.id)
		 union all
		 select w.id, i.representative_id from ${list} w join identifier i on i.id = w.id
		 where i.representative_id is not null`,
		[JSON.stringify(ids)],
	);
	return rows.filter(([one, other]) => one !== other);
}

/** Writes a list of assertions with their places, null for any, and their positions in the list. */
export function assertionsWithPlaces(sql: Sql, placeholder: string): string {
	const relationship = { source: 'integer', relation: 'integer', target: 'integer' } as const;
	const made = { provenance: 'integer', event: 'integer', place: 'integer' } as const;
	return sql.dialect.list(placeholder, { ...relationship, ...made, position: 'integer' });
}

/** Whether a row (a) is an assertion of such a list (w), from any record. */
export const isAssertionAtPlace = `a.source_id = w.source and a.relation = w.relation and a.target_id = w.target
	and a.provenance_id = w.provenance and a.event_sequence = w.event
	and (w.place is null or a.place in (w.place, ${unplacedYet}))`;

/** The descriptions that an event gives of both ends of a relationship, at a place of the event. */
export type GivenDescriptions = [position: number, place: number, source: Id | null, target: Id | null];

/**
 * Lists the descriptions that events give with assertions, counting or withdrawn, by position and
 * place. Of an event that an earlier version of the program applied, it lists all that the event
 * asserted about each end.
 */
export async function descriptionsOf(
	sql: Sql,
	assertions: readonly Pick<Change, 'source' | 'relation' | 'target' | 'provenance' | 'event' | 'place'>[],
): Promise<GivenDescriptions[]> {
	const list = assertionsWithPlaces(sql, '?1');
	const parameter = JSON.stringify(
		assertions.map(({ source, relation, target, provenance, event, place = null }, position) => [
			...[source, relation, target, provenance, event, place, position],
		]),
	);
	const selects = Object.values(assertionTables).map(
		(table) =>
			`select w.position, a.place, a.source_description_id, a.target_description_id from ${list} w
			 join ${table} a on ${isAssertionAtPlace}`,
	);
	const rows = await sql.all<GivenDescriptions>(`${selects.join(' union ')} order by 1, 2`, [parameter]);
	const unplaced = new Set(rows.filter(([, place]) => place === unplacedYet).map(([position]) => position));
	const earlier = [...unplaced].flatMap((position) => {
		const { source, target, event } = assertions[position] as (typeof assertions)[number];
		return [[source, event, position, 0] as const, [target, event, position, 1] as const];
	});
	return [...rows.filter(([, place]) => place >= 0), ...(await eventDescriptions(sql, earlier))];
}

async function eventDescriptions(
	sql: Sql,
	ends: readonly (readonly [identifier: Id, event: Id, position: number, end: number])[],
): Promise<GivenDescriptions[]> {
	if (ends.length === 0) return [];
	const list = sql.dialect.list('?1', {
		identifier: 'integer',
		event: 'integer',
		position: 'integer',
		ending: 'integer',
	});
	const rows = await sql.all<[number, number, number, Id]>(
		`select w.position, d.place, w.ending, d.description_id from ${list} w join identifier_description d
		   on d.identifier_id = w.identifier and d.event_sequence = w.event order by 1, 2`,
		[JSON.stringify(ends)],
	);
	return rows.map(([position, place, end, description]) => [
		...([position, place] as const),
		...(end === 0 ? ([description, null] as const) : ([null, description] as const)),
	]);
}
