// Counts of a whole result: by type and year, by relation as stated, and by version.
import type { Aggregations, AnsweredIdentifier } from '../../../clients/typescript/src/schemas.ts';
import { type ObjectTypeName, readType, typeNames } from '../relations.ts';
import { noCounts, type YearCounts } from '../year-bins.ts';

/** The number of works with a value. */
export type Counted = readonly [value: string, count: number];

/** The number of works that are linked to a version; `key` is its identifier as `scheme:value`. */
export type CountedVersion = {
	key: string;
	Identifiers: AnsweredIdentifier[];
	VersionName?: string | undefined;
	count: number;
};

/** Counts a whole result. */
export type Facets = {
	total: number;
	byType: Readonly<Record<ObjectTypeName, number>>;
	/** By type and known year. */
	years: YearCounts;
	/** By type and the year of the latest statement of each link. */
	linkYears: YearCounts;
	/** By the relation as stated. */
	subtypes: readonly Counted[];
	/** By the version of the asked work; empty if versions are not grouped. */
	versions: readonly CountedVersion[];
};

/** The counts in an answer that are read. */
type Counts = Pick<Aggregations, 'type' | 'subtype' | 'via'>;

/** Reads the counts of an answer. */
export function readFacets({ type, subtype, via }: Counts): Facets {
	const byType = noCounts();
	for (const { key, doc_count } of type.buckets) byType[readType(key)] += doc_count;
	const yearsBy = (field: 'publication_year' | 'link_year') => {
		const years = new Map<ObjectTypeName, (readonly [number, number])[]>();
		for (const { key, [field]: counted } of type.buckets) {
			const counts = counted.buckets.map((year) => [Number(year.key), year.doc_count] as const);
			years.set(readType(key), [...(years.get(readType(key)) ?? []), ...counts]);
		}
		return years;
	};
	return {
		total: typeNames.reduce((sum, name) => sum + byType[name], 0),
		...{ byType, years: yearsBy('publication_year'), linkYears: yearsBy('link_year') },
		subtypes: subtype.buckets.map(({ key, doc_count }): Counted => [key, doc_count]),
		versions: (via?.buckets ?? []).map(({ doc_count: count, ...version }) => ({ ...version, count })),
	};
}

/** Adds up the counts of disjoint results. */
export function addFacets(all: readonly Facets[]): Facets {
	const byType = noCounts();
	for (const name of typeNames) byType[name] = all.reduce((sum, facets) => sum + facets.byType[name], 0);
	const yearsBy = (field: 'years' | 'linkYears') =>
		new Map(typeNames.map((name) => [name, all.flatMap(({ [field]: years }) => years.get(name) ?? [])]));
	return {
		total: all.reduce((sum, { total }) => sum + total, 0),
		...{ byType, years: yearsBy('years'), linkYears: yearsBy('linkYears') },
		subtypes: addCounts(all.flatMap(({ subtypes }) => subtypes)),
		versions: addVersions(all.flatMap(({ versions }) => versions)),
	};
}

/** Adds up the counts of each version, in the order of the counts. */
function addVersions(versions: readonly CountedVersion[]): CountedVersion[] {
	const byKey = new Map(versions.map((version) => [version.key, version]));
	const counts = addCounts(versions.map(({ key, count }) => [key, count]));
	return counts.map(([key, count]) => ({ ...(byKey.get(key) as CountedVersion), count }));
}

/** Adds up the counts of each value; the highest come first, as in answers. */
function addCounts(counts: readonly Counted[]): Counted[] {
	const sums = new Map<string, number>();
	for (const [value, count] of counts) sums.set(value, (sums.get(value) ?? 0) + count);
	return [...sums].sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));
}
