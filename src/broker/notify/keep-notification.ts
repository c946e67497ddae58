// Keeps a notification with the event that it becomes, in one transaction.

import type { Act } from '../../store/audit.ts';
import { asAssertion, type NewEvent } from '../../store/events.ts';
import type { NewNotification, Notification, Outcome } from '../../store/inbox.ts';
import type { Records } from '../../store/records.ts';
import type { ReadSubmission } from '../read-submission.ts';

/** Keeps it, durably; where its sender has sent its id before, returns the earlier one instead. */
export function keepNotification(
	records: Pick<Records, 'keepNotification'>,
	act: Act,
	notification: NewNotification,
	links: ReadSubmission | null,
): Promise<Notification> {
	return records.keepNotification(act, notification, eventOf(act, notification, links));
}

/** The new outcome of a notification that was kept before, and whose event it is. */
export type NewOutcome = Outcome & Pick<Notification, 'uuid' | 'userId'>;

/** Replaces its outcome, durably; see the store. */
export function replayNotification(
	records: Pick<Records, 'replayNotification'>,
	act: Act,
	{ uuid, userId, ...outcome }: NewOutcome,
	links: ReadSubmission | null,
): Promise<Notification | undefined> {
	return records.replayNotification(act, uuid, outcome, eventOf(act, { ...outcome, userId }, links));
}

function eventOf(
	act: Act,
	{ eventId, userId }: Pick<NewNotification, 'eventId' | 'userId'>,
	read: ReadSubmission | null,
): NewEvent | null {
	if (read === null || eventId === null) return null;
	const { payload, links, providers, refused } = read;
	return {
		...{ ...asAssertion, eventId, payload, links, refused: refused.count, providers, noindex: false, userId },
		...{ submittedBy: act.by, now: act.now, sourceAddress: act.by.address },
	};
}
