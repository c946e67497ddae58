// Counts the requests of each sender that work or queue for a place, and decides who goes next.
// No clock.
import type { CountedSender } from './admission.ts';

/** A request in the queue. Only new ones can be refused; the others return from a rest. */
export type Queued = { since: number; isNew: boolean; begin(): void; refuse(error: Error): void };

type Bounds = { mostWorking: number; mostQueued: number };

type Held = CountedSender & { working: number; queue: Queued[] };

/** The share of all places that is kept for accounts, whatever network addresses send. */
const shareOfAccounts = 1 / 4;

/** The places for one kind of work. */
export type Places = ReturnType<typeof createPlaces>;

/** Creates the places, all of them free. */
export function createPlaces({ mostWorking, mostQueued }: Bounds) {
	const senders = new Map<string, Held>();
	/** The senders with requests that work or queue, by when they came or were last served. */
	const busy = new Set<Held>();
	const all = { working: 0, queued: 0 };
	/** All requests in the queue, those that return from a rest included. */
	let inQueue = 0;
	/** The kind that was served longest ago comes first. */
	const kinds: QueuedKind[] = ['account', 'address', 'resting'];
	let ofAddresses = 0;
	const count = (held: Held, by: 1 | -1): void => {
		held.working += by;
		all.working += by;
		if (held.kind === 'address') ofAddresses += by;
	};
	const heldOf = ({ kind, key }: CountedSender): Held => {
		const known = senders.get(key);
		if (known) return known;
		const held: Held = { kind, key, working: 0, queue: [] };
		senders.set(key, held);
		return held;
	};
	const removeIdle = (held: Held): void => {
		if (held.working > 0 || held.queue.length > 0) return;
		busy.delete(held);
		senders.delete(held.key);
	};
	const mayWork = (held: Held): boolean => {
		const others = busy.has(held) ? busy.size - 1 : busy.size;
		// Each of n senders gets one part in n + 1, so the next one finds a free place.
		const share = Math.max(1, Math.floor(mostWorking / (others + 2)));
		if (held.working >= share || all.working >= mostWorking) return false;
		return held.kind === 'account' || ofAddresses < withoutShareOfAccounts(mostWorking);
	};
	const begin = (held: Held): void => {
		count(held, 1);
		busy.delete(held);
		busy.add(held);
	};
	const removeQueued = (held: Held, queued: Queued): void => {
		held.queue.splice(held.queue.indexOf(queued), 1);
		inQueue--;
		if (queued.isNew) all.queued--;
		removeIdle(held);
	};
	const fewest = (kind: QueuedKind): Held | undefined => {
		let best: Held | undefined;
		for (const held of busy) {
			if ((best && best.working <= held.working) || kindOfNext(held) !== kind || !mayWork(held)) continue;
			best = held;
			if (held.working === 0) break;
		}
		return best;
	};
	return {
		/** Takes a place for a sender that may have one more now; returns whether it did. */
		tryBegin(sender: CountedSender): boolean {
			const held = heldOf(sender);
			const isFree = mayWork(held);
			if (isFree) begin(held);
			else removeIdle(held);
			return isFree;
		},
		/** Gives a place back. */
		end(sender: CountedSender): void {
			const held = heldOf(sender);
			count(held, -1);
			removeIdle(held);
		},
		/**
		 * Adds a request to the queue. Returns the request that a full queue refuses: the newest one of
		 * the sender with the most, addresses before accounts.
		 */
		enqueue(sender: CountedSender, queued: Queued): Queued | undefined {
			const held = heldOf(sender);
			held.queue.push(queued);
			inQueue++;
			busy.add(held);
			if (!queued.isNew) return undefined;
			all.queued++;
			if (all.queued <= mostQueued) return undefined;
			let most = held;
			for (const other of busy) if (rankToRefuse(other) > rankToRefuse(most)) most = other;
			const refused = most.queue.findLast(({ isNew }) => isNew) as Queued;
			removeQueued(most, refused);
			return refused;
		},
		/**
		 * Takes the next request from the queue and gives it a place: of the senders that may have one
		 * more, the one with the fewest, then the one that came or was served longest ago. Requests of
		 * accounts, of addresses, and those that return from a rest take turns: many of a kind may come
		 * at once.
		 */
		next(): Queued | undefined {
			for (const kind of kinds) {
				const held = fewest(kind);
				const queued = held?.queue[0];
				if (held === undefined || queued === undefined) continue;
				kinds.splice(kinds.indexOf(kind), 1);
				kinds.push(kind);
				begin(held);
				removeQueued(held, queued);
				return queued;
			}
			return undefined;
		},
		/** Removes the new requests that came before a time, and returns them. */
		takeBefore(time: number): Queued[] {
			const late = [...busy].flatMap((held) =>
				held.queue.filter(({ isNew, since }) => isNew && since < time).map((queued) => ({ held, queued })),
			);
			for (const { held, queued } of late) removeQueued(held, queued);
			return late.map(({ queued }) => queued);
		},
		/** Returns when the oldest new request in the queue came; undefined if there is none. */
		oldest(): number | undefined {
			if (all.queued === 0) return undefined;
			const times = busy
				.values()
				.map(({ queue }) => queue.find(({ isNew }) => isNew)?.since ?? Number.POSITIVE_INFINITY);
			return times.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
		},
		/** Returns how many requests work, and queue without having worked. */
		counts: () => ({ ...all }),
		/** Returns the number of senders that are counted. */
		senders: (): number => senders.size,
		/** Returns whether a request is in the queue. */
		hasQueued: (): boolean => inQueue > 0,
	};
}

/** Returns how many of so many places network addresses may have together. */
export function withoutShareOfAccounts(most: number): number {
	return most - Math.floor(most * shareOfAccounts);
}

type QueuedKind = CountedSender['kind'] | 'resting';

/** Returns the kind of the next request of a sender; undefined if none is in the queue. */
function kindOfNext({ kind, queue }: Held): QueuedKind | undefined {
	if (queue[0] === undefined) return undefined;
	return queue[0].isNew ? kind : 'resting';
}

/** A full queue refuses a request of the sender with the highest rank. */
function rankToRefuse({ kind, queue }: Held): number {
	const count = queue.reduce((sum, { isNew }) => sum + Number(isNew), 0);
	return count === 0 ? 0 : 2 * count + Number(kind === 'address');
}
