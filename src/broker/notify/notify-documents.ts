// The documents of the inbox: what became of a notification, and its senders, as HTTP and the command
// line write them.
import { isoTime } from '../../links/link-date.ts';
import type { ListedNotification, Notification, NotificationAnswer } from '../../store/inbox.ts';
import type { ShownSender } from './senders.ts';

/** Returns the notification as it came, with what became of it. */
export function notificationDocument(notification: Notification) {
	return { ...(JSON.parse(notification.body) as object), received: receivedDocument(notification) };
}

/** Returns what became of a notification. */
export function receivedDocument({ receivedAt, outcome, note, eventId, sender, answer }: ListedNotification) {
	return {
		...{ time: isoTime(receivedAt), outcome, note, event_id: eventId, sender },
		answer: answer && answerDocument(answer),
	};
}

function answerDocument({ to, tries, acceptedAt, failure }: NotificationAnswer) {
	return { inbox: to.inbox, tries, accepted: acceptedAt === null ? null : isoTime(acceptedAt), problem: failure };
}

/** Returns a sender; `email` is null where its account was deleted. */
export function senderDocument({ number, email, rules, createdAt }: ShownSender) {
	const { origins, actors, networks } = rules;
	return {
		number,
		email,
		origins: [...origins],
		actors: [...actors],
		networks: [...networks],
		created: isoTime(createdAt),
	};
}
