// The inbox: takes notifications of COAR Notify, each once, and does what they ask for: submits the
// links that they announce, or withdraws them again.
import { randomUUID } from 'node:crypto';
import { wrongInput } from '../../errors/wrong-input.ts';
import { BrokerError, hasCode } from '../../errors.ts';
import type { Users } from '../../store/accounts/users.ts';
import type { Act } from '../../store/audit.ts';
import type { NewNotification, Notification, NotificationPage } from '../../store/inbox.ts';
import type { Records } from '../../store/records.ts';
import type { BodyReading, SentBody } from '../read-bodies.ts';
import type { ReadSubmission } from '../read-submission.ts';
import type { EventWithdrawal } from '../withdrawing/withdraw-event.ts';
import {
	type Admitted,
	type AllowedOrigin,
	admitSender,
	type Caller,
	mayBeSender,
	senderOfAccount,
} from './admit-sender.ts';
import { type ReadNotification, readNotification, type Wanted } from './read-notification.ts';

export type { Notification } from '../../store/inbox.ts';
export type { AllowedOrigin } from './admit-sender.ts';

/** What the inbox works on: `work` changes the records. */
export type InboxNeeds = {
	records: Pick<Records, 'notification' | 'notificationsSent' | 'notifications' | 'notifySenders' | 'events' | 'audit'>;
	accounts: Pick<Users, 'users'>;
	bodies: Pick<BodyReading, 'submission'>;
	work: {
		keepNotification(act: Act, notification: NewNotification, links: ReadSubmission | null): Promise<Notification>;
		withdrawEvent(order: EventWithdrawal): Promise<void>;
	};
	now(): number;
};

/** Who may send. */
export type InboxRules = { origins: readonly AllowedOrigin[]; role: string | null };

const retrySeconds = 5;

/** What may be done with the inbox. */
export type Inbox = ReturnType<typeof createInbox>;

/** Creates it. */
export function createInbox(needs: InboxNeeds) {
	const { records, accounts, now } = needs;
	return {
		/** Returns whether a request without an account may be from an admitted sender. */
		mayNotify: async (address: string, { origins }: InboxRules): Promise<boolean> =>
			mayBeSender(address, { origins, senders: await records.notifySenders() }),
		/**
		 * Takes a notification, durably; one that was sent before, with the same content, is returned as
		 * it was kept then. Fails with `malformed-json` and `bad-request` (see readNotification), with
		 * `forbidden` (see admitSender), with `invalid-links` where it announces a link without a usable
		 * pair of identifiers, and with `invalid-body` where its id was sent in the same pattern with other content.
		 */
		async receiveNotification(body: Uint8Array, caller: Caller, rules: InboxRules): Promise<Notification> {
			const read = readNotification(body);
			const senders = await records.notifySenders();
			const admission = { ...rules, senders, accounts };
			const sender = await admitSender(read, caller, admission).catch(async (refusal) => {
				await noteRefusal(needs, caller, refusal);
				throw refusal;
			});
			const sent = await records.notificationsSent(sender.sender, read.id);
			const known = sent.find(({ types }) => types.toSorted().join() === read.types.toSorted().join());
			const kept = known ?? (await keep(read, sender, { act: { by: sender.by, now: now() }, needs }));
			if (kept.digest === read.digest) return kept;
			throw wrongInput('invalid-body', [
				{ pointer: '/id', message: 'This id was sent before with other content. Give the notification another id.' },
			]);
		},
		/** Finds a notification for its sender or an administrator. Fails with `not-found`. */
		async showNotification(userId: number, isAdmin: boolean, uuid: string): Promise<Notification> {
			const found = await records.notification(uuid);
			if (found && (isAdmin || found.sender === senderOfAccount(userId))) return found;
			throw new BrokerError('not-found', `You have sent no notification ${JSON.stringify(uuid)}.`);
		},
		/** Lists notifications, the newest first. */
		listNotifications: (page: NotificationPage): Promise<Notification[]> => records.notifications(page),
	};
}

/** Only accounts are recorded: others could fill the audit. */
async function noteRefusal({ records, now }: InboxNeeds, { account, address }: Caller, refusal: unknown) {
	if (account === undefined || !hasCode(refusal, 'forbidden')) return;
	const [by, detail] = [{ who: account.email, address }, { reason: refusal.message }];
	await records.audit([{ by, now: now(), action: 'notification.refused', subject: account.email, detail }]);
}

type Keeping = { act: Act; needs: InboxNeeds };

async function keep(read: ReadNotification, admitted: Admitted, keeping: Keeping): Promise<Notification> {
	const { act, needs } = keeping;
	const { id: sentId, digest, types, text: body, wanted } = read;
	const common = {
		...{ uuid: randomUUID(), sender: admitted.sender, userId: admitted.userId, sentId, digest, types, body },
		...{ outcome: 'nothing' as const, note: null, eventId: null },
	};
	switch (wanted.what) {
		case 'links': {
			const links = await needs.bodies.submission(submissionOf(body, wanted, admitted, act.now));
			const ofEvent = { outcome: 'accepted' as const, eventId: randomUUID() };
			return needs.work.keepNotification(act, { ...common, ...ofEvent }, links);
		}
		case 'undo':
			return needs.work.keepNotification(act, { ...common, ...(await undo(wanted, admitted, keeping)) }, null);
		case 'nothing':
			return needs.work.keepNotification(act, { ...common, note: wanted.why }, null);
	}
}

function submissionOf(
	text: string,
	{ provider }: Extract<Wanted, { what: 'links' }>,
	{ userId, by }: Admitted,
	now: number,
): SentBody {
	return {
		// Another thread may take its memory.
		body: new TextEncoder().encode(text),
		reading: { from: 'coar-notify', supplied: {}, provider, date: new Date(now).toISOString().slice(0, 10) },
		...{ action: 'assert', replaces: null, partial: false, userId, submittedBy: by },
	};
}

/** Withdraws the event of an announcement that the same sender has sent; else there is nothing to do. */
async function undo(
	{ ids, reason }: Extract<Wanted, { what: 'undo' }>,
	{ sender, userId }: Admitted,
	{ act, needs: { records, work } }: Keeping,
): Promise<Pick<NewNotification, 'outcome' | 'note' | 'eventId'>> {
	const sent = await Promise.all(ids.map((id) => records.notificationsSent(sender, id)));
	const announced = sent.flat().find(({ outcome }) => outcome === 'accepted');
	if (!announced?.eventId) {
		const note = 'Nothing to do: no announcement of links by this sender has the id that is undone.';
		return { outcome: 'nothing', note, eventId: null };
	}
	const { eventId } = announced;
	await work.withdrawEvent({ act, eventId, userId, reason }).catch((cause) => {
		if (!hasCode(cause, 'conflict')) throw cause;
		const message = 'The announcement is being processed at the moment. Send the notification again.';
		throw new BrokerError('unavailable', message, { cause, retryAfterSeconds: retrySeconds });
	});
	return { outcome: 'withdrawn', note: null, eventId };
}
