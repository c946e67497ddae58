// Questions about the links of a work: a page of them, their counts, and addresses of their exports.
import type { RelationshipsQuery } from '../../../clients/typescript/src/link-broker.ts';
import type { RelationshipsPage } from '../../../clients/typescript/src/relationships-page.ts';
import type {
	Aggregations,
	FormatParameter,
	SearchRelationshipsParameters,
} from '../../../clients/typescript/src/schemas.ts';
import type { CountSum, FlagNumbers } from '../../../src/search/flags/left-out.ts';
import { isFiltered, type ObjectView, saysWhatCounts } from '../address/object-view.ts';
import { flagNames, queryOf, writeYears } from '../address/parts.ts';
import { type Question, question } from '../asking/answers.ts';
import { type Loaded, useAnswer } from '../asking/use-answer.ts';
import type { RelationChoice } from '../relations.ts';
import { quoted } from '../shell-word.ts';
import { sitePath, wholeAddress } from '../site/site.ts';
import { type Facets, readFacets } from './facets.ts';
import { type Shown, wholeFacets } from './work.ts';

/** The largest page of the API, since a list for printing should have few pages. */
const printedPageSize = 1_000;

/** Returns the query for all links of a view, without order and page. */
export function resultQuery(view: ObjectView, relation: RelationChoice): RelationshipsQuery {
	const { id, scheme, groupBy, type, years, from, to, q, via, subtype, flagged, definition, exclude } = view;
	return {
		...{ id, scheme, groupBy, relation: relation === 'all' ? undefined : relation },
		...{ type, publicationYear: writeYears(years), from, to, q, via, subtype },
		...{ flagged: flagged?.join(), definition, exclude: exclude?.join() },
	};
}

/** Returns the query for the shown page of links. */
export function pageQuery(view: ObjectView, relation: RelationChoice): SearchRelationshipsParameters {
	const { cursor, pageNumber } = view;
	return {
		...resultQuery(view, relation),
		sort: sortOf(view),
		size: pageSizeOf(view),
		page: cursor === undefined && pageNumber > 1 ? pageNumber : undefined,
		cursor,
	};
}

/** Returns the number of links on a page of a view. */
export function pageSizeOf({ show, size }: ObjectView): number {
	return show === 'print' ? printedPageSize : size;
}

/** Asks for the shown page of links. */
export function linksOf(view: ObjectView, relation: RelationChoice): Question<RelationshipsPage> {
	const asked = { flags: true, ...pageQuery(view, relation) };
	return question('links', asked, ({ broker }, query) => broker.relationshipsPage(query));
}

/** Counts of all links that a query finds. */
type Counts = Record<'excluded' | 'unknown', FlagNumbers | undefined> & { total: number; aggregations: Aggregations };

function countsOf(query: RelationshipsQuery): Question<Counts> {
	return question('counts', query, async ({ broker }) => {
		const { hits, excluded, unknown, aggregations } = await broker.search({ ...query, size: 1 });
		return { total: hits.total, excluded, unknown, aggregations };
	});
}

/**
 * Counts the links of a view without the filters `ignored`. Counts without any filter came with the
 * work.
 */
export function useFacets(
	shown: Shown,
	ignored: readonly ('type' | 'years' | 'from' | 'to' | 'via' | 'subtype')[],
): { value: Facets | undefined; loading: boolean } {
	const { view, relation } = shown;
	const counted = { ...view, ...Object.fromEntries(ignored.map((name) => [name, undefined])) };
	const isWhole = !isFiltered(counted) && !saysWhatCounts(counted);
	// What leaves out links by their flags compares them anyway.
	const flags = saysWhatCounts(counted) || undefined;
	const { value, loading } = useAnswer(isWhole ? undefined : countsOf({ ...resultQuery(counted, relation), flags }));
	if (isWhole) return { value: wholeFacets(shown), loading: false };
	return { value: value && readFacets(value.aggregations), loading };
}

/** How many links of a view count, how many are left out, and of those that count, how many have each flag. */
export type CountedLinks = { kept: CountSum | undefined; flagged: FlagNumbers | undefined; loading: boolean };

/**
 * Counts the links of a view by flag. All of them may be on the page; otherwise this costs a request,
 * unless the view says what counts, and is done where it `isWanted`.
 */
export function useCounted(
	{ view, relation }: Shown,
	{ page, isWanted }: { page: Loaded<RelationshipsPage>; isWanted: boolean },
): CountedLinks {
	const listed = page.value;
	const isWhole = listed !== undefined && listed.total === listed.Relationships.length;
	const asks = !isWhole && (isWanted || saysWhatCounts(view));
	const counts = useAnswer(asks ? countsOf({ ...resultQuery(view, relation), flags: true }) : undefined);
	const { total, excluded, unknown = {} }: Partial<Counts> = listed ?? counts.value ?? {};
	return {
		kept: total === undefined || excluded === undefined ? undefined : { total, excluded, unknown },
		flagged: isWhole ? flagsOn(listed) : flagsIn(counts.value),
		loading: listed ? page.loading : counts.loading,
	};
}

function flagsOn({ Relationships }: RelationshipsPage): FlagNumbers {
	const all = Relationships.flatMap(({ Flags = [] }) => Flags);
	return Object.fromEntries(flagNames.map((flag) => [flag, all.filter((one) => one === flag).length]));
}

function flagsIn(counts: Counts | undefined): FlagNumbers | undefined {
	const { flags } = counts?.aggregations ?? {};
	return flags && Object.fromEntries(flags.buckets.map(({ key, doc_count }) => [key, doc_count]));
}

/** Writes the API address of a query. */
export function apiAddress({
	id,
	scheme,
	groupBy,
	relation,
	type,
	publicationYear,
	...more
}: SearchRelationshipsParameters): string {
	const named = { id, scheme, group_by: groupBy, relation, type, publication_year: publicationYear };
	const texts = Object.entries({ ...named, ...more }).map(([name, value]) => [name, value?.toString()] as const);
	return sitePath(`/api/relationships${queryOf(Object.fromEntries(texts))}`);
}

/** Lists the formats in which a result can be exported. */
export const exportFormats = [
	{ format: 'csv', title: 'CSV', note: 'a table for Excel and other spreadsheets' },
	{ format: 'bibtex', title: 'BibTeX', note: 'references for LaTeX' },
	{ format: 'ris', title: 'RIS', note: 'references for reference managers' },
	{ format: 'csl', title: 'CSL-JSON', note: 'references for citation processors' },
	{ format: 'reference', title: 'References', note: 'as text, one per line' },
	{ format: 'jsonl', title: 'JSON Lines', note: 'one link per line' },
	{ format: 'scholix', title: 'Scholix', note: 'links as JSON, for another broker' },
] as const;

/** The format of the list that a repository takes for a record. */
export const invenioFormat = {
	format: 'inveniordm',
	title: 'InvenioRDM',
	note: 'related identifiers of a record on Zenodo',
} as const;

/** Writes the address of a full result in its order, in a format if one is chosen. */
export function exportAddress(view: ObjectView, relation: RelationChoice, format?: FormatParameter): string {
	return apiAddress({ ...resultQuery(view, relation), sort: sortOf(view), format });
}

function sortOf({ sort }: ObjectView): SearchRelationshipsParameters['sort'] {
	return sort === 'mostrecent' ? undefined : sort;
}

/** Writes the shell command that requests the links of a view. */
export function curlCommand(view: ObjectView, relation: RelationChoice): string {
	const address = wholeAddress(apiAddress(pageQuery(view, relation)));
	return `curl -H ${quoted('Accept: application/x-scholix-v3+json')} ${quoted(address)}`;
}
