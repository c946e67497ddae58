// Counts links by the types and years of their other objects; knows no filter.
import { type ObjectTypeName, objectTypeNames } from '../../../links/description.ts';
import { remember } from '../../../links/remember.ts';
import type { SearchResult } from '../../../ports/search/search-index.ts';
import { type LinkColumns, type Marks, noYear } from './link-columns.ts';
import { typeOfCode } from './schema.ts';

/** How many links there are by code of type, and of each year that is known. */
type TraitCounts = { types: Uint32Array; years: Map<number, number> };

type Traits = Pick<LinkColumns, 'count' | 'type' | 'year'>;
type Facets = NonNullable<SearchResult['facets']>;

/** Counts links by their traits. */
export type FacetCounter = {
	/** Counts the links that are marked, all where there are no marks. */
	add(links: Traits, marks?: Marks): void;
	/** Tells what was counted, as an answer has it: of all links of one view the same each time. */
	facets(): Facets;
};

/** Begins to count. */
export function createFacetCounter(): FacetCounter {
	// What was counted of all links of one view, as long as there is nothing else.
	let whole: TraitCounts | undefined;
	let sum: TraitCounts | undefined;
	const toSum = (): TraitCounts => {
		sum ??= noneCounted();
		if (whole) addCounts(sum, whole);
		whole = undefined;
		return sum;
	};
	return {
		add(links, marks) {
			if (marks || links.count < fewestRemembered) count(toSum(), links, marks);
			else if (whole || sum) addCounts(toSum(), countAll(links));
			else whole = countAll(links);
		},
		facets: () => (whole ? facetsOfWhole(whole) : facetsOf(sum ?? noneCounted())),
	};
}

function noneCounted(): TraitCounts {
	return { types: new Uint32Array(objectTypeNames.length), years: new Map() };
}

// Of fewer it takes some 3 µs: less than what remembering it would keep in memory is worth.
const fewestRemembered = 500;
// What takes more than ten bytes for each link, with the answers made of it, is counted again.
const linksPerYearRemembered = 20;
// Types and years of columns never change, and these are kept for later searches.
const countsOfAll = new WeakMap<Traits, TraitCounts>();

function countAll(links: Traits): TraitCounts {
	const known = countsOfAll.get(links);
	if (known) return known;
	const counts = noneCounted();
	count(counts, links);
	if (counts.years.size * linksPerYearRemembered <= links.count) countsOfAll.set(links, counts);
	return counts;
}

function addCounts({ types, years }: TraitCounts, more: TraitCounts): void {
	for (const [code, links] of more.types.entries()) types[code] = (types[code] as number) + links;
	for (const [year, links] of more.years) addYear(years, year, links);
}

function count({ types, years }: TraitCounts, links: Traits, marks?: Marks): void {
	const { first, places } = placesForYears(links);
	for (let ordinal = 0; ordinal < links.count; ordinal++) {
		if (marks && marks[ordinal] === 0) continue;
		const code = links.type[ordinal] as number;
		types[code] = (types[code] as number) + 1;
		const year = links.year[ordinal] as number;
		const place = year - first;
		if (place >= 0 && place < places.length) places[place] = (places[place] as number) + 1;
		else if (year !== noYear) addYear(years, year, 1);
	}
	for (const [place, links] of places.entries()) if (links > 0) addYear(years, first + place, links);
}

/** Gives each year a place in a row, to the last one or as far as there are links: of 1,900 that takes 10 µs, and to look up each one's count 17. */
function placesForYears({ count, year }: Traits): { first: number; places: Uint32Array } {
	let first = Number.POSITIVE_INFINITY;
	let last = Number.NEGATIVE_INFINITY;
	for (let ordinal = 0; ordinal < count; ordinal++) {
		const one = year[ordinal] as number;
		if (one === noYear) continue;
		if (one < first) first = one;
		if (one > last) last = one;
	}
	return { first, places: new Uint32Array(last < first ? 0 : Math.min(last - first + 1, count)) };
}

function addYear(years: Map<number, number>, year: number, links: number): void {
	years.set(year, (years.get(year) ?? 0) + links);
}

const facetsOfWhole = remember(facetsOf);

function facetsOf({ types, years }: TraitCounts): Facets {
	const type = Array.from(types, (count, code): [ObjectTypeName, number] => [typeOfCode(code), count])
		.filter(([, count]) => count > 0)
		.sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));
	const publicationYear = [...years].sort(([one], [other]) => one - other);
	return { type, publicationYear };
}
