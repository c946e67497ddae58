// Imports what accounts follow at another broker, and who may send notifications.
import { BrokerError } from '../errors.ts';
import type { Act } from '../store/audit.ts';
import type { Id } from '../store/graph.ts';
import type { Records } from '../store/records.ts';
import { allSubscriptions, noProgress } from '../store/subscriptions.ts';
import { everyOf, keysOf } from './following/subscriptions.ts';
import type { PortableSender, PortableSubscription } from './following-lines.ts';

type FindUser = (email: string) => Promise<Id | null>;

/** Fails with `conflict` while events wait to be applied: their links would be sent as new ones. */
export async function refuseWhileEventsWait(records: Pick<Records, 'backlog'>): Promise<void> {
	const { New, Processing } = (await records.backlog()).events;
	if (New + Processing === 0) return;
	throw new BrokerError(
		'conflict',
		'Events wait to be applied, and their links would be sent to subscribers as new. Import the file again with its ' +
			'subscriptions when all events are done.',
	);
}

/**
 * Adds a subscription, which continues the log of the other broker: its receiver gets that there is
 * a gap. Returns false where its account is missing, or has it.
 */
export async function importSubscription(
	records: Pick<Records, 'subscriptions' | 'addSubscription' | 'audit'>,
	act: Act,
	{ email, ...wanted }: PortableSubscription,
	findUser: FindUser,
): Promise<boolean> {
	const userId = await findUser(email);
	if (userId === null) return false;
	const { task, createdAt } = wanted;
	for await (const one of allSubscriptions(records, userId))
		if (one.createdAt === createdAt && one.task.address === task.address) return false;
	const everyMilliseconds = everyOf[task.pace];
	const { number } = await records.addSubscription(
		{ ...wanted, userId, everyMilliseconds, progress: noProgress },
		keysOf(task),
	);
	const detail = { kind: task.kind, address: task.address };
	await records.audit([{ ...act, action: 'subscription.created', subject: String(number), detail }]);
	return true;
}

/** Adds a sender of notifications; returns as above. */
export async function importSender(
	records: Pick<Records, 'notifySenders' | 'addNotifySender'>,
	act: Act,
	{ email, rules }: PortableSender,
	findUser: FindUser,
): Promise<boolean> {
	const userId = await findUser(email);
	if (userId === null) return false;
	const known = await records.notifySenders();
	const isKnown = known.some((one) => one.userId === userId && JSON.stringify(one.rules) === JSON.stringify(rules));
	if (!isKnown) await records.addNotifySender(act, { userId, rules });
	return !isKnown;
}
