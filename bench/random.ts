// Draws pseudorandom numbers from a seed, the same on every machine. Not for secrets.

/** The state of a sequence; drawing from it changes it. */
export type Random = { state: number };

const weylStep = 0x9e3779b9;

/** Starts the sequence of a seed (a whole number). */
export function createRandom(seed: number): Random {
	return { state: scramble(seed) };
}

/** Draws a number from 0 up to, but not including, 1. */
export function draw(random: Random): number {
	random.state = (random.state + weylStep) | 0;
	return scramble(random.state) / 2 ** 32;
}

/** Draws a whole number from 0 to `limit` - 1. */
export function drawBelow(random: Random, limit: number): number {
	return Math.floor(draw(random) * limit);
}

/** Draws an element of a list, all with the same probability. */
export function drawOne<T>(random: Random, list: readonly T[]): T {
	return list[drawBelow(random, list.length)] as T;
}

/** Draws from the exponential distribution: mostly small numbers, a few large ones. */
export function drawExponential(random: Random, mean: number): number {
	return -Math.log(1 - draw(random)) * mean;
}

/** Hashes two whole numbers to a number of 32 bits. */
export function mix(one: number, other: number): number {
	return scramble((scramble(one) ^ Math.imul(other, weylStep)) | 0);
}

/** Spreads each bit over all 32. It is reversible, so different numbers have different results. */
function scramble(number: number): number {
	let bits = number | 0;
	bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
	bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
	return (bits ^ (bits >>> 15)) >>> 0;
}
