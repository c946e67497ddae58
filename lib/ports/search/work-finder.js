// The contract of finding works by what is known of them; knows no link's content and no engine.
// Every sentence here has a test of its wording in suite/, which runs on every engine.
import { BrokerError } from '../../errors.js';
import { compareText } from '../../identifiers/index.js';
                                                                 
                                                            
                                                                           
                                                     

/** Says which works are asked for; every filter is optional and all of them must hold. */
                            
	                                               
	                 
	                                                                              
	              
	                      
	                                                                                           
	                                                   
	   
	                                                                                                 
	                                                                                           
	           
	   
	                  
	                                                                                      
	                 
	                  
	             
	   
	                                                                                                
	                                                         
	   
	                
	                                         
	                
  

export const worksOrders = ['relevance', 'cited', 'published']         ;
                                                      

/** Holds a group that describes a work at the level asked, with the counts there. */
                                                                                                                    

/** Holds what was found. */
                           
	                                
	                       
	                                     
	                                                                 
	                         
	                        
	                             
  

/**
 * Counts the whole result: types by count descending then name, years ascending, publishers by
 * count descending then name, of which the first are there (mostFacetValues). A work of several
 * publishers counts for each.
 */
                          
	                                                              
	                                                                 
	                                                           
  

/** Finds works in the generation that answers; fails as SearchReader does. */
                             
	   
	                                                                                                 
	                                                                                                  
	                                                        
	   
	                                                                             
 

/** A phrase of a query; see QueryNode. */
                                                            

/**
 * Lists the words and phrases, each once, that a title may have of a query: those that are not
 * excluded, and are looked for in any field or in the title.
 */
export function wordsSought(q                       )           {
	const all = q ? phrasesOf(q) : [];
	return [...new Map(all.map((phrase) => [JSON.stringify([phrase.tokens, phrase.prefix]), phrase])).values()];
}

function phrasesOf(node           )           {
	if (node.kind === 'and' || node.kind === 'or') return node.nodes.flatMap(phrasesOf);
	return node.kind === 'phrase' && (node.field === null || node.field === 'title') ? [node] : [];
}

/** What of a work its place in a result follows from. */
                                                                                                      

/** A place in a result: numbers, of which greater ones come first, and the sortKey. */
                                                                            

// No date is as early or as late: works without one come last.
export const undated = 1e15;

/** Tells the place of a work. */
export function positionOfWork(
	{ order, reverse }                                         ,
	work        ,
)               {
	if (order === 'relevance') return [work.titleWords, work.cited, work.sortKey];
	if (order === 'cited') return [work.cited, work.sortKey];
	return [work.published ?? (reverse ? undated : -undated), work.sortKey];
}

/** Compares two places in the order asked for: negative where the first comes first. */
export function compareWorkPositions(reverse         , one              , other              )         {
	const last = one.length - 1;
	for (let at = 0; at < last; at++) {
		const difference = (other[at]          ) - (one[at]          );
		if (difference !== 0) return reverse ? -difference : difference;
	}
	const ties = compareText(one[last]          , other[last]          );
	return reverse ? -ties : ties;
}

/** Writes a place as a cursor: opaque text of letters, digits, - and _. */
export function writeWorkCursor({ order }                             , position              )         {
	return Buffer.from(JSON.stringify([order, ...position])).toString('base64url');
}

/** Reads what writeWorkCursor wrote for this order; anything else fails with `bad-query`. */
export function readWorkCursor({ order, cursor }                                        )                           {
	if (cursor === undefined) return undefined;
	const position = parseCursor(order, cursor);
	if (position && writeWorkCursor({ order }, position) === cursor) return position;
	const message = 'The cursor is not one that a search in this order handed out; begin again without it';
	throw new BrokerError('bad-query', message, { problems: [{ field: 'cursor', message }] });
}

function parseCursor(order            , cursor        )                           {
	let parts         ;
	try {
		parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
	} catch {
		return undefined;
	}
	if (!Array.isArray(parts) || parts[0] !== order) return undefined;
	const position = parts.slice(1)             ;
	const numbers = position.slice(0, -1);
	if (numbers.length !== (order === 'relevance' ? 2 : 1) || !numbers.every(Number.isFinite)) return undefined;
	return typeof position.at(-1) === 'string' ? (position                           ) : undefined;
}
