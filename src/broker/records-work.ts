// What writes to the records, or reads much of them: so put together that one thread can do it for
// the others.

import { parseJson } from '../formats/json/json-text.ts';
import { readRecord } from '../formats/scholix/read-record.ts';
import { writeLink } from '../formats/scholix/writing/write-link.ts';
import type { Act } from '../store/audit.ts';
import type { Records } from '../store/records.ts';
import { createAcceptEvent } from './accept-event.ts';
import { type HarvestOrder, orderHarvest } from './harvests.ts';
import { reportedIncident } from './health.ts';
import { type PreviewOrder, previewBody } from './preview.ts';
import { type EventWithdrawal, previewWithdrawal, restoreEvent, withdrawEvent } from './withdrawing/withdraw-event.ts';

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
		/** Returns why it cannot be done; null if it can. */
		incident: async () => reportedIncident(await records.incident()),
		backlog: () => records.backlog(),
		size: () => records.size(),
	};
}

/** A stretch of the links of an event: at most `limit`, behind the first `after`. */
type EventLinksQuery = { after: number; limit: number };

/**
 * Returns links of a payload as Scholix link objects, in its order, in whatever dialect they came.
 * A record that is not valid any more comes as it was submitted.
 */
export function listEventLinks(payload: Uint8Array, { after, limit }: EventLinksQuery): unknown[] {
	const parsed = parseJson(payload, 'kept');
	if (!('value' in parsed) || !Array.isArray(parsed.value)) return [];
	return parsed.value.slice(after, after + limit).map((record: unknown, at) => {
		const read = readRecord(record, after + at);
		return 'link' in read ? writeLink(read.link) : record;
	});
}
