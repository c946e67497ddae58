// Subscriptions and their messages as HTTP and the command line show them.
import { isoTime } from '../../links/link-date.ts';
import type { Id } from '../../store/graph.ts';
import type { Delivery } from '../../store/subscription-delivery.ts';
import type { Subscription } from '../../store/subscriptions.ts';
import { writeCursor } from '../changes/change-query.ts';

export { subscriptionPaces } from '../../store/subscriptions.ts';

/** Names a message by its subscription and its first entry. */
export function messageId(subscription: Id, firstEntry: number): string {
	return `msg_${subscription}_${firstEntry}`;
}

/** Makes the document of a subscription, which never has its secret; times are milliseconds since 1970. */
export function subscriptionDocument(one: Subscription, now: number) {
	const { task, progress, state, log, lastRead, firstMatch, lag, dueAt } = one;
	return {
		...{ id: one.number, ...task, filter: { ...task.filter }, state },
		cursor: writeCursor({ id: log }, lastRead),
		lag: { changes: lag.entries, seconds: lag.since === null ? 0 : Math.max(Math.floor((now - lag.since) / 1_000), 0) },
		may_have_more: firstMatch !== null || lag.entries > 0,
		next: isoTime(state === 'active' && (firstMatch !== null || one.everyMilliseconds > 0) ? dueAt : null),
		last_success: isoTime(progress.succeededAt),
		last_failure: progress.lastFailure && {
			time: isoTime(progress.lastFailure.at),
			status: progress.lastFailure.status,
			message: progress.lastFailure.message,
		},
		...{ failures: progress.failures, created: isoTime(one.createdAt) },
	};
}

/** Makes the document of a message. */
export function deliveryDocument(number: Id, delivery: Delivery) {
	const { firstEntry, lastEntry, entries, tries, triedAt, status, failure } = delivery;
	return {
		message: messageId(number, firstEntry),
		...{ entries, first: firstEntry, last: lastEntry, tries, tried: isoTime(triedAt), status, failure },
	};
}

/** Reads the first entry of a message from its id; NaN where it is none of the subscription. */
export function entryOfMessage(number: Id, id: string): number {
	const first = Number(/^msg_\d+_(\d+)$/.exec(id)?.[1]);
	return messageId(number, first) === id ? first : Number.NaN;
}
