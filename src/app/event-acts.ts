// What may be done with a single event beside applying it, on the records of this thread.
import { type EventLinksQuery, listEventLinks } from '../broker/list-event-links.ts';
import { previewWithdrawal, restoreEvent, withdrawEvent } from '../broker/taking-back/withdraw-event.ts';
import type { WithdrawalOrder, WithdrawalPreview } from '../broker/withdrawal-order.ts';
import type { Act } from '../store/audit.ts';
import type { Records } from '../store/records.ts';

/** See the use cases of Broker; each takes one argument, which may come from another thread. */
export type EventActs = {
	listEventLinks(query: EventLinksQuery & { sequence: number }): Promise<unknown[]>;
	withdrawEvent(order: WithdrawalOrder & { act: Act }): Promise<void>;
	restoreEvent(order: { act: Act; eventId: string }): Promise<void>;
	previewWithdrawal(eventId: string): Promise<WithdrawalPreview>;
};

/** Creates them. */
export function createEventActs(records: Records): EventActs {
	return {
		listEventLinks: async ({ sequence, ...query }) => listEventLinks(await records.payload(sequence), query),
		async withdrawEvent(order) {
			await withdrawEvent(records, order);
		},
		restoreEvent: (order) => restoreEvent(records, order),
		previewWithdrawal: (eventId) => previewWithdrawal(records, eventId),
	};
}
