// The scales of drawings: counts upwards, and bins side by side. Pure; no DOM.

/** Places counts; `ticks` are the counts with a line. */
export type CountScale = { (count: number): number; ticks: readonly number[] };

/** Places bins by their index; `step` is the distance from one to the next. */
export type BinScale = { (at: number): number; bandwidth: number; step: number };

/** Creates the scale of counts from 0 to `most`, which ends at a round count. */
export function countScale(most: number, [bottom, top]: readonly [number, number]): CountScale {
	const step = roundStep(most / 4);
	const end = Math.max(step, Math.ceil(most / step) * step);
	const place = (count: number) => bottom + (count / end) * (top - bottom);
	return Object.assign(place, { ticks: Array.from({ length: Math.round(end / step) + 1 }, (_, at) => at * step) });
}

/** Rounds a step between counts to a whole 1, 2 or 5 times a power of ten, by its ratio to them. */
function roundStep(step: number): number {
	if (step <= 1) return 1;
	const power = 10 ** Math.floor(Math.log10(step));
	const ratio = step / power;
	return power * (ratio >= Math.sqrt(50) ? 10 : ratio >= Math.sqrt(10) ? 5 : ratio >= Math.sqrt(2) ? 2 : 1);
}

/** The part of a step between two bins. */
const gap = 0.18;

/** Creates the scale of so many bins. */
export function binScale(bins: number, [left, right]: readonly [number, number]): BinScale {
	const step = (right - left) / Math.max(1, bins - gap);
	return Object.assign((at: number) => left + at * step, { step, bandwidth: step * (1 - gap) });
}
