// Keeps what events said of works, and the description of each Identity group. It does not know
// how a description is chosen.
import { shorten } from '../../links/shorthand.ts';
import type { Descriptions, Id } from '../../ports/records/graph.ts';
import { findOrCreate } from './find-or-create.ts';
import type { Sql } from './sql-database.ts';
import { writeDescriptions } from './taking-back.ts';
import { digestOf, readTexts } from './texts.ts';

/** Opens the descriptions on a transaction. */
export function openDescriptions(sql: Sql): Descriptions {
	const { list } = sql.dialect;
	return {
		internDescriptions: (said) => internDescriptions(sql, said),
		descriptions: (wanted) => readTexts(sql, 'description', wanted),
		recordDescriptions: (described, among = 'counting') =>
			writeDescriptions(sql, described, among === 'counting' ? 'identifier_description' : 'taken_back_description'),
		async describe(groups) {
			if (groups.length === 0) return;
			await sql.run(
				`update identifier set description_id = w.description
				 from ${list('?1', { id: 'integer', description: 'integer' })} w where identifier.id = w.id`,
				[JSON.stringify(groups)],
			);
		},
		describedHistory: (group) => describedHistory(sql, group),
		laterEventApplied: (sequence) => isLaterEventApplied(sql, sequence),
	};
}

/** Tells whether an event that was accepted later than this one is applied already. */
export async function isLaterEventApplied(sql: Sql, sequence: Id): Promise<boolean> {
	const rows = await sql.all<[number]>('select 1 from link_event where sequence > ?1 and counts is not null limit 1', [
		sequence,
	]);
	return rows.length > 0;
}

type Said = { group: Id; digest: string; text: string };

function internDescriptions(sql: Sql, said: readonly { group: Id; text: string }[]): Promise<Id[]> {
	const { list } = sql.dialect;
	const keyed = (rows: readonly [Id, string, Id][]) =>
		rows.map(([group, digest, id]) => [`${group} ${digest}`, id] as const);
	return findOrCreate<Said, Id>(
		said.map(({ group, text }) => ({ group, digest: digestOf(text), text })),
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

/**
 * Reads the newest few of each member, then those before them, for as long as the caller goes on.
 * What one event said of a member is read together.
 */
async function* describedHistory(sql: Sql, group: Id): AsyncGenerator<{ event: Id; identifier: Id; description: Id }> {
	let before = Number.MAX_SAFE_INTEGER;
	for (;;) {
		const rows = await sql.all<[Id, Id, Id]>(
			`select d.event_sequence, d.identifier_id, d.description_id
			 from (select id from identifier where identity_id = ?1 union select ?1) m
			 join identifier_description d on d.identifier_id = m.id and d.event_sequence in (
			   select event_sequence from identifier_description e
			   where e.identifier_id = m.id and e.event_sequence < ?2
			   order by e.event_sequence desc limit ${historyStepRows})
			 order by 1 desc, d.place desc, 2`,
			[group, before],
		);
		const counts = new Map<Id, number>();
		// What is older than the oldest of a full few may come after rows that are not read yet.
		let horizon = 0;
		for (const [event, identifier] of rows) {
			const count = (counts.get(identifier) ?? 0) + 1;
			counts.set(identifier, count);
			if (count >= historyStepRows) horizon = Math.max(horizon, event);
		}
		for (const [event, identifier, description] of rows) {
			if (event >= horizon) yield { event, identifier, description };
		}
		if (horizon === 0) return;
		before = horizon;
	}
}
