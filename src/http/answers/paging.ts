// Where the other pages of an answer are (RFC 8288), for headers and documents; knows no form.
import { deepestPagedItem } from '../../broker/searching/relationship-query.ts';
import type { RelationshipAnswer } from '../../broker/searching/search-relationships.ts';
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
