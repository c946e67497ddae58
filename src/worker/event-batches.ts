// Has at hand the batches of events that are about to be applied: remembered from their submission, or read again before their turn comes; knows no thread.
import type { LinkBatch } from '../links/link.ts';
import type { ClaimedEvent, Id } from '../storage/link-store.ts';

export type EventBatches = {
	/** Keeps what was read of an event that is about to be claimed here, so that it need not be read again, as far as there is room. */
	remember(sequence: Id, batch: LinkBatch): void;
	/** Begins to read the first of these events that are not at hand. */
	readAhead(events: readonly ClaimedEvent[]): void;
	/** Tells whether an event need not be waited for. */
	isAtHand(event: ClaimedEvent): boolean;
	/** Answers the batch of an event; fails where that cannot be read. */
	of(event: ClaimedEvent): Promise<LinkBatch>;
	/** Drops what is at hand of this event and of all older ones: events are claimed oldest first, so those were worked off by others. */
	forget(event: ClaimedEvent): void;
};

// Beyond, events are read from storage again.
const rememberedLinks = 40_000;
// One is read while one is applied and another one waits: what takes longer than that cannot be hidden anyway.
const readAtOnce = 3;

/** Creates what has batches at hand; `read` reads an event's from storage. */
export function createEventBatches(read: (sequence: Id) => Promise<LinkBatch>): EventBatches {
	const atHand = new Map<Id, LinkBatch>();
	const beingRead = new Map<Id, Promise<LinkBatch>>();

	const begin = (sequence: Id): Promise<LinkBatch> => {
		const reading = read(sequence);
		beingRead.set(sequence, reading);
		reading.then(
			(batch) => {
				if (beingRead.delete(sequence)) atHand.set(sequence, batch);
			},
			// Whoever waits for it hears of that; whoever comes later has it read again.
			() => beingRead.delete(sequence),
		);
		return reading;
	};
	return {
		remember(sequence, batch) {
			let kept = batch.counts.links;
			for (const { counts } of atHand.values()) kept += counts.links;
			if (kept <= rememberedLinks) atHand.set(sequence, batch);
		},
		readAhead(events) {
			const unread = events.filter(({ sequence }) => !atHand.has(sequence)).slice(0, readAtOnce);
			for (const { sequence } of unread) if (!beingRead.has(sequence)) void begin(sequence);
		},
		isAtHand: ({ sequence }) => atHand.has(sequence),
		of: async ({ sequence }) => atHand.get(sequence) ?? beingRead.get(sequence) ?? begin(sequence),
		forget({ sequence: last }) {
			for (const kept of [atHand, beingRead]) {
				for (const sequence of kept.keys()) if (sequence <= last) kept.delete(sequence);
			}
		},
	};
}
