// Where the other pages of an answer are (RFC 8288), for headers and documents; knows no form.
import { deepestPagedItem } from '../../broker/searching/relationship-query.js';
                                                                                         
                                                        

/** Holds addresses of pages; absent where there is no such page, or none that can be reached. */
                                                                                                         

/**
 * Tells the addresses of the pages around an answer. The next page goes on after the last item of
 * this one, also where this one was asked for by number: what arrives meanwhile moves pages, and
 * items would come twice or never.
 */
export function pageAddresses(
	address        ,
	parameters            ,
	{ total, size, page, cursor }                                                                ,
)                {
	const query = queryWithoutPage(parameters);
	const numbered = (number        ) => `${address}?${query}&page=${number}`;
	const lastPage = Math.max(1, Math.ceil(total / size));
	const addresses                = { self: address + selfQuery(query, parameters), first: numbered(1) };
	if (page !== undefined && page > 1) addresses.prev = numbered(Math.min(page - 1, lastPage));
	if (cursor !== undefined) addresses.next = `${address}?${query}&cursor=${encodeURIComponent(cursor)}`;
	if (lastPage * size <= deepestPagedItem) addresses.last = numbered(lastPage);
	return addresses;
}

/** Writes the Link header of an answer. */
export function linkHeader({ first, prev, next, last }               )         {
	let header = `<${first}>; rel="first"`;
	if (prev !== undefined) header += `, <${prev}>; rel="prev"`;
	if (next !== undefined) header += `, <${next}>; rel="next"`;
	if (last !== undefined) header += `, <${last}>; rel="last"`;
	return header;
}

/** Encodes the parameters again: nothing of a request reaches a header as it came. */
function queryWithoutPage(parameters            )         {
	let query = '';
	for (const name in parameters) {
		if (name === 'page' || name === 'cursor') continue;
		query += `${query === '' ? '' : '&'}${name}=${encodeURIComponent(parameters[name]          )}`;
	}
	return query;
}

function selfQuery(query        , { page, cursor }            )         {
	if (page !== undefined) return `?${query}&page=${page}`;
	return cursor === undefined ? `?${query}` : `?${query}&cursor=${encodeURIComponent(cursor)}`;
}
