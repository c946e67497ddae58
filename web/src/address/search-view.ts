// The view of a search for works by words, as an address and back. Pure; no DOM.

import { type ObjectTypeName, typeNames } from '../relations.ts';
import { sitePath } from '../site/site.ts';
import type { GroupBy } from './object-view.ts';
import { oneOf, queryOf, readPageNumber, readYears, writeYears, type YearRange } from './parts.ts';

/** Lists the orders of works; relevance is the default of a search with words. */
export const workOrders = ['relevance', 'mostcited', 'mostrecent', '-mostcited', '-mostrecent'] as const;
export type WorkOrder = (typeof workOrders)[number];

/** Selects the works of a search. */
export type SearchView = {
	page: 'search';
	q: string;
	type: ObjectTypeName | undefined;
	years: YearRange | undefined;
	groupBy: GroupBy;
	sort: WorkOrder;
	/** Continues after the previous page; `pageNumber` is then for display only. */
	cursor: string | undefined;
	pageNumber: number;
};

/** The number of works on a page. */
export const worksPerPage = 25;

/** Creates the default view of a search: all versions of a work together, the best match first. */
export function searchView(q: string, settings: Partial<Omit<SearchView, 'page' | 'q'>> = {}): SearchView {
	return {
		page: 'search',
		q,
		type: undefined,
		years: undefined,
		groupBy: 'version',
		sort: 'relevance',
		cursor: undefined,
		pageNumber: 1,
		...settings,
	};
}

/** Changes a search; it starts again at the first page. */
export function changedSearch(view: SearchView, change: Partial<Omit<SearchView, 'page'>>): SearchView {
	return { ...view, cursor: undefined, pageNumber: 1, ...change };
}

/** Reads the query of such an address. */
export function readSearchView(parameters: URLSearchParams): SearchView {
	const cursor = parameters.get('cursor') ?? undefined;
	return searchView(parameters.get('q')?.trim() ?? '', {
		type: oneOf(parameters, 'type', typeNames),
		years: readYears(parameters.get('publication_year')),
		groupBy: oneOf(parameters, 'group_by', ['identity', 'version']) ?? 'version',
		sort: oneOf(parameters, 'sort', workOrders) ?? 'relevance',
		cursor,
		pageNumber: cursor === undefined ? 1 : readPageNumber(parameters),
	});
}

/** Writes the address of such a page. */
export function writeSearchView({ q, type, years, groupBy, sort, cursor, pageNumber }: SearchView): string {
	const parameters = {
		q: q || undefined,
		type,
		publication_year: writeYears(years),
		group_by: groupBy === 'version' ? undefined : groupBy,
		sort: sort === 'relevance' ? undefined : sort,
		cursor,
		page: pageNumber === 1 ? undefined : String(pageNumber),
	};
	return sitePath(`/search${queryOf(parameters)}`);
}
