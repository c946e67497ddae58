// The agreement of receivers: whoever is written to by email is asked first, and may end it at any
// time, both by a code that only the receiver gets.
import { wrongParameter } from '../../errors/wrong-input.ts';
import { BrokerError } from '../../errors.ts';
import type { Act } from '../../store/audit.ts';
import type { AuditAction } from '../../store/audit-actions.ts';
import type { Id } from '../../store/graph.ts';
import type { Records } from '../../store/records.ts';
import type { Subscription } from '../../store/subscriptions.ts';
import { type Answered, nextDue } from './deliver.ts';

/** The codes of receivers. */
export type ReceiverCodes = {
	/** Makes one that is hard to guess. */
	make(): string;
	/** Makes what is stored of it. */
	hash(code: string): string;
	/** The code that ends a subscription at its present address, the same each time. */
	ending(subscription: Pick<Subscription, 'number' | 'task'>): string;
};

/** Asks a receiver by a message that has this code. */
export type AskReceiver = (subscription: Subscription, code: string) => Promise<Answered>;

/** What a receiver may do by a code. */
export const receiverActions = ['confirm', 'unsubscribe'] as const;
export type ReceiverAction = (typeof receiverActions)[number];

const day = 86_400_000;
const codeMilliseconds = 7 * day;
/** How often an address is asked in a day, and how many questions an account has in a day. */
const mostAsked = { ofAddress: 3, ofUser: 50 };

/** What is done with the agreement of receivers. */
export type Agreements = ReturnType<typeof createAgreements>;

/** Creates it. */
export function createAgreements(records: Records, codes: ReceiverCodes) {
	const audit = (act: Act, action: AuditAction, { number, task }: Subscription) =>
		records.audit([{ ...act, action, subject: String(number), detail: { kind: task.kind, address: task.address } }]);
	const check = async (action: ReceiverAction, number: Id, code: string, now: number): Promise<Subscription> => {
		const found = await records.subscription(number);
		const hash = codes.hash(code);
		if (found?.task.kind === 'email') {
			if (action === 'unsubscribe' && hash === codes.hash(codes.ending(found))) return found;
			if (action === 'confirm' && (await records.isConfirming(number, hash, now - codeMilliseconds))) return found;
		}
		throw new BrokerError('not-found', 'This link is no longer valid. No subscription is confirmed or ended by it.');
	};
	return {
		/**
		 * Asks the receiver of an unconfirmed subscription. Fails with `too-many-requests` where the address
		 * or the account has had as many questions as it may, with `bad-query` where the receiver is
		 * refused, and with `unavailable` where the question cannot be sent.
		 */
		async ask(subscription: Subscription, now: number, askReceiver: AskReceiver): Promise<void> {
			const { number, userId, task } = subscription;
			const code = codes.make();
			const codeHash = codes.hash(code);
			const asked = { subscription: number, userId, address: task.address, codeHash, askedAt: now };
			const limits = { since: now - day, ...mostAsked, keptSince: now - codeMilliseconds };
			const added = await records.addConfirmation(asked, limits);
			if (added !== 'added') {
				const whom = added === 'too many to the address' ? 'This address was' : 'Addresses of your account were';
				const message = `${whom} asked for confirmation too often within a day. Try again tomorrow.`;
				throw new BrokerError('too-many-requests', message, { retryAfterSeconds: day / 1_000 });
			}
			const answered = await askReceiver(subscription, code);
			if (answered.isAccepted) return;
			// What may have arrived counts, or a slow mail server would let an address be asked without end.
			if (!answered.mayHaveArrived) await records.removeConfirmation(codeHash);
			const message = `The confirmation cannot be sent. ${answered.message}`;
			if (answered.isFinal) throw wrongParameter('address', message);
			throw new BrokerError('unavailable', message);
		},
		/** Whether an address is that of the account itself, which confirmed another subscription there. */
		isOwn: async ({ userId, email }: { userId: Id; email?: string }, address: string): Promise<boolean> =>
			email?.toLowerCase() === address.toLowerCase() && records.hasConfirmed(userId, address),
		/** Answers the subscription that a code is for, and changes nothing. Fails with `not-found`. */
		check,
		/** Makes an unconfirmed subscription active. Fails with `not-found` by another code. */
		async confirm(act: Act, number: Id, code: string): Promise<Subscription> {
			const before = await check('confirm', number, code, act.now);
			const confirmed = await records.confirmSubscription(number, codes.hash(code), {
				since: act.now - codeMilliseconds,
				dueAt: nextDue(before, act.now),
			});
			if (!confirmed) return check('confirm', number, code, act.now);
			if (before.state === 'unconfirmed') await audit(act, 'subscription.changed', confirmed);
			return confirmed;
		},
		/**
		 * Ends a subscription at the receiver's wish; only another confirmation makes it active again. Fails
		 * with `not-found` by another code.
		 */
		async unsubscribe(act: Act, number: Id, code: string): Promise<Subscription> {
			const found = await check('unsubscribe', number, code, act.now);
			await records.voidConfirmations(number);
			if (found.state === 'disabled') return found;
			const lastFailure = { at: act.now, status: null, message: 'The receiver unsubscribed.' };
			const progress = { ...found.progress, lastFailure };
			const ended = await records.changeSubscription(number, { state: 'disabled', progress });
			if (!ended) return found;
			await audit(act, 'subscription.disabled', ended);
			return ended;
		},
	};
}
