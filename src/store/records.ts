// The records as a whole, composed of their parts: transactions, streams over one state, and
// operations with a transaction of their own. Each sentence about a method has its test in
// `suite/`, which runs on every engine.
import type { EventState } from '../links/link-event.ts';
import { type Assertions, openAssertions, type Scope } from './assertions.ts';
import { type Act, addAuditEntries, openAudit } from './audit.ts';
import { openChanges, openChangeTrimming } from './changes.ts';
import { openConfirmations } from './confirmations.ts';
import { openDamage } from './damaged-database.ts';
import { openDescriptions } from './descriptions.ts';
import { countEvents, readBacklog, readUsage } from './event-list.ts';
import { openEventStates } from './event-states.ts';
import { openEventImport } from './event-transfer.ts';
import { openEvents } from './events.ts';
import { openEvidence } from './evidence.ts';
import { openFollowingState } from './following-state.ts';
import { openGenerations } from './generations.ts';
import { openGroups } from './groups.ts';
import { openHarvests } from './harvests.ts';
import { openHoldings } from './holdings.ts';
import { openInbox } from './inbox.ts';
import { openLoadList } from './load-list.ts';
import { openLoadWithdrawals } from './load-withdrawals.ts';
import { openLoads } from './loads.ts';
import { openLookUps } from './look-ups.ts';
import { openOutbox, openOutboxClaims } from './outbox.ts';
import { openRebuildParts } from './rebuild-parts.ts';
import { openReporting } from './reporting.ts';
import { openSets } from './sets.ts';
import { openSnapshot, type Snapshot } from './snapshots.ts';
import type { Sql, SqlDatabase, WriteOptions } from './sql-database.ts';
import { openSubscriptionDelivery } from './subscription-delivery.ts';
import { openSubscriptionMatching } from './subscription-matching.ts';
import { openSubscriptions } from './subscriptions.ts';
import { openWithdrawing, type Withdrawing } from './withdrawing.ts';

/**
 * What one transaction reads and writes. Every method takes whole sets and costs a constant number
 * of statements.
 */
export type Transaction = Omit<ReturnType<typeof openTransaction>, 'number'>;

/** Stores everything that was received and what follows from it. */
export type Records = ReturnType<typeof openRecords>;

/** Opens the records of a database whose schema is up to date (see migrate.ts). */
export function openRecords(database: SqlDatabase) {
	const open = (sql: Sql, scope: Scope) => openTransaction(sql, scope, database);
	const write = <T>(work: (transaction: Transaction, sql: Sql) => Promise<T>, options?: WriteOptions): Promise<T> =>
		database.write(async (sql) => {
			const transaction = open(sql, 'searchable');
			const result = await work(transaction, sql);
			await transaction.number();
			return result;
		}, options);
	return {
		/**
		 * Whether only one transaction at a time writes to the records. Then a transaction need not
		 * lock groups, and workers save commits by applying several events in one.
		 */
		singleWriter: database.singleWriter,
		/**
		 * Runs `work` in a transaction that sees its own writes and writes all or nothing. Where others
		 * write meanwhile (see singleWriter), a later statement may see what they have committed: lock
		 * groups that must not change. Assertions of unindexed events are not visible. Runs `work`
		 * again where the engine reports a conflict. `durable`: when it returns, what was written
		 * survives power loss, and not only the end of the process.
		 */
		change: <T>(
			work: (transaction: Transaction, snapshot: Snapshot) => Promise<T>,
			options?: WriteOptions,
		): Promise<T> => write((transaction, sql) => work(transaction, openSnapshot(sql)), options),
		/** Runs `work` on one consistent state, without writing; sees the same assertions as change. */
		read: <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
			database.read((sql) => work(open(sql, 'searchable'))),
		/**
		 * Runs `work` on one consistent state for as long as it takes, without delaying other
		 * transactions. Sees all assertions or, with 'covered', all except those of unindexed events
		 * that the rebuild under way does not cover.
		 */
		snapshot: <T>(
			work: (transaction: Transaction, snapshot: Snapshot) => Promise<T>,
			scope: 'everything' | 'covered' = 'everything',
		): Promise<T> => database.snapshot((sql) => work(open(sql, scope), openSnapshot(sql, scope))),
		...openEvents(database),
		...openEventImport(database),
		...openLoads(database),
		...openLoadList(database),
		...openGenerations(database, write),
		...openOutboxClaims(database),
		...openRebuildParts(database),
		...openChangeTrimming(database),
		...openAudit(database),
		...openHoldings(database),
		...openReporting(database),
		...openSets(database),
		...openHarvests(database),
		...openLookUps(database),
		...openInbox(database),
		...openSubscriptions(database),
		...openSubscriptionMatching(database),
		...openSubscriptionDelivery(database),
		...openConfirmations(database),
		...openFollowingState(database),
		/**
		 * Calls the listener when another process may have added work of a topic; returns a function
		 * that stops. Null where the engine has no notifications; a waiting loop polls in any case.
		 */
		subscribe: database.subscribe,
		/**
		 * Returns why nothing can be written now, null where writing works. Does not wait for other
		 * writers, and writes only where the last write failed, to check again.
		 */
		incident: database.incident,
		...openDamage(database),
		/** Reads how much work is left. */
		backlog: () => database.read(readBacklog),
		/** Counts all events by state, and the bytes of the database; costs a count of events. */
		size: (): Promise<{ events: Record<EventState, number>; bytes: number }> =>
			database.read(async (sql) => {
				const [row] = await sql.all<[number]>(sql.dialect.selectBytes);
				return { events: await countEvents(sql), bytes: row?.[0] ?? 0 };
			}),
		/** Reads how the records are used. */
		usage: () => database.read(readUsage),
		close: () => database.close(),
	};
}

function openTransaction(sql: Sql, scope: Scope, database: Pick<SqlDatabase, 'singleWriter'>) {
	const assertions: Assertions = openAssertions(sql, scope);
	const withdrawing: Withdrawing = openWithdrawing(sql);
	return {
		...openGroups(sql),
		...assertions,
		...openDescriptions(sql),
		...openEvidence(sql),
		...withdrawing,
		...openEventStates(sql),
		...openLoadWithdrawals(sql),
		...openOutbox(sql),
		...openChanges(sql, database),
		/**
		 * Adds entries to the audit, in the order given, in the transaction of the change that they
		 * record.
		 */
		audit: (entries: Parameters<typeof addAuditEntries>[1]) => addAuditEntries(sql, entries),
	};
}

/**
 * Ends, in the transaction, what must not continue in a restored copy: sessions that ended since,
 * and the id of the change log, whose next numbers readers may have seen with other entries.
 * Adds an audit entry.
 */
export async function beginNewLife(
	sql: Sql,
	act: Act,
	{ file, logId }: { file: string; logId: string },
): Promise<void> {
	await sql.run('delete from account_session');
	await sql.run('update change_log set log_id = ?1', [logId]);
	await addAuditEntries(sql, [{ ...act, action: 'backup.restored', subject: null, detail: { file } }]);
}
