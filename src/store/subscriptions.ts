// Subscriptions: what users follow, and how far each was sent.
import type { Id } from './graph.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';

export const subscriptionKinds = ['webhook', 'email', 'coar-notify'] as const;
export type SubscriptionKind = (typeof subscriptionKinds)[number];

export const subscriptionPaces = ['each', 'daily', 'weekly'] as const;
export type SubscriptionPace = (typeof subscriptionPaces)[number];

/** What is sent to whom. */
export type SubscriptionTask = {
	kind: SubscriptionKind;
	/** An address of HTTP, or of mail. */
	address: string;
	/** Parameters of GET /changes, as given. */
	filter: Readonly<Record<string, string>>;
	pace: SubscriptionPace;
	/** When digests come, in UTC: `monday 06:00`; without it, when the subscription was made. */
	at?: string;
	name: string | null;
};

/** `unconfirmed`: the receiver has not agreed yet. `disabled`: by failures, or by the receiver. */
export const subscriptionStates = ['unconfirmed', 'active', 'paused', 'disabled'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** A try that failed; `status` is that of the answer, or null where none came. */
export type SubscriptionFailure = { at: number; status: number | null; message: string };

/** What came of the messages so far. Times are milliseconds since 1970. */
export type SubscriptionProgress = {
	succeededAt: number | null;
	lastFailure: SubscriptionFailure | null;
	/** Failures since the last success. */
	failures: number;
	/** The entries of a message that was not accepted yet: it comes again as it was. */
	sending?: readonly number[] | undefined;
};

export const noProgress: SubscriptionProgress = { succeededAt: null, lastFailure: null, failures: 0 };

/** A place in the change log: everything up to this entry was sent or does not fit. */
export type LogPlace = { log: string; lastRead: number };

/** What a subscription still has to look at. */
export type SubscriptionLag = {
	/** Entries from the first that may fit up to the newest of the log: no more than these are sent. */
	entries: number;
	/** When the first of them was logged (milliseconds since 1970); null: the log has none. */
	since: number | null;
};

/** A subscription; its number is never used again. */
export type Subscription = LogPlace & {
	number: Id;
	userId: Id;
	task: SubscriptionTask;
	state: SubscriptionState;
	/** The first entry behind `lastRead` that may fit; null: none was found yet. */
	firstMatch: number | null;
	lag: SubscriptionLag;
	/** When it may send next (milliseconds since 1970), and after how long again; 0: at once. */
	dueAt: number;
	everyMilliseconds: number;
	progress: SubscriptionProgress;
	/** Encrypted. */
	secrets: string | null;
	createdAt: number;
};

export type NewSubscription = Omit<Subscription, 'number' | 'firstMatch' | 'lag'>;

/** What may be changed of one. */
export type SubscriptionChanges = Partial<
	Pick<Subscription, 'task' | 'state' | 'log' | 'lastRead' | 'dueAt' | 'everyMilliseconds' | 'progress' | 'secrets'>
>;

/** A page of the list: those of a user, or of all, with numbers above `after`. */
export type SubscriptionPage = { userId?: Id | undefined; after?: Id | undefined; size: number };

/** The values of `subscriptionColumns`. */
export type SubscriptionRow = [
	number: number,
	userId: number,
	task: string,
	state: SubscriptionState,
	log: string,
	lastRead: number,
	firstMatch: number | null,
	dueAt: number,
	everyMilliseconds: number,
	progress: string,
	secrets: string | null,
	createdAt: number,
];

export const subscriptionColumns =
	'number, user_id, task, state, log_id, last_read, first_match, due_at, every_milliseconds, progress, secrets, ' +
	'created_at';

/** The condition of those that may be sent to: the account is not deactivated. */
export const isActive = `state = 'active'
  and not exists (select 1 from account_user u where u.id = user_id and u.active = 0)`;

/** The condition of those that are sent to, from `due_at` on. */
export const isSent = `${isActive} and first_match is not null`;

/**
 * Subscriptions with the newest entry of the log (`newest`) and the first that may fit (`waiting`),
 * which is the first unmatched one where none was found. Entries of another log are not counted.
 */
export const laggingSubscriptions = `(
	select s.*, l.last_number as newest, case
	  when s.log_id <> l.log_id then null
	  when s.first_match is not null then s.first_match
	  when p.log_id = l.log_id then 1 + case when p.last_matched < s.last_read then s.last_read else p.last_matched end
	  end as waiting
	from subscription s cross join change_log l cross join subscription_pass p) lagging`;

type LaggingRow = [...SubscriptionRow, entries: number | null, since: number | null];

/** Selects the values of LaggingRow. The first entry may be removed by now: the oldest one is later. */
const selectLagging = `select ${subscriptionColumns}, newest - waiting + 1, case when waiting <= newest then coalesce(
	  (select at from change_piece where first_number <= waiting order by first_number desc limit 1),
	  (select at from change_piece order by first_number limit 1)) end
	from ${laggingSubscriptions}`;

export function openSubscriptions(database: SqlDatabase) {
	return {
		/** Stores a subscription to works, by the keys of identifiers, known or not, that may name them;
		 * without any, each entry may fit. */
		addSubscription: (wanted: NewSubscription, names: readonly string[]): Promise<Subscription> =>
			database.write((sql) => insert(sql, wanted, names)),
		/** Lists those of a user, or of all, by number, behind one. */
		subscriptions: (of: SubscriptionPage): Promise<Subscription[]> => database.read((sql) => list(sql, of)),
		/** Reads one; undefined where there is none of this number. */
		subscription: (number: Id): Promise<Subscription | undefined> =>
			database.read((sql) => findSubscription(sql, number)),
		/** Counts those of a user. */
		countSubscriptions: (userId: Id): Promise<number> =>
			database.read(async (sql) => {
				const [row] = await sql.all<[number]>('select count(*) from subscription where user_id = ?1', [userId]);
				return row?.[0] ?? 0;
			}),
		/**
		 * Changes one, and with `names` what it follows; what was matched before is read again. Undefined
		 * where there is none of this number.
		 */
		changeSubscription: (
			number: Id,
			changes: SubscriptionChanges,
			names?: readonly string[],
		): Promise<Subscription | undefined> => database.write((sql) => changeSubscription(sql, number, changes, names)),
		/** Removes one with its messages; false where there is none of this number. */
		removeSubscription: (number: Id): Promise<boolean> =>
			database.write(async (sql) => (await remove(sql, 'number = ?1', number)) === 1),
	};
}

export type Subscriptions = ReturnType<typeof openSubscriptions>;

const readAtOnce = 1_000;

/** Reads all subscriptions by number, or those of a user, some at a time. */
export async function* allSubscriptions(
	records: Pick<Subscriptions, 'subscriptions'>,
	userId?: Id,
): AsyncGenerator<Subscription> {
	for (let after: Id | undefined = 0; after !== undefined; ) {
		const page: Subscription[] = await records.subscriptions({ userId, after, size: readAtOnce });
		yield* page;
		after = page.at(-1)?.number;
	}
}

async function insert(sql: Sql, wanted: NewSubscription, names: readonly string[]): Promise<Subscription> {
	const { userId, task, state, log, lastRead, dueAt, everyMilliseconds, progress, secrets, createdAt } = wanted;
	const values = [userId, JSON.stringify(task), state, log, lastRead, dueAt, everyMilliseconds];
	const [row] = await sql.all<[number]>(
		`insert into subscription (user_id, task, state, log_id, last_read, due_at, every_milliseconds, progress, secrets,
		   created_at, names, first_match, last_match)
		 values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13) returning number`,
		[...values, JSON.stringify(progress), secrets, createdAt, names.length, lastRead + 1, lastRead],
	);
	const number = (row as [number])[0];
	await storeNames(sql, number, names);
	return (await findSubscription(sql, number)) as Subscription;
}

async function storeNames(sql: Sql, number: Id, names: readonly string[]): Promise<void> {
	await sql.run(
		`insert into subscription_name (subscription, key)
		 select ?2, w.key from ${sql.dialect.list('?1', { key: 'text' })} w`,
		[JSON.stringify([...new Set(names)]), number],
	);
}

async function list(sql: Sql, { userId, after = 0, size }: SubscriptionPage): Promise<Subscription[]> {
	const rows = await sql.all<LaggingRow>(
		`${selectLagging} where number > ?1 ${userId === undefined ? '' : 'and user_id = ?3'}
		 order by number limit ?2`,
		[after, size, ...(userId === undefined ? [] : [userId])],
	);
	return rows.map(withLag);
}

/** Reads one; undefined where there is none of this number. */
export async function findSubscription(sql: Sql, number: Id): Promise<Subscription | undefined> {
	const [row] = await sql.all<LaggingRow>(`${selectLagging} where number = ?1`, [number]);
	return row && withLag(row);
}

/** Changes one, as the method of this name does. */
export async function changeSubscription(
	sql: Sql,
	number: Id,
	changes: SubscriptionChanges,
	names?: readonly string[],
): Promise<Subscription | undefined> {
	const [row] = await sql.all<SubscriptionRow>(
		`select ${subscriptionColumns} from subscription where number = ?1 ${sql.dialect.lockRows('update')}`,
		[number],
	);
	if (!row) return undefined;
	const { task, state, log, lastRead, dueAt, everyMilliseconds, progress, secrets } = {
		...subscriptionOf(row),
		...changes,
	};
	const values = [number, JSON.stringify(task), state, log, lastRead, dueAt, everyMilliseconds];
	// Matches of another filter, or behind another place, are no longer right: it looks for itself once,
	// also behind a message that is under way. What is sent from another place is not noted.
	await sql.run(
		`update subscription set task = ?2, state = ?3, log_id = ?4, last_read = ?5, due_at = ?6, every_milliseconds = ?7,
		   progress = ?8, secrets = ?9, first_match = ?10, last_match = (
		     select case when log_id = ?4 and last_matched > ?11 then last_matched else ?11 end from subscription_pass)
		   ${changes.lastRead === undefined ? '' : ', claimed_by = null, claimed_until = null'}
		 where number = ?1`,
		[...values, JSON.stringify(progress), secrets, lastRead + 1, lastRead],
	);
	if (names) {
		await sql.run('update subscription set names = ?2 where number = ?1', [number, names.length]);
		await sql.run('delete from subscription_name where subscription = ?1', [number]);
		await storeNames(sql, number, names);
	}
	return findSubscription(sql, number);
}

/** Removes everything that a user follows, and whom the user asked for confirmation. */
export async function removeSubscriptionsOf(sql: Sql, userId: Id): Promise<void> {
	await remove(sql, 'user_id = ?1', userId);
	await sql.run('delete from confirmation where user_id = ?1', [userId]);
}

/** Removes those that fit a condition, with their messages; answers how many. */
async function remove(sql: Sql, condition: string, value: Id): Promise<number> {
	// Locks before the rest, in the order in which matching does.
	const rows = await sql.all<[Id]>(
		`select number from subscription where ${condition} order by number ${sql.dialect.lockRows('update')}`,
		[value],
	);
	const listed = `(select number from ${sql.dialect.list('?1', { number: 'integer' })} w)`;
	const numbers = [JSON.stringify(rows.flat())];
	await sql.run(`delete from subscription_name where subscription in ${listed}`, numbers);
	await sql.run(`delete from delivery where subscription in ${listed}`, numbers);
	return sql.run(`delete from subscription where number in ${listed}`, numbers);
}

function withLag(row: LaggingRow): Subscription {
	const [entries, since] = row.slice(12) as [number | null, number | null];
	const lag = { entries: Math.max(entries ?? 0, 0), since };
	return { ...subscriptionOf(row.slice(0, 12) as SubscriptionRow), lag };
}

/** Reads a row. */
export function subscriptionOf(row: SubscriptionRow): Omit<Subscription, 'lag'> {
	const [number, userId, task, state, log, lastRead, firstMatch, dueAt, everyMilliseconds, progress, ...rest] = row;
	const [secrets, createdAt] = rest;
	return {
		...{ number, userId, state, log, lastRead, firstMatch, dueAt, everyMilliseconds, secrets, createdAt },
		task: JSON.parse(task) as SubscriptionTask,
		progress: JSON.parse(progress) as SubscriptionProgress,
	};
}
