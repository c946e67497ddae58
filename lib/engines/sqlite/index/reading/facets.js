// Counts a whole result by what searches tell of it. It knows no page.
import { compareText } from '../../../../identifiers/index.js';
                                                                       
import {                      searchRelations } from '../../../../links/relation.js';
import { expand } from '../../../../links/shorthand.js';
import { wordingsSeen } from '../../../../links/wording.js';
import { mostFacetValues,                   } from '../../../../ports/search/search-reader.js';
import { typeOfCode } from '../schema.js';
                                                    
                                                   
import {
	              
	                
	                
	               
	                                       
	selectHistories,
	selectMemberCounts,
} from './select-links.js';
                                     

                                       

/** Counts the result of a search; `counts` are its numbers by type and year. */
                                                                                          

/** Creates what counts results. */
export function createFacets(select            , readHistory               )         {
	const wordsOf = (request       )                          => {
		const words = new Map                ();
		for (const [seen, history, links] of select            (request, selectHistories)) {
			for (const word of wordingsSeen(readHistory(history), searchRelations[seen]                  )) {
				words.set(word, (words.get(word) ?? 0) + links);
			}
		}
		return [...words].sort(([one, n], [other, m]) => m - n || compareText(one, other)).slice(0, mostFacetValues);
	};
	const membersOf = (request       , source      , total        )                      => {
		if (total === 0) return [];
		// A work without other versions has part in all.
		if (source.id > 0) return [[source.identifiers, total]];
		const write = (asked            , parameters                     ) =>
			selectMemberCounts(asked, mostFacetValues, parameters);
		const counted = select           (request, write);
		return counted.map(([identifiers, links]) => [expand(identifiers), links]);
	};
	return (request, source, counts) => {
		const facets               = { ...byTypeAndYear(counts), subType: wordsOf(request) };
		if (request.groupBy !== 'version') return facets;
		const total = counts.reduce((sum, [, , links]) => sum + links, 0);
		return { ...facets, via: membersOf(request, source, total)                                     };
	};
}

function byTypeAndYear(counts                     )                                                               {
	const types = new Map                        ();
	const years = new Map                ();
	for (const [code, year, links] of counts) {
		const type = typeOfCode(code);
		types.set(type, (types.get(type) ?? 0) + links);
		if (year !== null) years.set(year, (years.get(year) ?? 0) + links);
	}
	const type = [...types].sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));
	return {
		type,
		publicationYear: [...years].sort(([one], [other]) => one - other),
		typeYears: type.flatMap(([name]) => yearsOfType(counts, name)),
	};
}

function yearsOfType(counts                     , name                )                                     {
	return counts
		.flatMap(([code, year, links])                                     =>
			year !== null && typeOfCode(code) === name ? [[name, year, links]] : [],
		)
		.sort(([, one], [, other]) => one - other);
}
