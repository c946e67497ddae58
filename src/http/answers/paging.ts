// What the headers of an answer say beside it: where its other pages are (RFC 8288), and how the
// question was understood.
import { deepestPagedItem } from '../../broker/searching/relationship-query.ts';
import type { RelationshipAnswer } from '../../broker/searching/search-relationships.ts';
import type { Answer } from './answer.ts';
import type { Parameters } from './query-parameters.ts';

/** Holds addresses of pages; absent where there is no such page, or none that can be reached. */
export type PageAddresses = { self: string; first: string; prev?: string; next?: string; last?: string };

/**
 * Tells the addresses of the pages around an answer. The next page goes on after the last item of
 * this one, also where this one was asked for by number: what arrives meanwhile moves pages, and
 * items would come twice or never.
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

/** Encodes the parameters again: nothing of a request reaches a header as it came. */
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

/** Bounds the header: proxies take all headers together up to 4 KiB, if nobody says otherwise. */
const longestHeader = 2_048;

/** What was understood, and what is known of it. */
type Understood = { asked: Pick<RelationshipAnswer['asked'], 'scheme' | 'value'>; source?: object | undefined };

/**
 * Writes `X-Understood-As: doi:10.1000/182` and `X-Known: true`. What may not stand in a header,
 * and a percent sign, is percent-encoded; so is a colon of the scheme's name, so that the first
 * colon ends it. An identifier too long for a header, by the limits of clients and proxies for all
 * of them, is told in the body alone.
 */
export function understoodHeaders({ asked, source }: Understood): Answer['headers'] {
	const scheme = headerText(asked.scheme).replaceAll(':', '%3A');
	const understood = `${scheme}:${headerText(asked.value)}`;
	return {
		...(understood.length <= longestHeader && { 'X-Understood-As': understood }),
		'X-Known': String(source !== undefined),
	};
}

function headerText(text: string): string {
	return text.toWellFormed().replaceAll(/[^!-$&-~]+/g, encodeURIComponent);
}
