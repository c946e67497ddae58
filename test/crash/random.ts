// Chance that a seed repeats. It knows nothing of what is chosen.

/** Chooses by chance; the same seed chooses the same. */
export type Random = {
	/** A whole number from `least` to `most`. */
	between(least: number, most: number): number;
	/** Happens so many times of a hundred. */
	percent(chance: number): boolean;
	oneOf<T>(values: readonly T[]): T;
};

/** Begins with a seed: mulberry32, which is short and even enough for choosing. */
export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	const next = (): number => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
	return {
		between,
		percent: (chance) => next() * 100 < chance,
		oneOf: (values) => values[between(0, values.length - 1)] as (typeof values)[number],
	};
}
