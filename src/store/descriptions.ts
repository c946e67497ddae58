// What events asserted about works, and the description of each Identity group.

import { shorten } from '../links/shorthand.ts';
import type { Id } from './graph.ts';
import { findOrCreate } from './lists.ts';
import type { Sql } from './sql-database.ts';
import { digestOf } from './texts.ts';

/** What an event asserted about an identifier, at a position that grows along the event's links. */
export type DescribedRow = readonly [identifier: Id, event: Id, place: number, description: Id];

/** What an event asserted about an identifier. */
export type DescriptionKey = readonly [identifier: Id, event: Id];

/** Where to continue in the history of an Identity group. */
export type HistoryPosition = { group: Id; before: Id };

/** A part of what was asserted about the members of an Identity group. */
export type HistoryStep = {
	group: Id;
	descriptions: readonly { event: Id; identifier: Id; description: Id }[];
	before: Id | null;
};

export function openDescriptions(sql: Sql) {
	const { list } = sql.dialect;
	return {
		/**
		 * Finds or creates descriptions by their canonical texts, for each Identity group that they
		 * describe; returns ids in the order given. The same text about two groups has two ids.
		 */
		internDescriptions: (descriptions: readonly { group: Id; text: string }[]): Promise<Id[]> =>
			internDescriptions(sql, descriptions),
		/**
		 * Records what events asserted about identifiers, and at which position within the event;
		 * idempotent. An identifier may be described at several positions.
		 */
		recordDescriptions: (described: readonly DescribedRow[]): Promise<void> => writeDescriptions(sql, described),
		/**
		 * Records what events assert about identifiers as the assertions that count have it, each
		 * description at its last position; returns the rows that this removed and added.
		 */
		rederiveDescriptions: (
			pairs: readonly DescriptionKey[],
		): Promise<{ removed: DescribedRow[]; added: DescribedRow[] }> => rederiveDescriptions(sql, pairs),
		/** Lists what is recorded that events asserted about identifiers, in no particular order. */
		recordedDescriptions: (pairs: readonly DescriptionKey[]): Promise<DescribedRow[]> => selectRecorded(sql, pairs),
		/** Sets the descriptions of Identity groups. */
		async describe(groups: readonly (readonly [group: Id, description: Id | null])[]): Promise<void> {
			if (groups.length === 0) return;
			await sql.run(
				`update identifier set description_id = w.description
				 from ${list('?1', { id: 'integer', description: 'integer' })} w where identifier.id = w.id`,
				[JSON.stringify(groups)],
			);
		},
		/**
		 * Lists what was asserted about the members of Identity groups by events accepted before one
		 * (exclusive), the latest first: newest event first, in each the greatest position first.
		 * Returns for each group, in the order given, a step of bounded size, of whole events; `before`
		 * is where the next one begins, null where this was the last.
		 */
		describedHistory: (groups: readonly HistoryPosition[]): Promise<HistoryStep[]> => describedHistory(sql, groups),
	};
}

/** The ends of assertions (a), each with the descriptions that assertions give of it, and their places. */
export const describedEnds = [
	{ end: 'a.source_id', description: 'a.source_description_id', place: '2 * a.place' },
	{ end: 'a.target_id', description: 'a.target_description_id', place: '2 * a.place + 1' },
] as const;

async function rederiveDescriptions(
	sql: Sql,
	pairs: readonly DescriptionKey[],
): Promise<{ removed: DescribedRow[]; added: DescribedRow[] }> {
	if (pairs.length === 0) return { removed: [], added: [] };
	const list = sql.dialect.list('?1', { id: 'integer', event: 'integer' });
	const parameter = JSON.stringify(pairs);
	// Reads the assertions of each identifier once. `is true` makes PostgreSQL hash the pairs.
	const selects = describedEnds.map(
		({ end, description, place }) =>
			`select w.id, a.event_sequence as event, ${place} as place, ${description} as description
			 from (select distinct id from ${list} l) w join assertion a on ${end} = w.id
			 where ((${end}, a.event_sequence) in (select id, event from ${list} l)) is true and ${description} is not null`,
	);
	const given = await sql.all<[Id, Id, number, Id]>(
		`select id, event, max(place), description from (${selects.join(' union all ')}) given
		 group by id, event, description`,
		[parameter],
	);
	const stored = await selectRecorded(sql, pairs);
	const [isGiven, isStored] = [given, stored].map((rows) => new Set(rows.map((row) => row.join(' '))));
	const removed = stored.filter((row) => !isGiven?.has(row.join(' ')));
	const added = given.filter((row) => !isStored?.has(row.join(' ')));
	if (removed.length > 0) {
		const key = sql.dialect.list('?1', { id: 'integer', event: 'integer', place: 'integer' });
		await sql.run(
			`delete from identifier_description where (identifier_id, event_sequence, place) in
			 (select w.id, w.event, w.place from ${key} w)`,
			[JSON.stringify(removed.map((row) => row.slice(0, 3)))],
		);
	}
	await writeDescriptions(sql, added);
	return { removed, added };
}

function selectRecorded(sql: Sql, pairs: readonly DescriptionKey[]): Promise<[Id, Id, number, Id][]> {
	return sql.all<[Id, Id, number, Id]>(
		`select d.identifier_id, d.event_sequence, d.place, d.description_id
		 from ${sql.dialect.list('?1', { id: 'integer', event: 'integer' })} w
		 join identifier_description d on d.identifier_id = w.id and d.event_sequence = w.event`,
		[JSON.stringify(pairs)],
	);
}

/** Writes what events asserted about identifiers; existing rows stay. */
async function writeDescriptions(sql: Sql, rows: readonly DescribedRow[]): Promise<void> {
	if (rows.length === 0) return;
	const columns = { identifier: 'integer', event: 'integer', place: 'integer', description: 'integer' } as const;
	// In key order, so neighbours in the table are written together.
	const ordered = rows.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
	await sql.run(
		`insert into identifier_description (identifier_id, event_sequence, place, description_id)
		 select w.identifier, w.event, w.place, w.description from ${sql.dialect.list('?1', columns)} w
		 where true on conflict do nothing`,
		[JSON.stringify(ordered)],
	);
}

type Wanted = { group: Id; digest: string; text: string };

function internDescriptions(sql: Sql, descriptions: readonly { group: Id; text: string }[]): Promise<Id[]> {
	const { list } = sql.dialect;
	const keyed = (rows: readonly [Id, string, Id][]) =>
		rows.map(([group, digest, id]) => [`${group} ${digest}`, id] as const);
	return findOrCreate<Wanted, Id>(
		descriptions.map(({ group, text }) => ({ group, digest: digestOf(text), text })),
		({ group, digest }) => `${group} ${digest}`,
		async (wanted) =>
			keyed(
				await sql.all<[Id, string, Id]>(
					`select t.group_id, t.digest, t.id from ${list('?1', { group_id: 'integer', digest: 'text' })} w
					 join description t on t.group_id = w.group_id and t.digest = w.digest`,
					[JSON.stringify(wanted.map(({ group, digest }) => [group, digest]))],
				),
			),
		async (missing) =>
			keyed(
				await sql.all<[Id, string, Id]>(
					`insert into description (group_id, digest, content) select w.group_id, w.digest, w.content
					 from ${list('?1', { group_id: 'integer', digest: 'text', content: 'text' })} w
					 where true on conflict do nothing returning group_id, digest, id`,
					[JSON.stringify(missing.map(({ group, digest, text }) => [group, digest, shorten(text)]))],
				),
			),
	);
}

const historyStepRows = 20;

/** Reads the newest few of each member. What one event asserted about a member is read together. */
async function describedHistory(sql: Sql, groups: readonly HistoryPosition[]): Promise<HistoryStep[]> {
	const list = sql.dialect.list('?1', { id: 'integer', before: 'integer' });
	// The oldest of the newest few. It is a bound of its own, by which the rows are then found.
	const oldest = `coalesce((select min(f.event_sequence) from (
		select e.event_sequence from identifier_description e
		where e.identifier_id = m.id and e.event_sequence < m.before
		order by e.event_sequence desc limit ${historyStepRows}) f), 0)`;
	const rows = await sql.all<[Id, Id, Id, Id]>(
		`select m.group_id, d.event_sequence, d.identifier_id, d.description_id
		 from (select w.id as group_id, i.id, w.before from ${list} w join identifier i on i.identity_id = w.id
		   union all
		   select w.id, w.id, w.before from ${list} w join identifier i on i.id = w.id and i.identity_id is null) m
		 join identifier_description d on d.identifier_id = m.id
		   and d.event_sequence >= ${oldest} and d.event_sequence < m.before
		 order by 1, 2 desc, d.place desc, 3`,
		[JSON.stringify(groups.map(({ group, before }) => [group, before]))],
	);
	const rowsOf = Map.groupBy(rows, ([group]) => group);
	return groups.map(({ group }) => stepOf(group, rowsOf.get(group) ?? []));
}

function stepOf(
	group: Id,
	rows: readonly (readonly [group: Id, event: Id, identifier: Id, description: Id])[],
): HistoryStep {
	const counts = new Map<Id, number>();
	// Rows older than the oldest of a full step may follow others that are not read yet.
	let horizon = 0;
	for (const [, event, identifier] of rows) {
		const count = (counts.get(identifier) ?? 0) + 1;
		counts.set(identifier, count);
		if (count >= historyStepRows) horizon = Math.max(horizon, event);
	}
	const descriptions = rows
		.filter(([, event]) => event >= horizon)
		.map(([, event, identifier, description]) => ({ event, identifier, description }));
	return { group, descriptions, before: horizon === 0 ? null : horizon };
}
