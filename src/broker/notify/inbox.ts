// The inbox: takes notifications of COAR Notify, each once, and does what they ask for: submits the
// links that they announce, or withdraws them again. Offers are answered.
import { randomUUID } from 'node:crypto';
import { wrongInput } from '../../errors/wrong-input.ts';
import { BrokerError, hasCode } from '../../errors.ts';
import type { Act, Actor } from '../../store/audit.ts';
import { asAssertion, type NewEvent } from '../../store/events.ts';
import type { Id } from '../../store/graph.ts';
import type { ListedNotification, Notification, NotificationPage, Outcome } from '../../store/inbox.ts';
import type { Records } from '../../store/records.ts';
import type { BodyReading, SentBody } from '../read-bodies.ts';
import type { RecordsWork } from '../records-work.ts';
import {
	type Admitted,
	type AllowedOrigin,
	admitSender,
	type Caller,
	mayBeSender,
	senderOfAccount,
} from './admit-sender.ts';
import { answerOf } from './answer-offers.ts';
import { type Announced, descriptionOf } from './describe-announced.ts';
import { type ReadNotification, readNotification, type Wanted } from './read-notification.ts';
import { addSender, listSenders, removeSender, type SenderNeeds, type WantedSender } from './senders.ts';

export type { ListedNotification, Notification } from '../../store/inbox.ts';
export type { AllowedOrigin } from './admit-sender.ts';
export type { ShownSender, WantedSender } from './senders.ts';

/** What the inbox works on: `work` changes the records. */
export type InboxNeeds = {
	records: Pick<Records, 'notification' | 'notificationsSent' | 'notifications' | 'notifySenders'>;
	accounts: SenderNeeds['accounts'];
	bodies: Pick<BodyReading, 'submission'>;
	work: SenderNeeds['work'] & Pick<RecordsWork, 'keepNotification' | 'replayNotification' | 'withdrawEvent' | 'audit'>;
	now(): number;
	/** Called after links were accepted from a sender with a page of their work. */
	onAnnounced?: ((announced: Announced) => void) | undefined;
};

/** Who may send. */
export type InboxRules = { origins: readonly AllowedOrigin[]; role: string | null };

const retrySeconds = 5;
/** More notifications of a sender than the specification has patterns may not have the same id. */
const mostOfId = 20;

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
		 * pair of identifiers, and with `invalid-body` where its id was sent in the same pattern with other
		 * content, or in too many patterns.
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
			const isFull = known === undefined && sent.length >= mostOfId;
			const kept = known ?? (isFull ? undefined : await keep(read, sender, needs));
			if (kept?.digest === read.digest) return kept;
			const before = isFull ? `in ${mostOfId} patterns` : 'with other content';
			throw wrongInput('invalid-body', [
				{ pointer: '/id', message: `This id was sent before ${before}. Give the notification another id.` },
			]);
		},
		/**
		 * Finds a notification for its sender or an administrator; an account as its sender is named by
		 * its email. Fails with `not-found`.
		 */
		async showNotification(userId: number, isAdmin: boolean, uuid: string): Promise<Notification> {
			const found = await records.notification(uuid);
			if (!found || !(isAdmin || found.sender === senderOfAccount(userId))) throw noSuch(uuid);
			return (await withEmails<[Notification]>([found], needs))[0];
		},
		/** Lists notifications, the newest first, as showNotification does. */
		listNotifications: async (page: NotificationPage): Promise<ListedNotification[]> =>
			withEmails(await records.notifications(page), needs),
		/**
		 * Does again what a notification asks for of which nothing came: what it undoes has come since, or
		 * the broker reads more of it now. Fails with `not-found`, with `conflict` where something came
		 * of it, and as receiveNotification does.
		 */
		replayNotification: async (by: Actor, uuid: string): Promise<Notification> =>
			(await withEmails<[Notification]>([await replay(uuid, { by, now: now() }, needs)], needs))[0],
		/** Registers a sender; see addSender. */
		addNotifySender: (by: Actor, sender: WantedSender) => addSender(needs, { by, now: now() }, sender),
		listNotifySenders: () => listSenders(needs),
		/** Removes a sender; what it sent stays. Fails with `not-found`. */
		removeNotifySender: (by: Actor, number: Id) => removeSender(needs, { by, now: now() }, number),
	};
}

async function withEmails<T extends ListedNotification[]>(found: T, { accounts }: InboxNeeds): Promise<T> {
	const emails = await accounts.emails([...new Set(found.flatMap(({ userId }) => userId ?? []))]);
	return found.map((one) => {
		const email = one.userId !== null && one.sender === senderOfAccount(one.userId) && emails.get(one.userId);
		return email ? { ...one, sender: email } : one;
	}) as T;
}

function noSuch(uuid: string): BrokerError {
	return new BrokerError('not-found', `There is no notification ${JSON.stringify(uuid)}.`);
}

/** Only accounts are recorded: others could fill the audit. */
async function noteRefusal({ work, now }: InboxNeeds, { account, address }: Caller, refusal: unknown) {
	if (account === undefined || !hasCode(refusal, 'forbidden')) return;
	const [by, detail] = [{ who: account.email, address }, { reason: refusal.message }];
	await work.audit([{ by, now: now(), action: 'notification.refused', subject: account.email, detail }]);
}

/** What is done about a notification of a sender; `day` is that of its receipt. */
type Doing = { needs: InboxNeeds; act: Act; uuid: string; sender: string; userId: Id | null; day: string };

async function keep(read: ReadNotification, admitted: Admitted, needs: InboxNeeds): Promise<Notification> {
	const { sender, userId, by } = admitted;
	const act = { by, now: needs.now() };
	const { id: sentId, digest, types, text: body } = read;
	const uuid = randomUUID();
	const { outcome, event } = await doWanted(read, { needs, act, uuid, sender, userId, day: dayOf(act.now) });
	const answer = answerOf(read, admitted);
	const notification = { uuid, sender, userId, sentId, digest, types, body, ...outcome, answer };
	const kept = await needs.work.keepNotification(act, notification, event);
	// One that came at the same time may have been kept in its place.
	if (kept.uuid === uuid) noteAnnounced(read, kept, act.by, needs);
	return kept;
}

/** Does again what a kept notification asks for; see Inbox. */
async function replay(uuid: string, act: Act, needs: InboxNeeds): Promise<Notification> {
	const kept = await needs.records.notification(uuid);
	if (kept === undefined) throw noSuch(uuid);
	const { sender, userId, outcome: before, eventId, body, receivedAt } = kept;
	if (before !== 'nothing') {
		const command = before === 'accepted' ? 'rerun' : 'restore';
		throw new BrokerError('conflict', `It became the event ${eventId}. Use \`events ${command} ${eventId}\`.`);
	}
	const doing = { needs, act, uuid, sender, userId, day: dayOf(receivedAt) };
	const read = readNotification(new TextEncoder().encode(body));
	const { outcome, event } = await doWanted(read, doing);
	const replayed = await needs.work.replayNotification(act, uuid, outcome, event);
	if (!replayed)
		throw new BrokerError('conflict', 'Something came of this notification in the meantime. Look at it again.');
	noteAnnounced(read, replayed, act.by, needs);
	return replayed;
}

function noteAnnounced(
	{ wanted }: ReadNotification,
	{ uuid: eventId, userId }: Notification,
	by: Actor,
	{ onAnnounced }: InboxNeeds,
): void {
	if (wanted.what === 'links' && wanted.page !== undefined) onAnnounced?.({ eventId, page: wanted.page, userId, by });
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Withdraws at once what is to be withdrawn; links become an event where the notification is kept. */
async function doWanted(
	{ text, wanted }: ReadNotification,
	doing: Doing,
): Promise<{ outcome: Outcome; event: NewEvent | null }> {
	switch (wanted.what) {
		case 'links': {
			const { uuid: eventId, userId, act, needs } = doing;
			const { payload, links, providers, refused } = await needs.bodies.submission(submissionOf(text, wanted, doing));
			// By its id, the event is known as one that was received so.
			const event: NewEvent = {
				...{ ...asAssertion, eventId, payload, links, refused: refused.count, providers, noindex: false, userId },
				...{ submittedBy: act.by, now: act.now, sourceAddress: act.by.address },
			};
			return { outcome: { outcome: 'accepted', note: null, eventId }, event };
		}
		case 'undo':
			return { outcome: await undo(wanted, doing), event: null };
		case 'nothing':
			return { outcome: { outcome: 'nothing', note: wanted.why, eventId: null }, event: null };
	}
}

function submissionOf(
	text: string,
	{ provider }: Extract<Wanted, { what: 'links' }>,
	{ userId, act, day }: Doing,
): SentBody {
	return {
		// Another thread may take its memory.
		body: new TextEncoder().encode(text),
		reading: { from: 'coar-notify', supplied: {}, provider, date: day },
		...{ action: 'assert', replaces: null, partial: false, userId, submittedBy: act.by },
	};
}

/** Withdraws the event of an announcement that the same sender has sent; else there is nothing to do. */
async function undo(
	{ ids, reason }: Extract<Wanted, { what: 'undo' }>,
	{ sender, userId, act, needs: { records, work } }: Doing,
): Promise<Outcome> {
	const sent = await Promise.all(ids.map((id) => records.notificationsSent(sender, id)));
	const announced = sent.flat().find(({ outcome }) => outcome === 'accepted');
	if (!announced?.eventId) {
		const note = 'Nothing to do: no announcement of links by this sender has the id that is undone.';
		return { outcome: 'nothing', note, eventId: null };
	}
	const { eventId } = announced;
	const withdraw = (id: string) => work.withdrawEvent({ act, eventId: id, userId, reason });
	try {
		await withdraw(eventId);
		await withdraw(descriptionOf(eventId)).catch((cause) => {
			if (!hasCode(cause, 'not-found')) throw cause;
		});
	} catch (cause) {
		if (!hasCode(cause, 'conflict')) throw cause;
		const message = 'The announcement is being processed at the moment. Send the notification again.';
		throw new BrokerError('unavailable', message, { cause, retryAfterSeconds: retrySeconds });
	}
	return { outcome: 'withdrawn', note: null, eventId };
}
