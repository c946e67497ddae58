// What is asked of the broker about works that words find, and in which shape; knows no page.
import type { FoundWork, FoundWorks as WireWorks } from '../../../clients/typescript/src/schemas.ts';
import { queryOf } from '../address/parts.ts';
import { type SearchView, searchParameters, worksPerPage } from '../address/search-view.ts';
import { type ObjectTypeName, readType } from '../relations.ts';
import { noCounts } from '../year-bins.ts';
import { askJson } from './broker-api.ts';

/** One page of works, and how the whole result divides. */
export type FoundWorks = {
	total: number;
	/** Whether these are all; else those that come first in the order were looked at. */
	isWhole: boolean;
	/** Other words that find something, where nothing was found. */
	suggestions: readonly string[];
	works: readonly FoundWork[];
	byType: Readonly<Record<ObjectTypeName, number>>;
	/** Newest first. */
	years: readonly (readonly [year: number, count: number])[];
	publishers: readonly (readonly [name: string, count: number])[];
	/** Goes on behind this page; undefined at the end. */
	cursor: string | undefined;
};

/** Writes the address of that question. */
export function worksAddress(view: SearchView): string {
	const parameters = searchParameters(view);
	const isOpen = view.q === '' && view.type === undefined && view.years === undefined;
	// Something must be asked for: all works are what a star finds.
	return `/api/objects${queryOf({ ...parameters, q: isOpen ? '*' : parameters.q, size: String(worksPerPage) })}`;
}

/** Asks for the works that a view shows. Fails with RequestFailure. */
export async function askWorks(view: SearchView): Promise<FoundWorks> {
	const { total, total_relation, hits, aggregations, suggestions, links } = (await askJson(
		worksAddress(view),
	)) as WireWorks;
	const byType = noCounts();
	for (const { key, doc_count } of aggregations.type.buckets) byType[readType(String(key))] += doc_count;
	const next = links.next ?? undefined;
	return {
		total,
		isWhole: total_relation === 'eq',
		suggestions: suggestions ?? [],
		works: hits,
		byType,
		years: aggregations.publication_year.buckets
			.map(({ key, doc_count }) => [Number(key), doc_count] as const)
			.sort(([one], [other]) => other - one),
		publishers: aggregations.publisher.buckets.map(({ key, doc_count }) => [String(key), doc_count] as const),
		cursor: next === undefined ? undefined : (new URL(next, location.origin).searchParams.get('cursor') ?? undefined),
	};
}
