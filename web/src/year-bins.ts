// Groups counts per year and type into bins for stacked bars.
import { largest, smallest } from './extremes.ts';
import { type ObjectTypeName, typeNames } from './relations.ts';

/** Counts one year, or several where single years would be too thin to see. */
export type YearBin = { from: number; to: number; counts: Readonly<Record<ObjectTypeName, number>>; total: number };

/** Counts by year and type; a missing type has no counts. */
export type YearCounts = ReadonlyMap<ObjectTypeName, readonly (readonly [year: number, count: number])[]>;

const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

/** Groups the years from the first to the last into at most `most` bins, without gaps. */
export function yearBins(counts: YearCounts, most: number): YearBin[] {
	const years = [...counts.values()].flatMap((buckets) =>
		buckets.filter(([, count]) => count > 0).map(([year]) => year),
	);
	if (years.length === 0) return [];
	const first = smallest(years);
	const last = largest(years);
	const step = steps.find((years) => binOf(last, years) - binOf(first, years) < most) ?? 1_000;
	const bins = Array.from({ length: binOf(last, step) - binOf(first, step) + 1 }, (_, at) => {
		const from = (binOf(first, step) + at) * step;
		return { from, to: from + step - 1, counts: noCounts(), total: 0 };
	});
	for (const [type, buckets] of counts) {
		for (const [year, count] of buckets) {
			const bin = bins[binOf(year, step) - binOf(first, step)];
			if (bin === undefined) continue;
			bin.counts[type] += count;
			bin.total += count;
		}
	}
	return bins;
}

/** Counts the works of each type, within `years` if given. */
export function countByType(
	totals: Readonly<Record<ObjectTypeName, number>>,
	counts: YearCounts,
	years: { from: number | undefined; to: number | undefined } | undefined,
): Record<ObjectTypeName, number> {
	const byType = noCounts();
	for (const type of typeNames) {
		const within = (counts.get(type) ?? []).filter(([year]) => isWithin(year, years));
		byType[type] = years === undefined ? totals[type] : within.reduce((sum, [, count]) => sum + count, 0);
	}
	return byType;
}

/** Returns whether a year lies in a range; undefined contains every year. */
export function isWithin(
	year: number,
	years: { from: number | undefined; to: number | undefined } | undefined,
): boolean {
	return year >= (years?.from ?? Number.NEGATIVE_INFINITY) && year <= (years?.to ?? Number.POSITIVE_INFINITY);
}

/** Writes a bin's years: `2017`, or `2010–2014`. */
export function binTitle({ from, to }: { from: number; to: number }): string {
	return from === to ? String(from) : `${from}–${to}`;
}

/** Returns a count of 0 for each type. */
export function noCounts(): Record<ObjectTypeName, number> {
	return { literature: 0, software: 0, dataset: 0, unknown: 0 };
}

function binOf(year: number, step: number): number {
	return Math.floor(year / step);
}
