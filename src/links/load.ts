// A load: the events that one act brought, such as those of a file, and what became of them.
import type { EventAction, EventCounts, EventState, Withdrawn } from './link-event.ts';

/** Lists what may bring a load. */
export const loadKinds = ['submission', 'files', 'harvest'] as const;
export type LoadKind = (typeof loadKinds)[number];

/** Lists the states of a load; statusOfLoad says what each means. */
export const loadStatuses = [
	'New',
	'Processing',
	'Done',
	'Error',
	'Withdrawing',
	'Withdrawn',
	'Partly withdrawn',
] as const;
export type LoadStatus = (typeof loadStatuses)[number];

/** A load; times are milliseconds since 1970. */
export type Load = {
	/** The number of its first event. */
	sequence: number;
	/** The id of its first event, which is the id of the load. */
	loadId: string;
	kind: LoadKind;
	/** The files as they were named, or the name of the harvest; null for submissions without one. */
	name: string | null;
	userId: number | null;
	/** When its first event was accepted. */
	createdAt: number;
	/** False while more events may come: it is being loaded, or was interrupted and can be continued. */
	isComplete: boolean;
	/** When the last of its events ended; null while it is not complete, or one is New or Processing. */
	finishedAt: number | null;
	/** How many of its events are in which state. */
	events: Readonly<Record<EventState, number>>;
	/** What its events do, in the order of `eventActions`. */
	actions: readonly EventAction[];
	links: number;
	refused: number;
	/** The sums of the counts of its events; null where they were not asked for. */
	counts: EventCounts | null;
	/** When, by whom and why it was withdrawn as a whole, or its first event where all are withdrawn. */
	withdrawn: Withdrawn | null;
	/** Whether events of it are still to be withdrawn. */
	isWithdrawing: boolean;
};

/** Counts the events of a load in all states. */
export function eventsIn(events: Load['events']): number {
	return Object.values(events).reduce((sum, count) => sum + count, 0);
}

/**
 * Returns the state of a load by the states of its events: New while none of them was begun,
 * Processing while some wait, Error where one failed. Withdrawn ones count only once no others
 * wait or failed. While it is being withdrawn as a whole, it is Withdrawing.
 */
export function statusOfLoad({ events, isWithdrawing }: Pick<Load, 'events' | 'isWithdrawing'>): LoadStatus {
	if (isWithdrawing) return 'Withdrawing';
	if (events.New + events.Processing > 0) {
		return events.Processing + events.Done + events.Error > 0 ? 'Processing' : 'New';
	}
	if (events.Error > 0) return 'Error';
	if (events.Withdrawn === 0) return 'Done';
	return events.Done === 0 ? 'Withdrawn' : 'Partly withdrawn';
}
