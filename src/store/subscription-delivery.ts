// Claims subscriptions that are due, and keeps what came of their messages.
import type { Id } from './graph.ts';
import type { HarvestClaim } from './harvests.ts';
import { latestCredible } from './leases.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';
import {
	findSubscription,
	isSent,
	type Subscription,
	type SubscriptionProgress,
	type SubscriptionRow,
	type SubscriptionState,
	subscriptionColumns,
	subscriptionOf,
} from './subscriptions.ts';

/** A message and its last try. */
export type Delivery = {
	firstEntry: number;
	lastEntry: number;
	entries: number;
	tries: number;
	triedAt: number;
	status: number | null;
	failure: string | null;
};

/** How many messages of each subscription are kept. */
export const mostDeliveries = 100;

/** Opens what the process does that sends the messages of a subscription. */
export function openSubscriptionDelivery(database: SqlDatabase) {
	return {
		/** Claims the one that has been due for longest; undefined where none is. */
		claimSubscription: (claim: HarvestClaim): Promise<Subscription | undefined> =>
			database.write((sql) => claimDue(sql, claim)),
		/** Renews a claim; false where the process no longer has it. */
		renewSubscription: (number: Id, { worker, until }: HarvestClaim): Promise<boolean> =>
			database.write(async (sql) => {
				const values = [number, worker, until];
				return (
					(await sql.run(
						'update subscription set claimed_until = ?3 where number = ?1 and claimed_by = ?2',
						values,
					)) === 1
				);
			}),
		/**
		 * Notes a try and its outcome, whereafter the subscription continues behind `lastRead`; the claim
		 * ends with `isOver`. False, and nothing is noted, where the process no longer has the claim.
		 */
		noteDelivery: (number: Id, worker: string, outcome: DeliveryOutcome): Promise<boolean> =>
			database.write((sql) => noteDelivery(sql, number, worker, outcome)),
		/** Notes that a message was sent again on request; the place of its subscription stays. */
		noteResent: (number: Id, delivery: Delivery): Promise<void> =>
			database.write((sql) => storeDelivery(sql, number, delivery)),
		/** Lists the messages of a subscription, the newest first. */
		deliveries: (number: Id): Promise<Delivery[]> =>
			database.read(async (sql) => {
				const rows = await sql.all<DeliveryRow>(
					`select ${deliveryColumns} from delivery where subscription = ?1 order by first_entry desc`,
					[number],
				);
				return rows.map(deliveryOf);
			}),
	};
}

/** What came of a step; absent members stay as they are. */
export type DeliveryOutcome = {
	delivery?: Delivery;
	/** The log of `lastRead`, where it is another than before. */
	log?: string;
	lastRead?: number;
	dueAt?: number;
	state?: SubscriptionState;
	progress?: SubscriptionProgress;
	/** The entries behind `lastRead` were not all looked at. */
	isMore?: boolean;
	isOver: boolean;
};

async function claimDue(sql: Sql, { worker, now, until }: HarvestClaim): Promise<Subscription | undefined> {
	const [due] = await sql.all<[Id]>(
		`select number from subscription where ${isSent} and due_at <= ?1
		   and (claimed_by is null or claimed_until < ?1 or claimed_until > ?2)
		 order by due_at, number limit 1 ${sql.dialect.lockRows('update skip locked')}`,
		[now, latestCredible(now, until)],
	);
	if (!due) return undefined;
	await sql.run('update subscription set claimed_by = ?2, claimed_until = ?3 where number = ?1', [
		...due,
		worker,
		until,
	]);
	return findSubscription(sql, due[0]);
}

async function noteDelivery(
	sql: Sql,
	number: Id,
	worker: string,
	{ delivery, isOver, isMore = false, ...outcome }: DeliveryOutcome,
): Promise<boolean> {
	const [row] = await sql.all<[...SubscriptionRow, number | null]>(
		`select ${subscriptionColumns}, last_match from subscription where number = ?1 and claimed_by = ?2
		 ${sql.dialect.lockRows('update')}`,
		[number, worker],
	);
	if (!row) return false;
	const lastMatch = row[12];
	const { state, log, lastRead, firstMatch, dueAt, progress } = {
		...subscriptionOf(row.slice(0, 12) as SubscriptionRow),
		...outcome,
	};
	// What was matched of another log says nothing of this one: it looks for itself.
	const looks = isMore || log !== row[4];
	const isMatched = firstMatch !== null && lastMatch !== null && lastMatch > lastRead && !looks;
	const behind = looks ? lastRead + 1 : isMatched ? Math.max(firstMatch, lastRead + 1) : null;
	const matches = outcome.lastRead === undefined ? [firstMatch, lastMatch] : [behind, isMatched ? lastMatch : lastRead];
	const values = [number, state, lastRead, ...matches, dueAt, JSON.stringify(progress), log];
	await sql.run(
		`update subscription set state = ?2, last_read = ?3, first_match = ?4, last_match = ?5, due_at = ?6, progress = ?7,
		   log_id = ?8 ${isOver ? ', claimed_by = null, claimed_until = null' : ''}
		 where number = ?1`,
		values,
	);
	if (delivery) await storeDelivery(sql, number, delivery);
	return true;
}

type DeliveryRow = [number, number, number, number, number, number | null, string | null];
const deliveryColumns = 'first_entry, last_entry, entries, tries, tried_at, status, failure';

function deliveryOf([firstEntry, lastEntry, entries, tries, triedAt, status, failure]: DeliveryRow): Delivery {
	return { firstEntry, lastEntry, entries, tries, triedAt, status, failure };
}

async function storeDelivery(sql: Sql, number: Id, delivery: Delivery): Promise<void> {
	const { firstEntry, lastEntry, entries, tries, triedAt, status, failure } = delivery;
	await sql.run(
		`insert into delivery (subscription, ${deliveryColumns}) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
		 on conflict (subscription, first_entry) do update set last_entry = excluded.last_entry,
		   entries = excluded.entries, tries = excluded.tries, tried_at = excluded.tried_at, status = excluded.status,
		   failure = excluded.failure`,
		[number, firstEntry, lastEntry, entries, tries, triedAt, status, failure],
	);
	await sql.run(
		`delete from delivery where subscription = ?1 and first_entry <= (
		   select first_entry from delivery where subscription = ?1 order by first_entry desc limit 1 offset ?2)`,
		[number, mostDeliveries],
	);
}
