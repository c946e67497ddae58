// What events asserted about works, and the description of each Identity group.

import { shorten } from '../links/shorthand.ts';
import type { Id } from './graph.ts';
import { findOrCreate } from './lists.ts';
import type { Sql } from './sql-database.ts';
import { digestOf } from './texts.ts';
import { writeDescriptions } from './withdrawing.ts';

/** What an event asserted about an identifier, at a position that grows along the event's links. */
export type DescribedRow = readonly [identifier: Id, event: Id, place: number, description: Id];

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
		recordDescriptions: (
			described: readonly DescribedRow[],
			among: 'counting' | 'withdrawn' = 'counting',
		): Promise<void> =>
			writeDescriptions(sql, described, among === 'counting' ? 'identifier_description' : 'withdrawn_description'),
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
		   union all select w.id, w.id, w.before from ${list} w join identifier i on i.id = w.id and i.identity_id is null) m
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
