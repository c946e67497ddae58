// Answers who is related to whom: searches the index for the object that a query names. It knows no
// transport and no engine.
import {                  readText, withRepresentatives } from '../../identifiers/index.js';
                                                              
                                                                                   
import { readCursor } from '../../ports/search/position.js';
                                                                         
                                                                                                                 
import { parseQueryString } from '../../search/query-string.js';
import { asAnswered } from './as-answered.js';
import {             findAsked } from './find-asked.js';
import { findMember } from './find-member.js';
import { countFitting } from './page-bytes.js';
                                                                 
import {                  suggestIdentifiers } from './suggest-identifiers.js';

/** An answer before it is written in a media type. */
                                  
	   
	                                                                                                   
	                      
	   
	                  
	                                                                  
	                                   
	                                     
	                 
	                                                
	                                   
	              
	                             
	                               
	             
	                                                     
	                         
	                                                                 
	                           
  

/** `counted` is that of SearchRequest; `signal` is aborted where nobody waits any more. */
                                                                                                     

// A group that was just found may become a part of another one before it is searched.
const attempts = 3;

/**
 * Searches the index; see findAsked for its failures where it is not clear what is asked about, and
 * findMember for that where `via` names no version of a known work.
 */
export async function searchRelationships(
	index                ,
	query                   ,
	options               ,
)                              {
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
	index                ,
	query                   ,
	request                              ,
	{ located, signal }                                                        ,
)                                    {
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
	index                ,
	request               ,
	signal                         ,
)                                    {
	const result = await index.search(request, signal);
	if (result === undefined) return undefined;
	const fitting = countFitting(result.items, bytesOfItem);
	if (fitting === result.items.length) return result;
	const shorter = await index.search({ ...request, size: fitting, facets: false, counted: false }, signal);
	return (
		shorter && { ...result, items: shorter.items, ...(shorter.cursor !== undefined && { cursor: shorter.cursor }) }
	);
}

function bytesOfItem({ object, history, via }            )         {
	const { identifiers, fields, versions } = object;
	const told = via?.links.map(({ source, target, history }) => [source, target, ...namesIn(history)]) ?? [];
	return [identifiers, fields, versions, ...namesIn(history), ...told.flat()].reduce(
		(bytes, text) => bytes + Buffer.byteLength(text),
		0,
	);
}

function namesIn(history                       )           {
	return history.flatMap(({ provider, subTypes }) => [provider, ...subTypes]);
}

function noFacets(groupBy         )               {
	return { type: [], publicationYear: [], typeYears: [], subType: [], ...(groupBy === 'version' && { via: [] }) };
}

function requestOf(query                   , facets         )                               {
	const request                               = {
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
export function identifierForms(text        )           {
	const reading = readText(text);
	const candidates = reading.kind === 'one' ? reading.candidates : [];
	return withRepresentatives(candidates).map(({ value }) => value);
}
