// Counts the requests of each sender that rest, and decides which rest makes way. No clock.
import type { CountedSender } from './admission.ts';
import { withoutShareOfAccounts } from './places.ts';

/** A request that waits for its client or for news. `end` ends the wait. */
export type Resting = {
	end(): void;
	/** Whether it is an answer being sent, which cannot be refused any more. */
	isAnswer: boolean;
};

type Held = CountedSender & { resting: Set<Resting> };

/** The share of all rests that one sender may have. */
const shareOfOne = 1 / 8;

/** The rests of a process. */
export type Rests = ReturnType<typeof createRests>;

/** Creates the count of at most so many rests, none at first. */
export function createRests(most: number) {
	const senders = new Map<string, Held>();
	let all = 0;
	let ofAddresses = 0;
	const add = (held: Held, by: 1 | -1): void => {
		all += by;
		if (held.kind === 'address') ofAddresses += by;
	};
	const stop = (held: Held, resting: Resting): void => {
		if (held.resting.delete(resting)) add(held, -1);
		if (held.resting.size === 0) senders.delete(held.key);
	};
	/** Returns the sender whose rest makes way for one more of `held`. */
	const restingMost = (held: Held): Held => {
		const isOfAddresses = held.kind === 'address' && all < most;
		let found = held;
		for (const other of senders.values()) {
			if (isOfAddresses && other.kind === 'account') continue;
			if (other.resting.size > found.resting.size) found = other;
		}
		return found;
	};
	return {
		/**
		 * Counts a request as resting. Returns false if its own sender has too many. Otherwise the oldest
		 * rest of the sender with the most makes way, if there is no room.
		 */
		begin({ kind, key }: CountedSender, resting: Resting): boolean {
			const held = senders.get(key) ?? { kind, key, resting: new Set() };
			const isFullOfOwn = held.resting.size >= Math.max(1, Math.floor(most * shareOfOne));
			const isFullOfAddresses = held.kind === 'address' && ofAddresses >= withoutShareOfAccounts(most);
			if (isFullOfOwn || isFullOfAddresses || all >= most) {
				const fullest = isFullOfOwn ? held : restingMost(held);
				if (fullest === held && !resting.isAnswer) return false;
				const [oldest] = fullest.resting;
				if (oldest) stop(fullest, oldest);
				oldest?.end();
			}
			// Ending a rest may have removed a sender without others.
			senders.set(held.key, held);
			held.resting.add(resting);
			add(held, 1);
			return true;
		},
		/** Ends the count of a rest, unless it has made way for another. */
		end({ key }: CountedSender, resting: Resting): void {
			const held = senders.get(key);
			if (held) stop(held, resting);
		},
		/** Returns how many requests rest. */
		count: (): number => all,
		/** Returns the number of senders that are counted. */
		senders: (): number => senders.size,
	};
}
