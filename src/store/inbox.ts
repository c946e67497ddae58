// The inbox of COAR Notify: who may send notifications, and what was received of them.
import { createHash } from 'node:crypto';
import { type Act, addAuditEntries } from './audit.ts';
import { acceptIn, type NewEvent } from './events.ts';
import type { Id } from './graph.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';

/** From whom notifications are taken. An empty list allows all. */
export type SenderRules = {
	/** Beginnings of `origin.id`: addresses of repositories and services. */
	origins: readonly string[];
	/** Values of `actor.id`. */
	actors: readonly string[];
	/** The networks that requests come from, as in CIDR. */
	networks: readonly string[];
};

/** A sender that an administrator has registered; what it sends counts as sent by the account. */
export type NotifySender = { number: Id; userId: Id; rules: SenderRules; createdAt: number };

/** What became of a notification: an event, a withdrawal of one, or nothing. */
export type NotificationOutcome = 'accepted' | 'withdrawn' | 'nothing';

/**
 * The answer to a notification: to whom it goes, and what came of its tries. `acceptedAt` is in
 * milliseconds since 1970; null: the receiver has not accepted it.
 */
export type NotificationAnswer = {
	to: { id: string; inbox: string };
	tries: number;
	acceptedAt: number | null;
	/** Why the last try failed; null: it did not. */
	failure: string | null;
};

export type NewNotification = {
	uuid: string;
	/** The account, or the prefix of its origin, that sent it. */
	sender: string;
	userId: Id | null;
	/** The id that its sender gave it. */
	sentId: string;
	/** The hash of what it says. */
	digest: string;
	types: readonly string[];
	/** As received. */
	body: string;
	outcome: NotificationOutcome;
	/** Why nothing came of it. */
	note: string | null;
	/** The event that it became, which has its uuid, or that it withdrew. */
	eventId: string | null;
	/** Null: it is not answered. */
	answer: NotificationAnswer | null;
};

/** What became of a notification, with the event that has its links or that it withdrew. */
export type Outcome = Pick<NewNotification, 'outcome' | 'note' | 'eventId'>;

/** A notification as stored; `receivedAt` is in milliseconds since 1970. */
export type Notification = NewNotification & { number: Id; sourceAddress: string | null; receivedAt: number };

/** The notification that an event was received as. */
export type NotificationOfEvent = Pick<Notification, 'userId' | 'body'> & { event: Id };

/** One in a list, without its text, which may be long. */
export type ListedNotification = Omit<Notification, 'body'>;

/** A page of the list: those of an account, or of all, newest first, with numbers below `before`. */
export type NotificationPage = { userId?: Id | undefined; before?: Id | undefined; limit: number };

export function openInbox(database: SqlDatabase) {
	return {
		/** Adds a sender, with an entry in the audit. */
		addNotifySender: (act: Act, sender: Pick<NotifySender, 'userId' | 'rules'>): Promise<NotifySender> =>
			database.write((sql) => addSender(sql, act, sender), { durable: true }),
		/** Lists all senders by number. */
		notifySenders: (): Promise<NotifySender[]> => database.read(listSenders),
		/** Removes a sender; false where there is none of this number. What it sent stays. */
		removeNotifySender: (act: Act, number: Id): Promise<boolean> =>
			database.write((sql) => removeSender(sql, act, number), { durable: true }),
		/**
		 * Stores a notification together with the event that it becomes, durably and with entries in the
		 * audit. Where its sender has sent this id before, with the same types, it stores nothing and
		 * returns the earlier one: the examples of the specification, and senders who copy them, use an id
		 * in several patterns.
		 */
		keepNotification: (act: Act, notification: NewNotification, event: NewEvent | null): Promise<Notification> =>
			database.write((sql) => keep(sql, act, notification, event), { durable: true }),
		/**
		 * Replaces the outcome of a notification of which nothing came, together with the event that it
		 * becomes, durably and with entries in the audit. Returns it as it is then; undefined where
		 * there is none, or something came of it.
		 */
		replayNotification: (
			act: Act,
			uuid: string,
			outcome: Outcome,
			event: NewEvent | null,
		): Promise<Notification | undefined> =>
			database.write((sql) => replay(sql, { act, uuid, outcome, event }), { durable: true }),
		/** Claims the answer that has been due for longest: for others, it is due again at `until`. */
		claimAnswer: (now: number, until: number): Promise<Notification | undefined> =>
			database.write((sql) => claimAnswer(sql, now, until)),
		/** Notes what came of a try, and when the next one is due; null: there is none. */
		noteAnswer: (number: Id, answer: NotificationAnswer, dueAt: number | null): Promise<void> =>
			database.write(async (sql) => {
				const values = [number, JSON.stringify(answer), dueAt];
				await sql.run('update notification set answer = ?2, answer_due_at = ?3 where number = ?1', values);
			}),
		/** Finds one; undefined where there is none. */
		notification: (uuid: string): Promise<Notification | undefined> =>
			database.read((sql) => findOne(sql, 'uuid = ?1', uuid)),
		/** Finds those to which their sender gave an id, the newest first. */
		notificationsSent: (sender: string, sentId: string): Promise<Notification[]> =>
			database.read((sql) => find(sql, 'id_key = ?1', hashOf([sender, sentId]))),
		/** Finds those that became these events, by their sequence numbers. */
		notificationsOfEvents: (events: readonly Id[]): Promise<NotificationOfEvent[]> =>
			database.read((sql) => findOfEvents(sql, events)),
		/** Lists those of an account, or of all. */
		notifications: (page: NotificationPage): Promise<ListedNotification[]> => database.read((sql) => list(sql, page)),
	};
}

export type Inbox = ReturnType<typeof openInbox>;

function keyOf({ sender, types, sentId }: NewNotification): string {
	return hashOf([sender, [...types].sort(), sentId]);
}

function hashOf(value: readonly unknown[]): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

async function addSender(
	sql: Sql,
	act: Act,
	{ userId, rules }: Pick<NotifySender, 'userId' | 'rules'>,
): Promise<NotifySender> {
	const [row] = await sql.all<[number]>(
		'insert into notify_sender (user_id, rules, created_at) values (?1, ?2, ?3) returning number',
		[userId, JSON.stringify(rules), act.now],
	);
	const [number] = row as [number];
	const detail = { user: userId, ...rules };
	await addAuditEntries(sql, [{ ...act, action: 'notify_sender.created', subject: String(number), detail }]);
	return { number, userId, rules, createdAt: act.now };
}

async function listSenders(sql: Sql): Promise<NotifySender[]> {
	const rows = await sql.all<[number, number, string, number]>(
		'select number, user_id, rules, created_at from notify_sender order by number',
	);
	return rows.map(([number, userId, rules, createdAt]) => ({
		...{ number, userId, createdAt },
		rules: JSON.parse(rules) as SenderRules,
	}));
}

async function removeSender(sql: Sql, act: Act, number: Id): Promise<boolean> {
	if ((await sql.run('delete from notify_sender where number = ?1', [number])) === 0) return false;
	await addAuditEntries(sql, [{ ...act, action: 'notify_sender.deleted', subject: String(number) }]);
	return true;
}

async function keep(sql: Sql, act: Act, notification: NewNotification, event: NewEvent | null): Promise<Notification> {
	const { uuid, sender, userId, sentId, digest, types, body, outcome, note, eventId, answer } = notification;
	const added = await sql.all<[number]>(
		`insert into notification (uuid, sender, user_id, sent_key, sent_id, digest, types, body, outcome, note, event_id,
		   source_address, received_at, id_key, answer, answer_due_at)
		 values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
		 on conflict do nothing returning number`,
		[
			...[uuid, sender, userId, keyOf(notification), sentId, digest, JSON.stringify(types), body, outcome, note],
			...[eventId, act.by.address, act.now, hashOf([sender, sentId])],
			...(answer === null ? [null, null] : [JSON.stringify(answer), act.now]),
		],
	);
	const [row] = added;
	if (row === undefined) return (await findOne(sql, 'sent_key = ?1', keyOf(notification))) as Notification;
	if (event) await acceptIn(sql, [event]);
	const detail = { id: sentId, types, outcome, ...(eventId !== null && { event: eventId }) };
	await addAuditEntries(sql, [{ ...act, action: 'notification.received', subject: uuid, detail }]);
	return { ...notification, number: row[0], sourceAddress: act.by.address, receivedAt: act.now };
}

type Replay = { act: Act; uuid: string; outcome: Outcome; event: NewEvent | null };

async function replay(sql: Sql, { act, uuid, outcome, event }: Replay): Promise<Notification | undefined> {
	const { outcome: become, note, eventId } = outcome;
	const changed = await sql.run(
		"update notification set outcome = ?2, note = ?3, event_id = ?4 where uuid = ?1 and outcome = 'nothing'",
		[uuid, become, note, eventId],
	);
	if (changed === 0) return undefined;
	if (event) await acceptIn(sql, [event]);
	const detail = { outcome: become, ...(eventId !== null && { event: eventId }) };
	await addAuditEntries(sql, [{ ...act, action: 'notification.replayed', subject: uuid, detail }]);
	return findOne(sql, 'uuid = ?1', uuid);
}

async function claimAnswer(sql: Sql, now: number, until: number): Promise<Notification | undefined> {
	const [due] = await sql.all<[Id]>(
		`select number from notification where answer_due_at <= ?1 order by answer_due_at, number limit 1
		 ${sql.dialect.lockRows('update skip locked')}`,
		[now],
	);
	if (!due) return undefined;
	await sql.run('update notification set answer_due_at = ?2 where number = ?1', [...due, until]);
	return findOne(sql, 'number = ?1', due[0]);
}

type NotificationRow = [
	...[number: number, uuid: string, sender: string, userId: number | null, sentId: string, digest: string],
	...[types: string, body: string, outcome: NotificationOutcome, note: string | null, eventId: string | null],
	...[sourceAddress: string | null, receivedAt: number, answer: string | null],
];
const selectWith = (body: 'body' | "''") =>
	`select number, uuid, sender, user_id, sent_id, digest, types, ${body}, outcome, note, event_id, source_address,
	   received_at, answer from notification`;

async function findOne(sql: Sql, condition: string, value: string | Id): Promise<Notification | undefined> {
	return (await find(sql, condition, value))[0];
}

async function find(sql: Sql, condition: string, value: string | Id): Promise<Notification[]> {
	const rows = await sql.all<NotificationRow>(`${selectWith('body')} where ${condition} order by number desc`, [value]);
	return rows.map(notificationOf);
}

async function findOfEvents(sql: Sql, events: readonly Id[]): Promise<NotificationOfEvent[]> {
	const rows = await sql.all<[Id, Id | null, string]>(
		`select e.sequence, n.user_id, n.body from ${sql.dialect.list('?1', { id: 'integer' })} w
		   join link_event e on e.sequence = w.id join notification n on n.uuid = e.event_id`,
		[JSON.stringify(events)],
	);
	return rows.map(([event, userId, body]) => ({ event, userId, body }));
}

async function list(sql: Sql, { userId, before, limit }: NotificationPage): Promise<ListedNotification[]> {
	const conditions = ['number < ?1', ...(userId === undefined ? [] : ['user_id = ?3'])];
	const rows = await sql.all<NotificationRow>(
		`${selectWith("''")} where ${conditions.join(' and ')} order by number desc limit ?2`,
		[before ?? Number.MAX_SAFE_INTEGER, limit, ...(userId === undefined ? [] : [userId])],
	);
	return rows.map((row) => {
		const { body: _, ...listed } = notificationOf(row);
		return listed;
	});
}

function notificationOf(row: NotificationRow): Notification {
	const [number, uuid, sender, userId, sentId, digest, types, body, outcome, note, eventId, ...rest] = row;
	const [sourceAddress, receivedAt, answer] = rest;
	return {
		...{ number, uuid, sender, userId, sentId, digest, types: JSON.parse(types) as string[], body },
		...{ outcome, note, eventId, sourceAddress, receivedAt },
		answer: answer === null ? null : (JSON.parse(answer) as NotificationAnswer),
	};
}
