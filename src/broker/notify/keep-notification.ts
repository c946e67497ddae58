// Keeps a notification with the event that it becomes, in one transaction.

import type { Act } from '../../store/audit.ts';
import { asAssertion } from '../../store/events.ts';
import type { NewNotification, Notification } from '../../store/inbox.ts';
import type { Records } from '../../store/records.ts';
import type { ReadSubmission } from '../read-submission.ts';

/** Keeps it, durably; where its sender has sent its id before, returns the earlier one instead. */
export function keepNotification(
	records: Pick<Records, 'keepNotification'>,
	act: Act,
	notification: NewNotification,
	read: ReadSubmission | null,
): Promise<Notification> {
	const { eventId, userId } = notification;
	if (read === null || eventId === null) return records.keepNotification(act, notification, null);
	const { payload, links, providers, refused } = read;
	return records.keepNotification(act, notification, {
		...{ ...asAssertion, eventId, payload, links, refused: refused.count, providers, noindex: false, userId },
		...{ submittedBy: act.by, now: act.now, sourceAddress: act.by.address },
	});
}
