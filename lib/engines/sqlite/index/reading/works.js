// Finds works in one state of a generation: by the word index, by type and year; orders and counts
// them. It knows no link's content.
import { compareText } from '../../../../identifiers/index.js';
import {                      objectTypeNames } from '../../../../links/description.js';
import { searchRelations } from '../../../../links/relation.js';
                                                                                  
                                                                            
import { mostFacetValues } from '../../../../ports/search/search-reader.js';
import {
	compareWorkPositions,
	               
	positionOfWork,
	readWorkCursor,
	                
	                  
	                  
	                 
	wordsSought,
	writeWorkCursor,
} from '../../../../ports/search/work-finder.js';
                                                   
import { readDocument } from '../document-row.js';
import { codeOfType, phraseOf, typeOfCode } from '../schema.js';
import { hasYear } from './filter.js';
import { matchWords } from './match-words.js';
                                                 
import { createParameters,                 } from './select-links.js';

/** What is needed of the other readers of a connection. */
              
	                           
	                                                                     
  

/** A work that was found, and its place. */
                                                     
            
	                                                                              
	                                                                                  
  

// Takes a few milliseconds.
const worksPerSlice = 1_000;

/** Finds works through a connection, in its transaction; yields now and then. */
export function createWorkFinder(connection            , { queryHolds, countLinks }       ) {
	const titleWords = createTitleScore(connection);
	const readDocuments = createDocumentReader(connection);
	return function* (request              )                               {
		const after = readWorkCursor(request);
		const parameters = createParameters();
		const statement = selectWorks(request, parameters, { queryHolds, titleWords });
		const first = createFirsts(request, after);
		const counts = createCounts();
		let total = 0;
		for (const row of connection.prepare(statement).iterate     (...parameters.values)) {
			const [id, type, year, publishers, published, sortKey, cited, words] = row;
			total += 1;
			if (total % worksPerSlice === 0) yield;
			if (request.facets) counts.add(type, year, publishers);
			first.add({ id, position: positionOfWork(request, { titleWords: words, cited, published, sortKey }) });
		}
		const { page, hasMore } = first.end();
		const groups = page.map(({ id }) => Math.abs(id));
		const linkCounts = countLinks(request.groupBy, groups);
		const documents = readDocuments(page.map(({ id }) => id));
		const last = page.at(-1);
		return {
			total,
			works: page.map(({ id }, at)            => {
				const document = documents.get(id)                         ;
				return { group: groups[at]           , document, counts: linkCounts[at]               };
			}),
			...(last && hasMore && { cursor: writeWorkCursor(request, last.position) }),
			...(request.facets && { facets: counts.facets() }),
		};
	};
}

const isCitedBy = searchRelations.indexOf('isCitedBy');

                                                                        

function selectWorks(request              , { bind }            , { queryHolds, titleWords }           )         {
	const { groupBy, q, type, years, order } = request;
	const match = q && matchWords(q);
	const conditions = [describes[groupBy]];
	if (match?.expression !== undefined) conditions.unshift(`words MATCH ${bind(match.expression)}`);
	if (type !== undefined) conditions.push(`o.type = ${bind(codeOfType(type))}`);
	if (years) conditions.push(hasYear(years, bind));
	if (q && !match?.exact) conditions.push(queryHolds(q, 'NULL'));
	const score = order === 'relevance' ? titleWords(q) : '0';
	const cited = `coalesce((SELECT ${groupBy} FROM tally WHERE party = abs(o.id) AND seen = ${isCitedBy}), 0)`;
	const from = match?.expression === undefined ? 'object o' : 'words CROSS JOIN object o ON o.id = words.rowid';
	return `SELECT o.id, o.type, o.year, o.publishers, o.published, o.sort_key,
		${order === 'published' ? '0' : cited}, ${score} FROM ${from} WHERE ${conditions.join(' AND ')}`;
}

/** Says which objects describe a group at a level. */
const describes                                    = {
	identity: 'o.id > 0',
	version: '(o.id < 0 OR o.version = o.id AND NOT EXISTS (SELECT 1 FROM object f WHERE f.id = -o.id))',
};

/** Writes how many of a query's words stand in the title of `o`. */
                                                   

/**
 * Defines the function for a connection. Searches come one after the other, so that it knows one
 * query at a time.
 */
function createTitleScore(connection            )             {
	let sought                    = [];
	connection.define('title_words', (title) => sought.filter((words) => (title          ).includes(words)).length);
	return (q) => {
		sought = wordsSought(q).map(phraseOf);
		return sought.length === 0 ? '0' : '(SELECT title_words(t.title) FROM text t WHERE t.id = o.id)';
	};
}

/** Gathers the first works behind a place, without keeping all. */
function createFirsts({ size, reverse }              , after                          ) {
	const compare = (one        , other        ) => compareWorkPositions(reverse, one.position, other.position);
	// One more tells whether anything follows.
	const wanted = size + 1;
	let gathered           = [];
	/** Nothing behind it is wanted. */
	let limit                    ;
	const shorten = () => {
		gathered = gathered.sort(compare).slice(0, wanted);
		if (gathered.length === wanted) limit = gathered.at(-1);
	};
	return {
		add(one        )       {
			if (after && compareWorkPositions(reverse, one.position, after) <= 0) return;
			if (limit && compare(one, limit) > 0) return;
			gathered.push(one);
			if (gathered.length >= 2 * wanted + 100) shorten();
		},
		end()                                       {
			shorten();
			return { page: gathered.slice(0, size), hasMore: gathered.length > size };
		},
	};
}

/** Counts works by type, year and publisher. */
function createCounts() {
	const types           = objectTypeNames.map(() => 0);
	const years = new Map                ();
	/** By the lists of publishers, as they are stored: most works have one of few. */
	const lists = new Map                ();
	return {
		add(type        , year               , publishers               )       {
			types[type] = (types[type] ?? 0) + 1;
			if (year !== null) years.set(year, (years.get(year) ?? 0) + 1);
			if (publishers !== null) lists.set(publishers, (lists.get(publishers) ?? 0) + 1);
		},
		facets()             {
			const publishers = new Map                ();
			for (const [list, count] of lists) {
				for (const name of JSON.parse(list)            ) publishers.set(name, (publishers.get(name) ?? 0) + count);
			}
			const counted = types.flatMap((count, code)                             =>
				count > 0 ? [[typeOfCode(code), count]] : [],
			);
			return {
				type: byCount(counted),
				publicationYear: [...years].sort(([one], [other]) => one - other),
				publisher: byCount([...publishers]).slice(0, mostFacetValues),
			};
		},
	};
}

function byCount                  (counts               )                {
	return counts.sort(([one, n], [other, m]) => m - n || compareText(one, other));
}

function createDocumentReader(connection            ) {
	                                                                                   
	const find = connection.prepare(
		`SELECT d.id, d.identifiers, d.fields, d.versions FROM json_each(?) wanted
			CROSS JOIN document d ON d.id = wanted.value`,
	);
	return (ids                   ) => {
		const found = find.all         (JSON.stringify(ids));
		return new Map(found.map(([id, ...columns]) => [id, readDocument(...columns)]));
	};
}
