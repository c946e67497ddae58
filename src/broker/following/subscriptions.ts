// Makes, lists, changes and removes subscriptions, each by its owner or an administrator.
import type { Clock } from '../../clock.ts';
import { wrongInput, wrongParameter } from '../../errors/wrong-input.ts';
import { BrokerError, type Problem } from '../../errors.ts';
import type { Act } from '../../store/audit.ts';
import type { AuditAction } from '../../store/audit-actions.ts';
import type { Id } from '../../store/graph.ts';
import type { Records } from '../../store/records.ts';
import type { Delivery } from '../../store/subscription-delivery.ts';
import {
	noProgress,
	type Subscription,
	type SubscriptionKind,
	type SubscriptionPace,
	type SubscriptionState,
	type SubscriptionTask,
} from '../../store/subscriptions.ts';
import { readChangesQuery, readCursor } from '../changes/change-query.ts';
import { readChanges } from '../changes/read-changes.ts';
import { type AskReceiver, createAgreements, type ReceiverCodes } from './agreements.ts';
import { type Answered, type Delivering, nextDue, sendAgain } from './deliver.ts';
import { followedKeys } from './followed-keys.ts';
import type { SubscriptionSecrets } from './subscription-secrets.ts';
import { type FilterEntries, readFilter, type WantedSubscription } from './wanted-subscription.ts';

export { type Subscription, subscriptionKinds, subscriptionPaces } from '../../store/subscriptions.ts';
export type { Delivery };

/** Who asks: an account, which sees its own subscriptions; administrators see all. */
export type Owner = { userId: Id; isAdmin: boolean; email?: string };

/** What is known of a kind. */
export type KindRules = {
	pace: SubscriptionPace;
	/** The state in which one begins. */
	begins: SubscriptionState;
	problemOf(address: string): Problem | undefined;
	/** Makes the secret of a new one, shown once; null: it has none. */
	makeSecret(): string | null;
	/** The paces that it may have. */
	paces?: readonly SubscriptionPace[];
	/** Whether its receiver may give a token that authorises messages. */
	takesToken?: true;
	/** Which entries it sends where the filter leaves it open. */
	entries?: FilterEntries;
	/** Asks the receiver of an unconfirmed one; without it, nobody is asked. */
	ask?: AskReceiver;
};

export type SubscriptionNeeds = {
	records: Records;
	/** The kinds that are offered. */
	kinds: Readonly<Partial<Record<SubscriptionKind, KindRules>>>;
	secrets: SubscriptionSecrets;
	senders: Delivering['senders'];
	codes: ReceiverCodes;
	definitions: Delivering['definitions'];
	clock: Clock;
	/** Bounds those of an account. */
	mostOfAccount: number;
};

const longestTryMilliseconds = 25_000;
const day = 86_400_000;
/** After how many milliseconds a subscription is due again; 0: at once. */
export const everyOf: Readonly<Record<SubscriptionPace, number>> = { each: 0, daily: day, weekly: 7 * day };

const neededBy: Readonly<Record<SubscriptionKind, string>> = {
	webhook: 'SECRET_KEY',
	email: 'SMTP_URL, MAIL_FROM, PUBLIC_URL and, with PostgreSQL, SECRET_KEY',
	'coar-notify': 'PUBLIC_URL and, with PostgreSQL, SECRET_KEY',
};

export type SubscriptionChange = {
	[Name in 'address' | 'filter' | 'pace' | 'at']?: WantedSubscription[Name] | undefined;
} & {
	name?: string | null | undefined;
	paused?: boolean | undefined;
	/** null: none. Another address needs it again. */
	token?: string | null | undefined;
	/** `now` skips what was not sent. */
	since?: string | undefined;
};

/** What may be done with subscriptions. */
export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** Creates it. */
export function createSubscriptions(needs: SubscriptionNeeds) {
	const { records, kinds, secrets, senders, definitions, clock, mostOfAccount } = needs;
	const agreements = createAgreements(records, needs.codes);
	const rulesOf = (kind: SubscriptionKind): KindRules => {
		const rules = kinds[kind];
		if (rules) return rules;
		const needed = `Its operator has to set ${neededBy[kind]}.`;
		throw wrongParameter('kind', `This broker sends no messages of the kind ${kind}. ${needed}`);
	};
	const check = (
		{ problemOf, paces, takesToken }: KindRules,
		{ address, pace }: SubscriptionTask,
		token: string | null | undefined,
	) => {
		if (token != null && !takesToken) throw wrongParameter('token', 'Only the kind coar-notify takes a token.');
		const problem = problemOf(address);
		if (problem) throw wrongInput('bad-query', [problem]);
		if (paces && !paces.includes(pace))
			throw wrongParameter('pace', `pace must be ${paces.join(' or ')} for this kind.`);
	};
	const ask = async (subscription: Subscription, now: number) => {
		const { ask } = rulesOf(subscription.task.kind);
		if (subscription.state === 'unconfirmed' && ask) await agreements.ask(subscription, now, ask);
	};
	const find = async (owner: Owner, number: Id): Promise<Subscription> => {
		const found = await records.subscription(number);
		if (found && (owner.isAdmin || found.userId === owner.userId)) return found;
		throw noSuch(number);
	};
	const checkRoom = async ({ userId }: Owner, more: number): Promise<void> => {
		if ((await records.countSubscriptions(userId)) + more <= mostOfAccount) return;
		throw new BrokerError('conflict', `An account may have ${mostOfAccount} subscriptions. Remove one first.`);
	};
	const placeOf = (cursor: string) =>
		records.read(async (transaction) => {
			const log = await transaction.changeLog();
			return { log: log.id, lastRead: readCursor(log, cursor, 'since') };
		});
	/** Fails as GET /changes does where the text of a filter names no work, or several. */
	const checkWork = (filter: SubscriptionTask['filter']) =>
		readChanges(records, { ...readChangesQuery(filter), after: 'now' }, definitions);
	const audit = (act: Act, action: AuditAction, { number, task }: Pick<Subscription, 'number' | 'task'>) =>
		records.audit([{ ...act, action, subject: String(number), detail: { kind: task.kind, address: task.address } }]);
	return {
		/**
		 * Makes one, and answers it with its secret, which is not shown again. Fails with `bad-query`
		 * where it is not as wantedSubscriptionSchema and its kind ask, with `conflict` where the account
		 * has as many as it may have, and as Agreements.ask does.
		 */
		async create(
			act: Act,
			owner: Owner,
			{ kind, address, filter, pace, at, name, token, since = 'now' }: WantedSubscription,
		): Promise<{ subscription: Subscription; secret: string | null }> {
			const rules = rulesOf(kind);
			const chosen = pace ?? rules.pace;
			const task: SubscriptionTask = {
				...{ kind, address, pace: chosen, ...(at !== undefined && { at }), name: name ?? null },
				filter: readFilter(filter, { mayHaveAll: owner.isAdmin, entries: rules.entries, definitions }),
			};
			check(rules, task, token);
			await checkWork(task.filter);
			await checkRoom(owner, 1);
			const isAgreed = rules.begins === 'unconfirmed' && (await agreements.isOwn(owner, address));
			const rhythm = { task, createdAt: act.now, everyMilliseconds: everyOf[chosen] };
			const secret = rules.makeSecret();
			const kept = secret ?? token ?? null;
			const subscription = await records.addSubscription(
				{
					...{ userId: owner.userId, state: isAgreed ? 'active' : rules.begins, ...(await placeOf(since)) },
					...{ dueAt: nextDue(rhythm, act.now), ...rhythm, progress: noProgress },
					secrets: kept === null ? null : secrets.keep(kept),
				},
				keysOf(task),
			);
			// Several at once may have found room for one.
			const agreed = checkRoom(owner, 0).then(() => ask(subscription, act.now));
			await agreed.catch(async (error) => {
				await records.removeSubscription(subscription.number);
				throw error;
			});
			await audit(act, 'subscription.created', subscription);
			return { subscription, secret };
		},
		/** Lists those of an account, or of all accounts, by number. */
		list: (owner: Owner, { after, size, all }: { after?: Id; size: number; all: boolean }): Promise<Subscription[]> =>
			records.subscriptions({ ...(!(all && owner.isAdmin) && { userId: owner.userId }), after, size }),
		/** Answers one with its messages, the newest first. Fails with `not-found`. */
		async show(owner: Owner, number: Id) {
			const subscription = await find(owner, number);
			return { subscription, deliveries: await records.deliveries(number) };
		},
		/**
		 * Changes one; another filter holds from the present place on. A disabled one that is no longer
		 * paused continues where it was. A receiver who has to agree is asked at each new address, again
		 * where the address is given again, and where a disabled one is to continue. Fails with `not-found`,
		 * and as `create` does.
		 */
		async change(act: Act, owner: Owner, number: Id, change: SubscriptionChange): Promise<Subscription> {
			const before = await find(owner, number);
			const { address = before.task.address, pace = before.task.pace, name = before.task.name } = change;
			const { at = before.task.at } = change;
			const rules = rulesOf(before.task.kind);
			const token = change.token ?? (address === before.task.address && change.token !== null ? undefined : null);
			const reading = { mayHaveAll: owner.isAdmin, entries: rules.entries, definitions };
			const filter = change.filter ? readFilter(change.filter, reading) : before.task.filter;
			const task = { ...before.task, address, pace, ...(at !== undefined && { at }), name, filter };
			check(rules, task, change.token);
			if (change.filter) await checkWork(filter);
			const state = stateAfter(before, change, rules);
			const changed = await records.changeSubscription(
				number,
				{
					...{ task, state, everyMilliseconds: everyOf[pace] },
					...(rules.takesToken && token !== undefined && { secrets: token === null ? null : secrets.keep(token) }),
					...((pace !== before.task.pace || at !== before.task.at) && {
						dueAt: nextDue({ ...before, task, everyMilliseconds: everyOf[pace] }, act.now),
					}),
					...(change.since !== undefined && {
						...(await placeOf(change.since)),
						progress: { ...before.progress, sending: undefined },
					}),
					...(state === 'active' &&
						before.state !== 'active' && {
							dueAt: act.now,
							progress: { ...noProgress, ...(change.since === undefined && { sending: before.progress.sending }) },
						}),
				},
				change.filter && keysOf(task),
			);
			if (!changed) throw noSuch(number);
			await audit(act, 'subscription.changed', changed);
			if (state !== before.state || change.address !== undefined) await ask(changed, act.now);
			return changed;
		},
		/**
		 * Gives one another secret, and answers it; the former one signs, too, for a day. Fails with
		 * `not-found`, and with `conflict` where its messages are not signed.
		 */
		async rotate(act: Act, owner: Owner, number: Id): Promise<string> {
			const { secrets: kept, task } = await find(owner, number);
			const secret = rulesOf(task.kind).makeSecret();
			if (secret === null || kept === null)
				throw new BrokerError('conflict', 'Only messages to webhooks are signed; this subscription has no secret.');
			const changed = await records.changeSubscription(number, { secrets: secrets.replace(kept, secret, act.now) });
			if (!changed) throw noSuch(number);
			await audit(act, 'subscription.changed', changed);
			return secret;
		},
		/**
		 * Sends one message without entries now, and answers what came of it after how long. Fails with
		 * `not-found`, and with `conflict` where its kind has no such message.
		 */
		async test(owner: Owner, number: Id): Promise<{ answered: Answered; excerpt: string; milliseconds: number }> {
			const subscription = await find(owner, number);
			const sender = senders[subscription.task.kind];
			if (!sender?.test) throw new BrokerError('conflict', 'Only webhooks can be tested.');
			const begun = clock.elapsed();
			const tried = await sender.test(subscription, AbortSignal.timeout(longestTryMilliseconds));
			return { ...tried, milliseconds: Math.round(clock.elapsed() - begun) };
		},
		/**
		 * Sends a message again now, as it was. Fails with `not-found` where there is none, and with
		 * `conflict` where the log no longer has its entries.
		 */
		async resend(act: Act, owner: Owner, number: Id, firstEntry: number): Promise<Delivery> {
			const subscription = await find(owner, number);
			if (rulesOf(subscription.task.kind).begins === 'unconfirmed')
				throw new BrokerError('conflict', 'Messages by email are not sent again.');
			const delivery = (await records.deliveries(number)).find((one) => one.firstEntry === firstEntry);
			const sender = senders[subscription.task.kind];
			if (!delivery || !sender)
				throw new BrokerError('not-found', 'This subscription has no such message among its last 100.');
			const signal = AbortSignal.timeout(longestTryMilliseconds);
			const sent = await sendAgain(records, { subscription, sender, delivery }, { clock, definitions }, signal);
			if (!sent) throw new BrokerError('conflict', 'The log of changes no longer has the entries of this message.');
			await audit(act, 'subscription.resent', subscription);
			return sent;
		},
		/** Answers the subscription that a receiver's code is for. Fails with `not-found`. */
		checkCode: agreements.check,
		/** Confirms one by the code of its receiver. Fails with `not-found`. */
		confirm: agreements.confirm,
		/** Ends one by the code of its receiver. Fails with `not-found`. */
		unsubscribe: agreements.unsubscribe,
		/** Removes one; what is being sent ends. Fails with `not-found`. */
		async remove(act: Act, owner: Owner, number: Id): Promise<void> {
			const found = await find(owner, number);
			await records.removeSubscription(number);
			await audit(act, 'subscription.deleted', found);
		},
	};
}

function noSuch(number: Id): BrokerError {
	return new BrokerError('not-found', `There is no subscription ${number}.`);
}

/** Lists the keys of what a subscription names. */
export function keysOf({ filter }: Pick<SubscriptionTask, 'filter'>): string[] {
	return followedKeys(readChangesQuery(filter));
}

function stateAfter(
	{ state, task }: Subscription,
	{ paused, address = task.address }: SubscriptionChange,
	{ begins }: KindRules,
): SubscriptionState {
	const isAsked = begins === 'unconfirmed';
	if (isAsked && address !== task.address) return 'unconfirmed';
	if (state === 'unconfirmed' || paused === undefined) return state;
	// Who unsubscribed is not sent anything without another confirmation.
	if (isAsked && state === 'disabled') return paused ? 'disabled' : 'unconfirmed';
	return paused ? 'paused' : 'active';
}
