// What writes to the records, or reads much of them: so put together that one thread can do it for
// the others.
import type { Act } from '../store/audit.ts';
import type { Records } from '../store/records.ts';
import { createAcceptEvent } from './accept-event.ts';
import { type HarvestOrder, orderHarvest } from './harvests.ts';
import { toldTrouble } from './health.ts';
import { type EventLinksQuery, listEventLinks } from './list-event-links.ts';
import { type PreviewOrder, previewBody } from './preview-body.ts';
import { type EventWithdrawal, previewWithdrawal, restoreEvent, withdrawEvent } from './taking-back/withdraw-event.ts';

/** What may be done by another thread: arguments and results can be cloned. */
export type RecordsWork = ReturnType<typeof createRecordsWork>;

/** Creates it on the records of this thread; submissions have so many links and bytes at most. */
export function createRecordsWork(
	records: Records,
	{ maxLinksPerEvent: maxLinks, maxBodyBytes: maxBytes }: { maxLinksPerEvent: number; maxBodyBytes: number },
) {
	const limits = { maxLinks, maxBytes };
	return {
		accept: createAcceptEvent(records, { ...limits, now: Date.now }),
		preview: (order: PreviewOrder) => previewBody(order, limits),
		listEventLinks: async ({ sequence, ...query }: EventLinksQuery & { sequence: number }) =>
			listEventLinks(await records.payload(sequence), query),
		rerun: (act: Act, eventIds: readonly string[] | 'errors') => records.rerun(act, eventIds),
		withdrawEvent: async (order: EventWithdrawal): Promise<void> => void (await withdrawEvent(records, order)),
		restoreEvent: (order: { act: Act; eventId: string }) => restoreEvent(records, order),
		previewWithdrawal: (eventId: string) => previewWithdrawal(records, eventId),
		orderHarvest: (order: { act: Act; number: number; order: HarvestOrder }) => orderHarvest(records, order),
		/** Tells why it cannot be done; null where it can. */
		trouble: async () => toldTrouble(await records.trouble()),
		backlog: () => records.backlog(),
		size: () => records.size(),
	};
}
