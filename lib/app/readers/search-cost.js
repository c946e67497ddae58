// Estimates what a search costs before it is made. It knows no engine and no thread.
import { searchRelations } from '../../links/relation.js';
                                                                            
                                                                      
                                                                         
                                                                      
                                                            

/**
 * Estimates how much a search looks at, in links: those that it passes over, and where it filters
 * or counts all of the group's, once for each word that is looked for in them.
 */
export async function costOfSearch(index                                 , request               )                  {
	const { groupBy, group, relation, offset, size, facets, q } = request;
	const isFiltered = [q, request.type, request.years, request.asserted, request.via, request.subType].some(
		(filter) => filter !== undefined,
	);
	if (!isFiltered && !facets) return offset + size;
	const links = await linksOf(index, groupBy, group, relation);
	return offset + size + links * (1 + wordsOf(q));
}

/** Estimates the same of telling of a work; facets count its links by each relation and level. */
export async function costOfDescription(
	index                                 ,
	group         ,
	facets         ,
)                  {
	const links = await linksOf(index, 'identity', group, undefined);
	return facets ? 4 * links : links;
}

/** Estimates the same of finding works, of which any may fit. */
export async function costOfWorks(index                           , { q }              )                  {
	const { objects } = await index.size();
	return objects * (1 + wordsOf(q));
}

async function linksOf(
	index                                 ,
	level         ,
	group         ,
	relation                           ,
)                  {
	// Only one of the levels is looked at.
	const [counts] = await index.countLinks([{ identity: group, version: group }]);
	const ofLevel = counts?.[level];
	if (!ofLevel) return 0;
	return searchRelations.reduce(
		(sum, name) => sum + (relation === undefined || relation === name ? ofLevel[name] : 0),
		0,
	);
}

function wordsOf(node                       )         {
	if (node === undefined) return 0;
	if (node.kind === 'and' || node.kind === 'or') return node.nodes.reduce((sum, inner) => sum + wordsOf(inner), 0);
	return node.kind === 'not' ? wordsOf(node.node) : 1;
}
