// Matches the change log with subscriptions: an entry finds those that name its works, so that those
// of other works cost nothing.
import type { Id } from './graph.ts';
import type { HarvestClaim } from './harvests.ts';
import { latestCredible } from './leases.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';
import { isSent } from './subscriptions.ts';

/** An entry of the log, with the identifiers of its ends. */
export type EntryEnds = { number: number; source: Id; target: Id };

/** Opens what one process at a time does for all subscriptions. */
export function openSubscriptionMatching(database: SqlDatabase) {
	return {
		/** Reads whether entries of the log were not matched, and whether a message or an answer is due. */
		subscriptionWork: (now: number): Promise<{ isUnmatched: boolean; isDue: boolean }> =>
			database.read(async (sql) => {
				const [row] = await sql.all<[number, number]>(
					`select case when p.log_id = l.log_id and p.last_matched = l.last_number then 0 else 1 end,
					   case when exists (select 1 from subscription where ${isSent} and due_at <= ?1)
					     or exists (select 1 from notification where answer_due_at <= ?1) then 1 else 0 end
					 from subscription_pass p, change_log l`,
					[now],
				);
				return { isUnmatched: row?.[0] === 1, isDue: row?.[1] === 1 };
			}),
		/**
		 * Claims the pass along the log; undefined where another process has it. Answers the last entry
		 * that was matched, and of which log (null: of none yet), and whether any subscription is active.
		 */
		claimMatching: ({ worker, now, until }: HarvestClaim): Promise<MatchingPass | undefined> =>
			database.write(async (sql) => {
				const rows = await sql.all<[string | null, number, number]>(
					`update subscription_pass set claimed_by = ?1, claimed_until = ?3
					 where claimed_by is null or claimed_by = ?1 or claimed_until < ?2 or claimed_until > ?4
					 returning log_id, last_matched,
					   case when exists (select 1 from subscription where state = 'active') then 1 else 0 end`,
					[worker, now, until, latestCredible(now, until)],
				);
				return rows[0] && { log: rows[0][0], last: rows[0][1], isFollowed: rows[0][2] === 1 };
			}),
		/**
		 * Notes for each active subscription which of these entries may fit, and that the log is matched
		 * up to `last`. A subscription names the works of its identifiers, under any identifier that
		 * they have now, with all their versions. A log that was not matched before begins without
		 * entries: each subscription that continues another one looks for itself. False, and nothing is
		 * noted, where the process no longer has the pass.
		 */
		noteMatches: (worker: string, matched: Matched): Promise<boolean> =>
			database.write((sql) => noteMatches(sql, worker, matched)),
		/** Releases the pass, if the process has it. */
		releaseMatching: (worker: string): Promise<void> =>
			database.write(async (sql) => {
				await sql.run('update subscription_pass set claimed_by = null, claimed_until = null where claimed_by = ?1', [
					worker,
				]);
			}),
	};
}

/** How far the log was matched. */
export type MatchingPass = { log: string | null; last: number; isFollowed: boolean };

type Matched = { log: string; last: number; entries: readonly EntryEnds[]; now: number };

async function noteMatches(sql: Sql, worker: string, { log, last, entries, now }: Matched): Promise<boolean> {
	const noted = await sql.run('update subscription_pass set log_id = ?2, last_matched = ?3 where claimed_by = ?1', [
		...[worker, log, last],
	]);
	if (noted === 0) return false;
	const [first] = entries;
	if (first === undefined) {
		// Those that continue another log find out what they have missed. All are read: once is enough.
		await sql.run(
			`update subscription set first_match = last_read + 1, last_match = last_read
			 where first_match is null and log_id <> ?1`,
			[log],
		);
		return true;
	}
	const unnamed = await sql.all<[Id]>("select number from subscription where state = 'active' and names = 0");
	const matches = [...unnamed.map(([number]) => [number, first.number, last] as const), ...(await named(sql, entries))];
	// Digests that were due while nothing fitted wait for the next time, others since now.
	await sql.run(
		`update subscription set last_match = w.last,
		   first_match = coalesce(first_match, w.first),
		   due_at = case when first_match is not null or due_at > ?2 then due_at when every_milliseconds = 0 then ?2
		     else due_at + (cast((?2 - due_at) / every_milliseconds as bigint) + 1) * every_milliseconds end
		 from ${sql.dialect.list('?1', { number: 'integer', first: 'integer', last: 'integer' })} w
		 where subscription.number = w.number and subscription.state = 'active' and subscription.last_read < w.last`,
		[JSON.stringify(matches.toSorted((one, other) => one[0] - other[0])), now],
	);
	return true;
}

/** Lists the subscriptions that name a work of entries, each with the first and last such entry. */
function named(sql: Sql, entries: readonly EntryEnds[]): Promise<[Id, number, number][]> {
	const spans = new Map<Id, [first: number, last: number]>();
	for (const { number, source, target } of entries) {
		for (const end of [source, target]) spans.getOrInsertComputed(end, () => [number, number])[1] = number;
	}
	const { list, textKey } = sql.dialect;
	const also = (of: string, condition: string) =>
		`select e.first, e.last, m.key from ${of} e join identifier m on ${condition}`;
	// Each step is read once, and names last: there are more of them than of ends.
	return sql.all(
		`with ends as materialized (
		   select w.first, w.last, i.id, i.key, i.version_id, i.representative_id
		   from ${list('?1', { id: 'integer', first: 'integer', last: 'integer' })} w join identifier i on i.id = w.id
		 ), families as materialized (
		   select version_id, min(first) as first, max(last) as last from ends where version_id is not null
		   group by version_id
		 ), named as materialized (
		   select first, last, key from ends where version_id is null
		   union all ${also('families', 'm.version_id = e.version_id')}
		   union all ${also('ends', 'm.id = e.representative_id')}
		   union all ${also('ends', 'm.representative_id = coalesce(e.representative_id, e.id)')}
		 )
		 select n.subscription, min(x.first), max(x.last) from named x cross join subscription_name n
		 where ${textKey('n.key')} = ${textKey('x.key')} and n.key = x.key
		 group by n.subscription`,
		[JSON.stringify([...spans].map(([id, span]) => [id, ...span]))],
	);
}
