// Confirmations: which receivers were asked whether they want the messages of a subscription, and
// whether they agreed.
import type { Id } from './graph.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';
import { changeSubscription, findSubscription, type Subscription } from './subscriptions.ts';

/** A question to a receiver. Times are milliseconds since 1970. */
export type Confirmation = {
	subscription: Id;
	userId: Id;
	address: string;
	/** The hash of the code that confirms. */
	codeHash: string;
	askedAt: number;
};

/** What bounds questions: so many since a time to one address, and of one account. */
export type ConfirmationLimits = { since: number; ofAddress: number; ofUser: number };

/** Whether a question was added, or what has had as many as it may. */
export type ConfirmationAdded = 'added' | 'too many to the address' | 'too many of the user';

export function openConfirmations(database: SqlDatabase) {
	return {
		/** Adds a question, unless there are too many; removes those from before `keptSince`. */
		addConfirmation: (
			wanted: Confirmation,
			limits: ConfirmationLimits & { keptSince: number },
		): Promise<ConfirmationAdded> => database.write((sql) => add(sql, wanted, limits)),
		/** Removes a question that was not sent. */
		removeConfirmation: (codeHash: string): Promise<void> =>
			database.write(async (sql) => {
				await sql.run('delete from confirmation where code_hash = ?1', [codeHash]);
			}),
		/**
		 * Makes an unconfirmed subscription active, if this code was asked for at its present address since
		 * that time; an active one stays so. Undefined where the code does not confirm it.
		 */
		confirmSubscription: (
			number: Id,
			codeHash: string,
			times: { since: number; dueAt: number },
		): Promise<Subscription | undefined> => database.write((sql) => confirm(sql, number, codeHash, times)),
		/** Whether this code would confirm the subscription. */
		isConfirming: (number: Id, codeHash: string, since: number): Promise<boolean> =>
			database.read(async (sql) => (await findConfirmed(sql, number, codeHash, since)) !== undefined),
		/** Whether a user has a subscription by email to this address that was confirmed, and not ended since. */
		hasConfirmed: (userId: Id, address: string): Promise<boolean> =>
			database.read(async (sql) => {
				const rows = await sql.all<[string]>(
					"select task from subscription where user_id = ?1 and state in ('active', 'paused')",
					[userId],
				);
				const tasks = rows.map(([task]) => JSON.parse(task) as Subscription['task']);
				return tasks.some((task) => task.kind === 'email' && folded(task.address) === folded(address));
			}),
		/** Makes the codes of a subscription void. */
		voidConfirmations: (number: Id): Promise<void> =>
			database.write(async (sql) => {
				await sql.run('update confirmation set code_hash = null where subscription = ?1', [number]);
			}),
	};
}

const folded = (address: string) => address.toLowerCase();

async function add(
	sql: Sql,
	{ subscription, userId, address, codeHash, askedAt }: Confirmation,
	{ since, ofAddress, ofUser, keptSince }: ConfirmationLimits & { keptSince: number },
): Promise<ConfirmationAdded> {
	await sql.run('delete from confirmation where asked_at < ?1', [keptSince]);
	// One at a time, so that several at once do not pass the bounds together.
	await sql.all(`select only_row from subscription_pass ${sql.dialect.lockRows('update')}`);
	const [counts] = await sql.all<[number, number]>(
		`select coalesce(sum(case when address = ?1 then 1 else 0 end), 0),
		   coalesce(sum(case when user_id = ?2 then 1 else 0 end), 0)
		 from confirmation where asked_at > ?3`,
		[folded(address), userId, since],
	);
	const [toAddress, byUser] = (counts ?? [0, 0]).map(Number) as [number, number];
	if (toAddress >= ofAddress) return 'too many to the address';
	if (byUser >= ofUser) return 'too many of the user';
	await sql.run(
		'insert into confirmation (subscription, user_id, address, code_hash, asked_at) values (?1, ?2, ?3, ?4, ?5)',
		[subscription, userId, folded(address), codeHash, askedAt],
	);
	return 'added';
}

/** Finds a subscription whose receiver, at its present address, has this code. */
async function findConfirmed(sql: Sql, number: Id, codeHash: string, since: number): Promise<Subscription | undefined> {
	const found = await findSubscription(sql, number);
	if (!found) return undefined;
	const rows = await sql.all<[Id]>(
		`select subscription from confirmation
		 where asked_at > ?4 and subscription = ?1 and code_hash = ?2 and address = ?3`,
		[number, codeHash, folded(found.task.address), since],
	);
	return rows.length > 0 ? found : undefined;
}

async function confirm(
	sql: Sql,
	number: Id,
	codeHash: string,
	{ since, dueAt }: { since: number; dueAt: number },
): Promise<Subscription | undefined> {
	await sql.all(`select number from subscription where number = ?1 ${sql.dialect.lockRows('update')}`, [number]);
	const found = await findConfirmed(sql, number, codeHash, since);
	if (found?.state !== 'unconfirmed') return found;
	return changeSubscription(sql, number, { state: 'active', dueAt });
}
