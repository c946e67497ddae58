// Has at hand the batches of events that are about to be applied: remembered, packed, from their submission, or read again before their turn comes; knows no thread.
import { type PackedBatch, unpackBatch } from '../../broker/packed-batch.ts';
import type { LinkBatch } from '../../links/link.ts';
import type { ClaimedEvent, Id } from '../../ports/records/link-store.ts';
import { createRemembered } from './remembered.ts';

export type EventReader = {
	/** Reads the payload of an event; fails with `malformed-json` or `invalid-links`. */
	read(payload: Uint8Array): Promise<LinkBatch>;
	/** Tells whether it is not this thread that reads. */
	readsElsewhere(): boolean;
};

export type EventBatches = {
	/** Keeps what was read of an event that is about to be claimed here, so that it need not be read again, as far as there is room. */
	remember(sequence: Id, batch: PackedBatch): void;
	/** Tells how much is kept so. */
	rememberedBytes(): number;
	/** Begins to read those of the first few of these events that are not at hand, as long as those before them are not too large. */
	readAhead(events: readonly ClaimedEvent[]): void;
	/** Tells how many links an event has that need not be waited for; undefined where it must be. */
	linksAtHand(event: ClaimedEvent): number | undefined;
	/** Answers the batch of an event; fails where that cannot be read. */
	of(event: ClaimedEvent): Promise<LinkBatch>;
	/** Names the last event of which something is remembered; 0 where nothing is. */
	lastRemembered(): Id;
	/** Drops what is at hand of this event and of all older ones: those are not due, or others have worked them off. */
	forget(last: Id): void;
};

// Some 400,000 links; beyond, events are read from storage shortly before their turn comes.
const bytesRemembered = 1 << 25;
// While one is applied, the next one is read or waits, and the one after it is read.
const eventsAhead = 3;
const linksAhead = 40_000;

/** Creates what has batches at hand; `read` reads an event's from storage. */
export function createEventBatches(read: (sequence: Id) => Promise<LinkBatch>): EventBatches {
	const remembered = createRemembered<Id, PackedBatch>(bytesRemembered, ({ packed }) => packed.body.byteLength);
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
	const unpack = (sequence: Id): LinkBatch | undefined => {
		const packed = remembered.take(sequence);
		if (packed === undefined) return undefined;
		const batch = unpackBatch(packed);
		atHand.set(sequence, batch);
		return batch;
	};
	const linksAtHand = ({ sequence }: ClaimedEvent) => (atHand.get(sequence) ?? remembered.get(sequence))?.counts.links;
	return {
		remember: remembered.put,
		rememberedBytes: remembered.bytes,
		readAhead(events) {
			let ahead = 0;
			for (const event of events.slice(0, eventsAhead)) {
				const links = linksAtHand(event);
				ahead += links ?? 0;
				if (ahead > linksAhead) return;
				if (links === undefined && !beingRead.has(event.sequence)) void begin(event.sequence);
			}
		},
		linksAtHand,
		of: async ({ sequence }) => atHand.get(sequence) ?? unpack(sequence) ?? beingRead.get(sequence) ?? begin(sequence),
		lastRemembered: () => Math.max(0, ...remembered.keys()),
		forget(last) {
			for (const sequence of [...remembered.keys()]) if (sequence <= last) remembered.take(sequence);
			for (const kept of [atHand, beingRead]) {
				for (const sequence of kept.keys()) if (sequence <= last) kept.delete(sequence);
			}
		},
	};
}
