// Numbers that look random and follow from a seed alone.

export type Random = {
	/** At least 0 and less than 1. */
	next(): number;
	/** A whole number of 0 to one less than `below`. */
	below(below: number): number;
	/** A whole number from `least` to `most`. */
	between(least: number, most: number): number;
	/** Returns whether something happens that does so with this probability. */
	happens(probability: number): boolean;
	pick<T>(items: readonly T[]): T;
};

/** Begins a series of numbers (mulberry32). */
export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (bound: number) => Math.floor(next() * bound);
	return {
		next,
		below,
		between: (least, most) => least + below(most - least + 1),
		happens: (probability) => next() < probability,
		pick: <T>(items: readonly T[]) => items[below(items.length)] as T,
	};
}
