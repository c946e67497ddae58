// Headers of an answer: the addresses of its other pages (RFC 8288), how the identifier was read, and
// how a total was counted.
import type { Counted } from '../../broker/counting/counting.ts';
import { deepestPagedItem } from '../../broker/searching/relationship-query.ts';
import type { RelationshipAnswer } from '../../broker/searching/search-relationships.ts';
import type { FlagNumbers } from '../../formats/scholix/writing/write-answers.ts';
import type { Answer } from './answer.ts';
import type { Parameters } from './query-parameters.ts';

/** Addresses of pages. Absent if there is no such page, or if it cannot be reached. */
export type PageAddresses = { self: string; first: string; prev?: string; next?: string; last?: string };

/**
 * Returns the addresses of the pages around an answer. The next page continues after the last item
 * of this one, even if this one was requested by number: new items shift pages, and items would be
 * repeated or skipped.
 */
export function pageAddresses(
	address: string,
	parameters: Parameters,
	{ total, size, page, cursor }: Pick<RelationshipAnswer, 'total' | 'size' | 'page' | 'cursor'>,
): PageAddresses {
	const query = queryWithoutPage(parameters);
	const numbered = (number: number) => `${address}?${query}&page=${number}`;
	const lastPage = Math.max(1, Math.ceil(total / size));
	const addresses: PageAddresses = { self: address + selfQuery(query, parameters), first: numbered(1) };
	if (page !== undefined && page > 1) addresses.prev = numbered(Math.min(page - 1, lastPage));
	if (cursor !== undefined) addresses.next = `${address}?${query}&cursor=${encodeURIComponent(cursor)}`;
	if (lastPage * size <= deepestPagedItem) addresses.last = numbered(lastPage);
	return addresses;
}

/** Writes the Link header of an answer. */
export function linkHeader({ first, prev, next, last }: PageAddresses): string {
	let header = `<${first}>; rel="first"`;
	if (prev !== undefined) header += `, <${prev}>; rel="prev"`;
	if (next !== undefined) header += `, <${next}>; rel="next"`;
	if (last !== undefined) header += `, <${last}>; rel="last"`;
	return header;
}

/** Encodes the parameters again, so that no raw text of a request reaches a header. */
function queryWithoutPage(parameters: Parameters): string {
	let query = '';
	for (const name in parameters) {
		if (name === 'page' || name === 'cursor') continue;
		query += `${query === '' ? '' : '&'}${name}=${encodeURIComponent(parameters[name] as string)}`;
	}
	return query;
}

function selfQuery(query: string, { page, cursor }: Parameters): string {
	if (page !== undefined) return `?${query}&page=${page}`;
	return cursor === undefined ? `?${query}` : `?${query}&cursor=${encodeURIComponent(cursor)}`;
}

/** Bounds the header: by default, proxies accept 4 KiB for all headers together. */
const longestHeader = 2_048;

/** How an identifier was read, and whether it is known. */
type Understood = { asked: Pick<RelationshipAnswer['asked'], 'scheme' | 'value'>; source?: object | undefined };

/**
 * Writes `X-Understood-As: doi:10.1000/182` and `X-Known: true`. Characters that a header cannot
 * hold, percent signs and colons of the scheme are percent-encoded, so the first colon ends the
 * scheme. An identifier too long for the headers of clients and proxies is only in the body.
 */
export function understoodHeaders({ asked, source }: Understood): Answer['headers'] {
	const scheme = headerText(asked.scheme).replaceAll(':', '%3A');
	const understood = `${scheme}:${headerText(asked.value)}`;
	return {
		...(understood.length <= longestHeader && { 'X-Understood-As': understood }),
		'X-Known': String(source !== undefined),
	};
}

/**
 * Writes `Definition: strict; v=1`, and for forms that have no members for it `X-Excluded:
 * author-self=12, machine=3` and `X-Unknown`.
 */
export function countedHeaders(
	{ definition, excluded, unknown }: Counted = {},
	{ hasMembers }: { hasMembers: boolean },
): Answer['headers'] {
	return {
		...(definition && { Definition: `${definition.name}; v=${definition.version}` }),
		...(!hasMembers && { ...flagHeader('X-Excluded', excluded), ...flagHeader('X-Unknown', unknown) }),
	};
}

function flagHeader(name: string, numbers: FlagNumbers = {}): Answer['headers'] {
	const texts = Object.entries(numbers).map(([flag, links]) => `${flag}=${links}`);
	return texts.length === 0 ? {} : { [name]: texts.join(', ') };
}

function headerText(text: string): string {
	return text.toWellFormed().replaceAll(/[^!-$&-~]+/g, encodeURIComponent);
}
