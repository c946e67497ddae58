// Counts links by the types and years of their other objects; knows no filter.
import type { SearchResult } from '../search-index.ts';
import type { Marks } from './filter.ts';
import { type LinkColumns, noYear } from './link-columns.ts';
import { typeOfCode } from './schema.ts';

/** How many links there are of each code of type and of each year. */
export type TraitCounts = { types: Map<number, number>; years: Map<number, number> };

/** Begins to count. */
export function createTraitCounts(): TraitCounts {
	return { types: new Map(), years: new Map() };
}

/** Counts the links that are marked, all where there are no marks. */
export function addTraits({ types, years }: TraitCounts, { count, type, year }: LinkColumns, marks?: Marks): void {
	for (let ordinal = 0; ordinal < count; ordinal++) {
		if (marks && marks[ordinal] === 0) continue;
		countOne(types, type[ordinal] as number);
		countOne(years, year[ordinal] as number);
	}
}

function countOne(counts: Map<number, number>, value: number): void {
	counts.set(value, (counts.get(value) ?? 0) + 1);
}

/** Tells what was counted, as an answer has it. */
export function facetsOf({ types, years }: TraitCounts): NonNullable<SearchResult['facets']> {
	const type = [...types].map(([code, count]) => [typeOfCode(code), count] as [ReturnType<typeof typeOfCode>, number]);
	type.sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));
	const publicationYear = [...years].filter(([year]) => year !== noYear).sort(([one], [other]) => one - other);
	return { type, publicationYear };
}
