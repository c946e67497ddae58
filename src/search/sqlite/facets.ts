// Counts links by the types and years of their other objects; knows no filter.
import { type ObjectTypeName, objectTypeNames } from '../../links/description.ts';
import type { SearchResult } from '../search-index.ts';
import { type LinkColumns, type Marks, noYear } from './link-columns.ts';
import { typeOfCode } from './schema.ts';

/** How many links there are by code of type, and of each year. */
export type TraitCounts = { types: Uint32Array; years: Map<number, number> };

/** Begins to count. */
export function createTraitCounts(): TraitCounts {
	return { types: new Uint32Array(objectTypeNames.length), years: new Map() };
}

/** Counts the links that are marked, all where there are no marks. */
export function addTraits({ types, years }: TraitCounts, { count, type, year }: LinkColumns, marks?: Marks): void {
	for (let ordinal = 0; ordinal < count; ordinal++) {
		if (marks && marks[ordinal] === 0) continue;
		const code = type[ordinal] as number;
		types[code] = (types[code] as number) + 1;
		const published = year[ordinal] as number;
		years.set(published, (years.get(published) ?? 0) + 1);
	}
}

/** Tells what was counted, as an answer has it. */
export function facetsOf({ types, years }: TraitCounts): NonNullable<SearchResult['facets']> {
	const type = Array.from(types, (count, code): [ObjectTypeName, number] => [typeOfCode(code), count])
		.filter(([, count]) => count > 0)
		.sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));
	const publicationYear = [...years].filter(([year]) => year !== noYear).sort(([one], [other]) => one - other);
	return { type, publicationYear };
}
