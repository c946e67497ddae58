// Withdrawals of whole loads: which load is withdrawn, by whom and why, and which of its events are
// still to be withdrawn. The load of an event is named by the number of its first event.
import type { EventState, Withdrawn } from '../links/link-event.ts';
import { columnOfLoad } from './event-list.ts';
import {
	readStoredEvent,
	rerunColumns,
	restoredColumns,
	type StoredEvent,
	type StoredRow,
	storedColumns,
} from './event-states.ts';
import type { Id } from './graph.ts';
import type { Sql } from './sql-database.ts';

/** An event of a load, with the number of its links. */
export type LoadMember = StoredEvent & { links: number };

/** What is to be done next in a load that is being withdrawn. */
export type NextWithdrawal =
	/** Withdraw this event. */
	| { event: StoredEvent; withdrawn: Withdrawn }
	/** Look again, since events came or were processed meanwhile. */
	| 'again'
	/** Wait for events that are being processed. */
	| 'wait'
	/** Nothing: all are withdrawn. */
	| 'ended';

/** How many events of a load were restored, or why nothing was: another account withdrew some of it. */
export type RestoredLoad = number | 'not withdrawn' | 'of another account';

/** Opens the withdrawals of loads on a transaction. */
export function openLoadWithdrawals(sql: Sql) {
	return {
		/** Lists the events of the load to which an event belongs, oldest first. */
		async membersOfLoad(eventId: string): Promise<LoadMember[]> {
			const [row] = await sql.all<[Id]>('select coalesce(load_first, sequence) from link_event where event_id = ?1', [
				eventId,
			]);
			if (!row) return [];
			const rows = await sql.all<[...StoredRow, links: number]>(
				`select ${storedColumns}, links from link_event where ${await columnOfLoad(sql, row[0])} = ?1
		 order by sequence`,
				[row[0]],
			);
			return rows.map((row) => ({ ...readStoredEvent(row.slice(0, -1) as StoredRow), links: row[7] }));
		},
		/**
		 * Orders that a load is withdrawn. Returns how many of its events are to be withdrawn; none, and
		 * nothing changes, where all are, or where that was ordered and goes on.
		 */
		async orderLoadWithdrawal(first: Id, { at, by, reason }: Withdrawn): Promise<number> {
			await lockLoad(sql, first, 'update');
			const left = await countLeft(sql, first);
			const events = left.reduce((sum, [, count]) => sum + count, 0);
			if (events === 0) return 0;
			const ordered = await sql.run(
				`insert into load_withdrawal (load_first, withdrawn_at, withdrawn_by, withdraw_reason, is_open)
				 values (?1, ?2, ?3, ?4, 1)
				 on conflict (load_first) do update set withdrawn_at = excluded.withdrawn_at,
				   withdrawn_by = excluded.withdrawn_by, withdraw_reason = excluded.withdraw_reason, is_open = 1,
				   before_event = null
				 where load_withdrawal.is_open = 0`,
				[first, at, by, reason],
			);
			if (ordered === 0) return 0;
			await sql.notify?.('events');
			return events;
		},
		/** Lists the loads of which events are still to be withdrawn, in the order in which that was ordered. */
		async openLoadWithdrawals(): Promise<Id[]> {
			const rows = await sql.all<[Id]>(
				'select load_first from load_withdrawal where is_open = 1 order by withdrawn_at, load_first',
			);
			return rows.flat();
		},
		/**
		 * Finds what is to be done next to withdraw a load, newest events first; locks the event. Where
		 * nothing is left, the withdrawal is closed.
		 */
		nextToWithdraw: (first: Id): Promise<NextWithdrawal> => nextToWithdraw(sql, first),
		/**
		 * Makes the events New again that were withdrawn with their load, or all where all were withdrawn
		 * one by one, and removes its withdrawal. `by` restores only what this account withdrew.
		 */
		restoreLoad: (first: Id, by?: Id): Promise<RestoredLoad> => restoreLoad(sql, first, by),
		/**
		 * Removes the closed withdrawal of the load of an event that was restored, where it was the last
		 * of those that were withdrawn with the load. Returns false where the withdrawal goes on, which
		 * would withdraw the event again.
		 */
		endLoadWithdrawal: (event: Id): Promise<boolean> => endLoadWithdrawal(sql, event),
		/**
		 * Makes all events of a load New again that are neither Processing nor Withdrawn; returns how many.
		 */
		async rerunLoad(first: Id): Promise<number> {
			await sql.notify?.('events');
			return sql.run(
				`update link_event set ${rerunColumns}
				 where ${await columnOfLoad(sql, first)} = ?1 and state not in ('Processing', 'Withdrawn')`,
				[first],
			);
		},
	};
}

/**
 * Locks a load: `share` while an event joins it, which then finds a withdrawal ordered before, or is
 * found by one ordered after. It is locked before its withdrawal is.
 */
async function lockLoad(sql: Sql, first: Id, how: 'share' | 'update'): Promise<void> {
	await sql.all(`select sequence from link_event where sequence = ?1 ${sql.dialect.lockRows(how)}`, [first]);
}

async function restoreLoad(sql: Sql, first: Id, by: Id | undefined): Promise<RestoredLoad> {
	await lockLoad(sql, first, 'update');
	const withdrawn = `${await columnOfLoad(sql, first)} = ?1 and state = 'Withdrawn'`;
	const orders = await sql.all<[by: Id | null]>('select withdrawn_by from load_withdrawal where load_first = ?1', [
		first,
	]);
	// A load of another broker was withdrawn there, and has no order here.
	const withLoad = await accountsOf(sql, `${withdrawn} and with_load = 1`, first);
	const isOneByOne = orders.length + withLoad.length === 0 && (await countLeft(sql, first)).length === 0;
	const which = isOneByOne ? withdrawn : `${withdrawn} and with_load = 1`;
	const accounts = [...orders, ...(isOneByOne ? await accountsOf(sql, withdrawn, first) : withLoad)].flat();
	if (accounts.length === 0) return 'not withdrawn';
	if (by !== undefined && accounts.some((account) => account !== by)) return 'of another account';
	await sql.run('delete from load_withdrawal where load_first = ?1', [first]);
	await sql.notify?.('events');
	return sql.run(`update link_event set ${restoredColumns} where ${which}`, [first]);
}

/** Lists the accounts that withdrew events of a load; null: the command line. */
function accountsOf(sql: Sql, condition: string, first: Id): Promise<[by: Id | null][]> {
	return sql.all<[Id | null]>(`select distinct withdrawn_by from link_event where ${condition}`, [first]);
}

async function endLoadWithdrawal(sql: Sql, event: Id): Promise<boolean> {
	const [row] = await sql.all<[Id]>('select coalesce(load_first, sequence) from link_event where sequence = ?1', [
		event,
	]);
	const first = row?.[0] as Id;
	await sql.run(
		`delete from load_withdrawal where load_first = ?1 and is_open = 0 and not exists (
		   select 1 from link_event
		   where ${await columnOfLoad(sql, first)} = ?1 and state = 'Withdrawn' and with_load = 1)`,
		[first],
	);
	const open = await sql.all('select 1 from load_withdrawal where load_first = ?1 and is_open = 1', [first]);
	return open.length === 0;
}

/** Opens the withdrawal of a load again, if there is one, for an event that joins the load. */
export async function withdrawJoining(sql: Sql, first: Id): Promise<void> {
	await lockLoad(sql, first, 'share');
	await sql.run('update load_withdrawal set is_open = 1, before_event = null where load_first = ?1', [first]);
}

async function nextToWithdraw(sql: Sql, first: Id): Promise<NextWithdrawal> {
	const [order] = await sql.all<[at: number, by: Id | null, reason: string | null, before: Id | null]>(
		`select withdrawn_at, withdrawn_by, withdraw_reason, before_event from load_withdrawal
		 where load_first = ?1 and is_open = 1`,
		[first],
	);
	if (!order) return 'ended';
	const [at, by, reason, before] = order;
	const [row] = await sql.all<StoredRow>(
		`select ${storedColumns} from link_event
		 where ${await columnOfLoad(sql, first)} = ?1 and sequence < ?2 and state not in ('Withdrawn', 'Processing')
		 order by sequence desc limit 1 ${sql.dialect.lockRows('update')}`,
		[first, before ?? Number.MAX_SAFE_INTEGER],
	);
	if (!row) return endPass(sql, first);
	const event = readStoredEvent(row);
	await sql.run('update load_withdrawal set before_event = ?2 where load_first = ?1', [first, event.sequence]);
	return { event, withdrawn: { at, by, reason } };
}

/** Closes a withdrawal where no event is left, or begins again with the newest one. */
async function endPass(sql: Sql, first: Id): Promise<NextWithdrawal> {
	// An event that joins the load waits for this, and opens the withdrawal again.
	const lock = sql.dialect.lockRows('update');
	await sql.all(`select load_first from load_withdrawal where load_first = ?1 ${lock}`, [first]);
	const left = await countLeft(sql, first);
	if (left.length === 0) {
		await sql.run('update load_withdrawal set is_open = 0 where load_first = ?1', [first]);
		return 'ended';
	}
	await sql.run('update load_withdrawal set before_event = null where load_first = ?1', [first]);
	return left.every(([state]) => state === 'Processing') ? 'wait' : 'again';
}

/** Counts the events of a load that are not Withdrawn, by state. */
async function countLeft(sql: Sql, first: Id): Promise<[EventState, number][]> {
	return sql.all<[EventState, number]>(
		`select state, count(*) from link_event where ${await columnOfLoad(sql, first)} = ?1 and state <> 'Withdrawn'
		 group by state`,
		[first],
	);
}
