// Measures the broker and a bare server by turns, so that both meet the same state of the machine; knows not what is measured.
import { median } from './percentile.ts';

/** One figure of each server. */
export type OfBoth = { broker: number; bare: number };

/**
 * Measures both servers in turn, so many times each, and takes the middle figure of either: a machine whose cores are shared stands still now and then,
 * whoever is asked, and more often in some minutes than in others.
 */
export async function mediansInTurn(
	times: number,
	measure: { broker(): Promise<number>; bare(): Promise<number> },
): Promise<OfBoth> {
	const found = { broker: [] as number[], bare: [] as number[] };
	for (let time = 0; time < times; time++) {
		found.broker.push(await measure.broker());
		found.bare.push(await measure.bare());
	}
	return { broker: median(found.broker), bare: median(found.bare) };
}
