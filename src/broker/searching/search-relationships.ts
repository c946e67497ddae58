// Answers who is related to whom: searches the index for the object that a query names.
import { type ShownIdentifier, shownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import { type Identifier, isSame, readIdentifier, readText, withRepresentatives } from '../../identifiers/index.ts';
import type { SearchRelation } from '../../links/relation.ts';
import type { GroupBy, ObjectDocument } from '../../ports/search/index-content.ts';
import { readCursor } from '../../ports/search/position.ts';
import type { AnsweringIndex } from '../../ports/search/search-index.ts';
import type { SearchFacets, SearchItem, SearchRequest, SearchResult } from '../../ports/search/search-reader.ts';
import { parseQueryString } from '../../search/query-string.ts';
import { countFitting } from '../in-steps.ts';
import { type Asked, findAsked, findMember } from './find-asked.ts';
import type { RelationshipQuery } from './relationship-query.ts';
import { type Suggestion, suggestIdentifiers } from './suggest-identifiers.ts';

/** An answer before it is written in a media type. */
export type RelationshipAnswer = {
	/**
	 * What was understood to be asked for: in the spelling that is answered where it is known, else in
	 * its canonical form.
	 */
	asked: Identifier;
	/** Known identifiers that may be meant, where this one is not. */
	suggestions: readonly Suggestion[];
	relation: SearchRelation | undefined;
	groupBy: GroupBy;
	/** Absent where the identifier is not known. */
	source: ObjectDocument | undefined;
	total: number;
	items: readonly SearchItem[];
	facets: SearchResult['facets'];
	size: number;
	/** From 1; undefined where a cursor was followed. */
	page: number | undefined;
	/** Goes on after the last item; absent where nothing follows. */
	cursor: string | undefined;
};

/** `counted` is that of SearchRequest; `signal` is aborted where nobody waits any more. */
export type SearchOptions = { facets: boolean; counted?: boolean; signal?: AbortSignal | undefined };

// A group that was just found may become a part of another one before it is searched.
const attempts = 3;

/**
 * Searches the index; see findAsked for its failures where it is not clear what is asked about, and
 * findMember for that where `via` names no version of a known work.
 */
export async function searchRelationships(
	index: AnsweringIndex,
	query: RelationshipQuery,
	options: SearchOptions,
): Promise<RelationshipAnswer> {
	const request = { ...requestOf(query, options.facets), counted: options.counted ?? true };
	let found = await findAsked(index, query);
	let result = await searchFound(index, query, request, { ...found, ...options });
	for (let attempt = 2; found.located && !result && attempt <= attempts; attempt++) {
		found = await findAsked(index, query);
		result = await searchFound(index, query, request, { ...found, ...options });
	}
	const { asked } = found;
	return {
		asked: result ? asAnswered(asked, result.source) : asked,
		suggestions: result ? [] : await suggestIdentifiers(index, query, found),
		relation: query.relation,
		groupBy: query.group_by,
		source: result?.source,
		total: result?.total ?? 0,
		items: result?.items ?? [],
		facets: result ? result.facets : options.facets ? noFacets(query.group_by) : undefined,
		size: query.size,
		page: query.cursor === undefined ? (query.page ?? 1) : undefined,
		cursor: result?.cursor,
	};
}

async function searchFound(
	index: AnsweringIndex,
	query: RelationshipQuery,
	request: Omit<SearchRequest, 'group'>,
	{ located, signal }: Pick<Asked, 'located'> & Pick<SearchOptions, 'signal'>,
): Promise<SearchResult | undefined> {
	if (!located) return undefined;
	const { via, scheme, group_by } = query;
	const member = via === undefined ? {} : { via: await findMember(index, { via, scheme }, located.version) };
	return searchPage(index, { ...request, ...member, group: located[group_by], located }, signal);
}

/**
 * Searches a page. One that has more bytes than a page may have ends before what is too much, and
 * its cursor goes on there.
 */
async function searchPage(
	index: AnsweringIndex,
	request: SearchRequest,
	signal: AbortSignal | undefined,
): Promise<SearchResult | undefined> {
	const result = await index.search(request, signal);
	if (result === undefined) return undefined;
	const fitting = countFitting(result.items, bytesOfItem);
	if (fitting === result.items.length) return result;
	const shorter = await index.search({ ...request, size: fitting, facets: false, counted: false }, signal);
	return (
		shorter && { ...result, items: shorter.items, ...(shorter.cursor !== undefined && { cursor: shorter.cursor }) }
	);
}

function bytesOfItem({ object: { identifiers, fields, versions }, history, via }: SearchItem): number {
	let bytes = Buffer.byteLength(identifiers + fields + versions) + bytesOfHistory(history);
	for (const { source, target, history } of via?.links ?? []) {
		bytes += Buffer.byteLength(source + target) + bytesOfHistory(history);
	}
	return bytes;
}

function bytesOfHistory(history: SearchItem['history']): number {
	let bytes = 0;
	for (const { provider, subTypes } of history) bytes += Buffer.byteLength(provider + subTypes.join(''));
	return bytes;
}

function noFacets(groupBy: GroupBy): SearchFacets {
	return { type: [], publicationYear: [], typeYears: [], subType: [], ...(groupBy === 'version' && { via: [] }) };
}

function requestOf(query: RelationshipQuery, facets: boolean): Omit<SearchRequest, 'group'> {
	const request: Omit<SearchRequest, 'group'> = {
		groupBy: query.group_by,
		order: query.sort === 'mostrecent' ? 'newest' : 'oldest',
		size: query.size,
		offset: query.cursor === undefined ? ((query.page ?? 1) - 1) * query.size : 0,
		facets,
	};
	if (query.relation) request.relation = query.relation;
	if (query.type) request.type = query.type;
	if (query.publication_year) request.years = query.publication_year;
	if (query.from !== undefined || query.to !== undefined) {
		request.asserted = { from: query.from ?? null, to: query.to ?? null };
	}
	if (query.subtype !== undefined) request.subType = query.subtype;
	if (query.q !== undefined) request.q = parseQueryString(query.q, identifierForms);
	if (query.cursor !== undefined) {
		// A malformed cursor is refused also where nothing is found.
		readCursor(query.cursor);
		request.cursor = query.cursor;
	}
	return request;
}

/**
 * Lists the forms in which the identifier of a query may be kept: canonical, and the same by rule.
 */
export function identifierForms(text: string): string[] {
	const reading = readText(text);
	const candidates = reading.kind === 'one' ? reading.candidates : [];
	return withRepresentatives(candidates).map(({ value }) => value);
}

/**
 * Spells an identifier as the answer does: in the letter case first received. Most are asked for in
 * that spelling, and then nothing needs to be read.
 */
export function asAnswered(asked: Identifier, { identifiers, versions }: ObjectDocument): Identifier {
	const asAsked = JSON.stringify(shownIdentifier(asked));
	if (identifiers.includes(asAsked) || versions.includes(asAsked)) return asked;
	const members: { Identifiers: ShownIdentifier[] }[] = versions === '' ? [] : JSON.parse(versions);
	const all: ShownIdentifier[] = [...JSON.parse(identifiers), ...members.flatMap(({ Identifiers }) => Identifiers)];
	const readings = all.map(({ ID, IDScheme }) => readIdentifier(ID, IDScheme));
	return readings.find((one) => isSame(one, asked)) ?? asked;
}
