// Answers who is related to whom: searches the index for the object that a query names.
import { wrongParameter } from '../../errors/wrong-input.ts';
import { type ShownIdentifier, showingFirst, shownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import type { VersionNames } from '../../formats/scholix/writing/write-answers.ts';
import { type Identifier, isSame, readIdentifier, readText, withRepresentatives } from '../../identifiers/index.ts';
import { shownLimits } from '../../links/limits.ts';
import type { RelationAsked, SearchRelation } from '../../links/relation.ts';
import type { GroupBy, Located, ObjectDocument } from '../../ports/search/index-content.ts';
import { type LinkOrder, readCursor } from '../../ports/search/position.ts';
import type { AnsweringIndex } from '../../ports/search/search-index.ts';
import {
	type SearchFacets,
	type SearchItem,
	type SearchRequest,
	type SearchResult,
	wholeStretch,
} from '../../ports/search/search-reader.ts';
import { parseQueryString } from '../../search/query-string.ts';
import { type Counted, describeCounted, readCounting } from '../counting/counting.ts';
import type { Definition } from '../counting/definitions.ts';
import { countFitting } from '../in-steps.ts';
import { nameFamilies } from '../objects/name-families.ts';
import { type Asked, findAsked, findMember, findRelated } from './find-asked.ts';
import type { RelationshipQuery } from './relationship-query.ts';
import { type Suggestion, suggestIdentifiers } from './suggest-identifiers.ts';

/** An answer before it is written in a media type. */
export type RelationshipAnswer = Counted & {
	/**
	 * What was understood to be asked for: in the spelling that is answered where it is known, else in
	 * its canonical form.
	 */
	asked: Identifier;
	/** Known identifiers that may be meant, where this one is not. */
	suggestions: readonly Suggestion[];
	/** The relation of every item; undefined where each has its own. */
	relation: SearchRelation | undefined;
	groupBy: GroupBy;
	/** Absent where the identifier is not known. */
	source: ObjectDocument | undefined;
	/** Its number at the level of `groupBy`. */
	group: number | undefined;
	total: number;
	/**
	 * `allHistory`: the address of a LinkHistory that is shown in part, where addresses are known.
	 */
	items: readonly (SearchItem & { allHistory?: string })[];
	facets: SearchResult['facets'];
	/** Of the versions of all works with several; only on request, by version. */
	names?: VersionNames;
	size: number;
	/** From 1; undefined where a cursor was followed. */
	page: number | undefined;
	/** Goes on after the last item; absent where nothing follows. */
	cursor: string | undefined;
};

/**
 * `counted` and `among` are those of SearchRequest; `wholeHistory`: each LinkHistory is wanted whole,
 * for a file; `other`: only the relationships with the work that this identifier names; `named`:
 * versions are named; `repeatsSource`: the answer has the asked object beside each item; `moreBytes`
 * counts what the answer has for an item besides; `signal` is aborted where nobody waits any more.
 */
export type SearchOptions = {
	facets: boolean;
	counted?: boolean;
	wholeHistory?: boolean;
	other?: string | undefined;
	among?: readonly RelationAsked[] | undefined;
	named?: boolean;
	repeatsSource?: boolean;
	moreBytes?(item: SearchItem, source: ObjectDocument): number;
	signal?: AbortSignal | undefined;
};

/** What is searched, and the definitions that a question may name. */
export type Searched = { index: AnsweringIndex; definitions: readonly Definition[] };

// A group that was just found may become a part of another one before it is searched.
const attempts = 3;

/**
 * Searches the index; see findAsked for its failures where it is not clear what is asked about, and
 * findMember for that where `via` names no version of a known work, and readCounting for those of what
 * counts. Fails with `bad-query` where `only` selects works of a page.
 */
export async function searchRelationships(
	{ index, definitions }: Searched,
	query: RelationshipQuery,
	options: SearchOptions,
): Promise<RelationshipAnswer> {
	if (query.only !== undefined && options.other === undefined) {
		throw wrongParameter('only', 'only requires format: it selects works for a file.');
	}
	const counting = readCounting(definitions, query, { relation: query.relation, groupBy: query.group_by });
	const request = {
		...requestOf(query, options.facets),
		...counting.request,
		counted: options.counted ?? true,
		...(options.among && { among: options.among }),
		...(options.wholeHistory && { history: wholeStretch }),
	};
	let found = await findAsked(index, query);
	let result = await searchFound(index, query, request, { ...found, ...options });
	for (let attempt = 2; found.located && !result && attempt <= attempts; attempt++) {
		found = await findAsked(index, query);
		result = await searchFound(index, query, request, { ...found, ...options });
	}
	const asked = result ? asAnswered(found.asked, result.source) : found.asked;
	const isNamed = options.named && query.group_by === 'version';
	return {
		asked,
		suggestions: result ? [] : await suggestIdentifiers(index, query, found),
		relation: counting.request.relation,
		groupBy: query.group_by,
		source: result && (query.group_by === 'identity' ? showingFirst(asked, result.source) : result.source),
		group: result && found.located?.[query.group_by],
		total: result?.total ?? 0,
		items: result?.items ?? [],
		...(isNamed && result && found.located && { names: await nameVersionsOf(index, found.located, result) }),
		...describeCounted(counting, result),
		facets: result ? result.facets : options.facets ? noFacets(request) : undefined,
		size: query.size,
		page: query.cursor === undefined ? (query.page ?? 1) : undefined,
		cursor: result?.cursor,
	};
}

/** Names the versions of the asked work and of those that are related to it. */
async function nameVersionsOf(
	index: AnsweringIndex,
	{ version }: Located,
	{ source, items }: SearchResult,
): Promise<VersionNames> {
	const others = items.flatMap(({ object }) => (hasVersions(object) ? firstIdentifier(object) : []));
	const located = others.length === 0 ? [] : await index.locate(others);
	const ofOthers = await nameFamilies(index, [...new Set(located.map((one) => one.version))]);
	// The asked work is named first of all, however many versions the others have.
	const own = hasVersions(source) ? await nameFamilies(index, [version]) : [];
	return new Map([...ofOthers, ...own]);
}

function hasVersions({ versions }: ObjectDocument): boolean {
	return versions !== '';
}

function firstIdentifier({ identifiers }: ObjectDocument): Identifier {
	const [first] = JSON.parse(identifiers) as [ShownIdentifier];
	return readIdentifier(first.ID, first.IDScheme);
}

async function searchFound(
	index: AnsweringIndex,
	query: RelationshipQuery,
	request: Omit<SearchRequest, 'group'>,
	{ located, ...options }: Pick<Asked, 'located'> & SearchOptions,
): Promise<SearchResult | undefined> {
	if (!located) return undefined;
	const { via, scheme, group_by, prettyprint } = query;
	const member = via === undefined ? {} : { via: await findMember(index, { via, scheme }, located.version) };
	const related = options.other === undefined ? {} : { other: await findRelated(index, options.other, group_by) };
	const searched = { ...request, ...member, ...related, group: located[group_by], located };
	return searchPage(index, searched, { ...options, indented: prettyprint === '1' });
}

/**
 * Searches a page in parts: the first is small, the others are as large as the bytes that are left
 * allow. The page ends before the item that does not fit; its cursor continues there.
 */
async function searchPage(
	index: AnsweringIndex,
	request: SearchRequest,
	{ signal, repeatsSource = false, moreBytes, indented = false }: SearchOptions & { indented?: boolean },
): Promise<SearchResult | undefined> {
	const isWhole = request.history === wholeStretch;
	let asked = { ...request, size: Math.min(request.size, isWhole ? smallestPart : firstPart) };
	const first = await index.search(asked, signal);
	if (first === undefined) return undefined;
	const repeated = repeatsSource ? bytesOfObject(first.source) : 0;
	const bytesOf = (item: SearchItem) => repeated + bytesOfItem(item) + (moreBytes?.(item, first.source) ?? 0);
	const items: SearchItem[] = [];
	let left = indented ? shownLimits.pageBytes / indentedBytes : shownLimits.pageBytes;
	let part: SearchResult | undefined = first;
	let cursor = request.cursor;
	while (part !== undefined) {
		const fitting = countFitting(part.items, bytesOf, { left, least: items.length === 0 ? 1 : 0 });
		const isCut = fitting < part.items.length;
		if (isCut && fitting === 0) break;
		if (isCut) part = await index.search({ ...asked, size: fitting, facets: false, counted: false }, signal);
		if (part === undefined) break;
		for (const item of part.items) {
			items.push(item);
			left -= bytesOf(item);
		}
		cursor = part.cursor;
		if (isCut || cursor === undefined || items.length >= request.size) break;
		const bytesOfEach = Math.max(1, (shownLimits.pageBytes - left) / items.length);
		const size = Math.max(smallestPart, Math.floor(left / bytesOfEach));
		asked = { ...request, size: Math.min(size, request.size - items.length), offset: 0, cursor };
		part = await index.search({ ...asked, facets: false, counted: false }, signal);
	}
	const { cursor: _, ...whole } = first;
	return { ...whole, items, ...(cursor !== undefined && { cursor }) };
}

/** The items of the first part: a work may have 200 KB. */
const firstPart = 100;
const smallestPart = 10;

/** The most bytes of indented JSON for one byte of JSON. */
const indentedBytes = 4;

/** Counts the bytes of an object in an answer. */
export function bytesOfObject({ identifiers, fields, versions }: ObjectDocument): number {
	return Buffer.byteLength(identifiers) + Buffer.byteLength(fields) + Buffer.byteLength(versions);
}

function bytesOfItem({ object, history, via }: SearchItem): number {
	let bytes = bytesOfObject(object) + bytesOfHistory(history);
	for (const { source, target, history } of via?.links ?? []) {
		bytes += Buffer.byteLength(source) + Buffer.byteLength(target) + bytesOfHistory(history) + 2 * restOfName;
	}
	return bytes;
}

// The names of the members and the date of an item.
const restOfHistoryItem = 80;
// A name of a version with its member; few are longer.
const restOfName = 80;

function bytesOfHistory(history: SearchItem['history']): number {
	let bytes = 0;
	for (const { provider, subTypes } of history) {
		bytes += restOfHistoryItem + Buffer.byteLength(provider);
		for (const subType of subTypes) bytes += Buffer.byteLength(subType);
	}
	return bytes;
}

function noFacets({ groupBy, countsFlags }: Pick<SearchRequest, 'groupBy' | 'countsFlags'>): SearchFacets {
	const none = { type: [], publicationYear: [], typeYears: [], linkYear: [], typeLinkYears: [], subType: [] };
	return { ...none, ...(groupBy === 'version' && { via: [] }), ...(countsFlags && { flags: [] }) };
}

const orderOf: Readonly<Record<RelationshipQuery['sort'], LinkOrder>> = {
	...{ mostrecent: 'newest', '-mostrecent': 'oldest' },
	...{ published: 'latestPublished', '-published': 'firstPublished' },
	...{ title: 'title', '-title': 'titleReversed' },
	...{ mostcited: 'mostCited', '-mostcited': 'leastCited' },
};

function requestOf(query: RelationshipQuery, facets: boolean): Omit<SearchRequest, 'group'> {
	const request: Omit<SearchRequest, 'group'> = {
		groupBy: query.group_by,
		order: orderOf[query.sort],
		size: query.size,
		offset: query.cursor === undefined ? ((query.page ?? 1) - 1) * query.size : 0,
		facets,
		...(facets && query.flags === '1' && { countsFlags: true }),
	};
	if (query.type) request.type = query.type;
	if (query.publication_year) request.years = query.publication_year;
	if (query.from !== undefined || query.to !== undefined) {
		request.asserted = { from: query.from ?? null, to: query.to ?? null };
	}
	if (query.subtype !== undefined) request.subType = query.subtype;
	if (query.q !== undefined) request.q = parseQueryString(query.q, identifierForms);
	if (query.cursor !== undefined) {
		// A malformed cursor is refused also where nothing is found.
		readCursor(request.order, query.cursor);
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
