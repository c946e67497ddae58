// Answers offers that the broker does nothing about, to the inbox of their origin: at least once, and
// with the same id at each try.
import type { Notification, NotificationAnswer } from '../../store/inbox.ts';
import type { Records } from '../../store/records.ts';
import { type Answered, type Delivering, nextTry } from '../following/deliver.ts';
import type { Admitted } from './admit-sender.ts';
import type { ReadNotification } from './read-notification.ts';

/** A notification that is to be answered. */
export type AnswerableNotification = Notification & { answer: NotificationAnswer };

/** Sends the answer to a notification. */
export type SendAnswer = (notification: AnswerableNotification, signal: AbortSignal) => Promise<Answered>;

/** Another process takes the answer for lost that long after a try began: longer than any try takes. */
const claimMilliseconds = 120_000;
const busyMilliseconds = 1_000;

/** Returns the answer that an offer of this sender gets; null: none. An origin has its own inbox only. */
export function answerOf({ answerTo }: ReadNotification, { origin }: Admitted): NotificationAnswer | null {
	if (answerTo === undefined) return null;
	if (origin !== undefined && URL.parse(origin)?.origin !== new URL(answerTo.inbox).origin) return null;
	return { to: answerTo, tries: 0, acceptedAt: null, failure: null };
}

/** Sends the answer that has been due for longest; returns whether there was one. */
export async function answerDue(
	records: Pick<Records, 'claimAnswer' | 'noteAnswer'>,
	{ clock, random, send }: Pick<Delivering, 'clock' | 'random'> & { send: SendAnswer },
	signal: AbortSignal,
): Promise<boolean> {
	const now = clock.now();
	const claimed = await records.claimAnswer(now, now + claimMilliseconds);
	if (claimed?.answer == null) return false;
	const { number, answer } = claimed;
	const answered = await send({ ...claimed, answer }, signal);
	if (answered.isAccepted) {
		const accepted = { ...answer, tries: answer.tries + 1, acceptedAt: clock.now(), failure: null };
		await records.noteAnswer(number, accepted, null);
	} else if (signal.aborted || answered.isWaiting) {
		// Nothing was found out about the receiver.
		await records.noteAnswer(number, answer, clock.now() + (answered.retryAfterMilliseconds ?? busyMilliseconds));
	} else {
		const failed = { ...answer, tries: answer.tries + 1, failure: answered.message };
		await records.noteAnswer(number, failed, nextTry(answered, failed.tries, { clock, random }) ?? null);
	}
	return true;
}
