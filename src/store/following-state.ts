// How subscriptions stand as a whole: how many there are in each state, and what waits to be sent.
import type { Sql, SqlDatabase } from './sql-database.ts';
import { isActive, isSent, laggingSubscriptions, type SubscriptionState } from './subscriptions.ts';

export type FollowingState = {
	subscriptions: Record<SubscriptionState, number>;
	/** The entries of the active subscription with the greatest lag. */
	mostEntries: number;
};

const none: FollowingState['subscriptions'] = { unconfirmed: 0, active: 0, paused: 0, disabled: 0 };

export function openFollowingState(database: SqlDatabase) {
	return {
		/** Counts subscriptions and what the furthest behind of them lacks; costs a count of all. */
		followingState: (): Promise<FollowingState> =>
			database.read(async (sql) => {
				const counts = await sql.all<[SubscriptionState, number]>(
					'select state, count(*) from subscription group by state',
				);
				const [row] = await sql.all<[number | null]>(
					`select max(newest - waiting + 1) from ${laggingSubscriptions} where ${isActive}`,
				);
				return { subscriptions: { ...none, ...Object.fromEntries(counts) }, mostEntries: Math.max(row?.[0] ?? 0, 0) };
			}),
	};
}

/**
 * Reads since when the message waits that has been due for longest, or is due next, or the oldest
 * entry of the log that was not matched; null where nothing does.
 */
export async function oldestMessageAt(sql: Sql): Promise<number | null> {
	const [due] = await sql.all<[number]>(
		// The bound lets the planner seek in the index of those.
		`select due_at from subscription where ${isSent} and due_at > 0 order by due_at limit 1`,
	);
	const [unmatched] = await sql.all<[number | null]>(
		`select (select at from change_piece where first_number <= p.last_matched + 1 order by first_number desc limit 1)
		 from subscription_pass p join change_log l on l.only_row = 1
		 where p.only_row = 1 and p.log_id = l.log_id and p.last_matched < l.last_number`,
	);
	if (due === undefined) return unmatched?.[0] ?? null;
	return Math.min(due[0], unmatched?.[0] ?? due[0]);
}
