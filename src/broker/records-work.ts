// What writes to the records, or reads much of them: so put together that one thread can do it for
// the others.
import type { Act } from '../store/audit.ts';
import type { Records } from '../store/records.ts';
import { createStoreEvent } from './accept-event.ts';
import { changeHarvest, type HarvestOrder, orderHarvest } from './harvests.ts';
import { reportedIncident } from './health.ts';
import { type EventWithdrawal, restoreEvent, withdrawEvent } from './withdrawing/withdraw-event.ts';
import {
	type LoadRestoration,
	type LoadWithdrawalOrder,
	type NamedLoad,
	orderLoadWithdrawal,
	rerunLoad,
	restoreLoad,
	withdrawEventsOf,
} from './withdrawing/withdraw-load.ts';

/** What may be done by another thread: arguments and results can be cloned. */
export type RecordsWork = ReturnType<typeof createRecordsWork>;

/** Creates it on the records of this thread. */
export function createRecordsWork(records: Records) {
	const { keepNotification, replayNotification, addNotifySender, removeNotifySender, audit } = records;
	return {
		store: createStoreEvent(records, { now: Date.now }),
		keepNotification,
		replayNotification,
		addNotifySender,
		removeNotifySender,
		audit,
		rerun: (act: Act, eventIds: readonly string[] | 'errors') => records.rerun(act, eventIds),
		withdrawEvent: async (order: EventWithdrawal): Promise<void> => void (await withdrawEvent(records, order)),
		restoreEvent: (order: { act: Act; eventId: string }) => restoreEvent(records, order),
		/**
		 * Orders the withdrawal of a load, and withdraws its events for this long; workers withdraw the
		 * others.
		 */
		async withdrawLoad(order: LoadWithdrawalOrder & { act: Act; forMilliseconds: number }): Promise<void> {
			await orderLoadWithdrawal(records, order);
			const until = performance.now() + order.forMilliseconds;
			await withdrawEventsOf(records, order.sequence, () => performance.now() >= until);
		},
		restoreLoad: (order: LoadRestoration & { act: Act }) => restoreLoad(records, order),
		rerunLoad: (order: NamedLoad & { act: Act }) => rerunLoad(records, order),
		changeHarvest: (change: { act: Act; number: number; everySeconds: number | null }) =>
			changeHarvest(records, change),
		orderHarvest: (order: { act: Act; number: number; order: HarvestOrder }) => orderHarvest(records, order),
		/** Returns why it cannot be done; null if it can. */
		incident: async () => reportedIncident(await records.incident()),
		backlog: () => records.backlog(),
		size: () => records.size(),
		followingState: () => records.followingState(),
	};
}
