// Tells of works from one state of a generation: descriptions, counts from the tallies, the members
// of families. It knows no search.
import {                      searchRelations } from '../../../../links/relation.js';
                                                                                           
import {
	                   
	                     
	                 
	                 
	                
	                 
	mostVersionsListed,
	                  
} from '../../../../ports/search/object-reader.js';
                                                                              
                                                   
import { readDocument } from '../document-row.js';
import { membersOf, seenFromTarget } from '../schema.js';
import { createFacets } from './facets.js';
                                                    
                                                   
import {                selectCounts } from './select-links.js';
import { createSourceReader,             } from './source.js';

/** Tells of works; see ObjectReader. */
                             
	                                                                             
	                                                                                   
  

/** Reads through a connection, in its transaction. */
export function createObjectReading(
	connection            ,
	{ readHistory, select, readCounts }                                                                             ,
)                {
	const readSource = createSourceReader(connection);
	const readMembers = createMemberReader(connection);
	const readTimes = createTimesReader(connection);
	const readFacets = createFacetsOfRelations(select, readHistory);
	const versionOf = connection.prepare('SELECT version FROM object WHERE id = ?');
	return {
		describe(group, { facets }) {
			const version = versionOf.get           (group)?.[0];
			const source = readSource('identity', group);
			const family = version === undefined ? undefined : readSource('version', version);
			if (!source || version === undefined || !family) return undefined;
			const { members, total } = readMembers(version);
			const listed = [{ group, document: source.document }, ...members];
			const identityCounts = readCounts(
				'identity',
				listed.map((one) => one.group),
			);
			const [work, ...others] = listed.map(
				(one, at)                => ({
					...one,
					counts: identityCounts[at]              ,
					linked: readTimes(one.group),
				}),
			);
			const [ofFamily] = readCounts('version', [version])                ;
			const counts = { identity: identityCounts[0]              , version: ofFamily };
			return {
				work: work                 ,
				family: { document: family.document, counts: ofFamily, members: others, total },
				...(facets && { facets: readFacets({ group, source }, { group: version, source: family }, counts) }),
			};
		},
		countLinks(works) {
			const identity = readCounts(
				'identity',
				works.map((work) => work.identity),
			);
			const version = readCounts(
				'version',
				works.map((work) => work.version),
			);
			return works.map((_, at) => ({ identity: identity[at]              , version: version[at]               }));
		},
	};
}

                                                        

/** Reads the first works of a Version group, and how many there are. */
function createMemberReader(connection            )                                                             {
	                                                                                                  
	const find = connection.prepare(
		`SELECT d.id, d.identifiers, d.fields, d.versions, first.total FROM
			(SELECT o.id, o.published, o.sort_key, count(*) OVER () AS total FROM (${membersOf('?1')}) m
				CROSS JOIN object o ON o.id = m.id
				ORDER BY o.published DESC NULLS LAST, o.sort_key LIMIT ${mostVersionsListed}) first
			CROSS JOIN document d ON d.id = first.id ORDER BY first.published DESC NULLS LAST, first.sort_key`,
	);
	return (version) => {
		const rows = find.all     (version);
		const members = rows.map(([group, ...columns]) => ({ group, document: readDocument(...firstThree(columns)) }));
		return { members, total: rows[0]?.[4] ?? 0 };
	};
}

function firstThree([identifiers, fields, versions]                                  )                           {
	return [identifiers, fields, versions];
}

/** Counts the links of groups at a level; answers in the order given. */
                                                                                       

/** Reads from the tallies how many links groups have. */
export function createCountReader(connection            )              {
	const tallyAt = (level         ) =>
		connection.prepare(
			`SELECT t.party, t.seen, t.${level} FROM json_each(?) wanted CROSS JOIN tally t ON t.party = wanted.value`,
		);
	const tallies = { identity: tallyAt('identity'), version: tallyAt('version') };
	return (level, groups) => {
		const found = new Map                   ();
		for (const [party, seen, links] of tallies[level].all                           (JSON.stringify(groups))) {
			found.getOrInsertComputed(party, () => [])[seen] = links;
		}
		return groups.map((group) => byRelation((_, seen) => found.get(group)?.[seen] ?? 0));
	};
}

/** Reads when an Identity group was linked first and last; null where it is not. */
function createTimesReader(connection            )                                         {
	// The latest instant of a history of one statement is its first as well.
	const first = `CASE typeof(l.history) WHEN 'integer' THEN l.latest
		ELSE (SELECT min(s.instant) FROM json_each(l.history) said CROSS JOIN statement s ON s.id = said.value) END`;
	const times = (end                     , more        ) =>
		`SELECT min(${first}) AS first, max(l.latest) AS last FROM link l INDEXED BY link_by_${end}
			WHERE l.${end} = ?1 AND l.level & 1 ${more}`;
	const find = connection.prepare(
		`SELECT min(first), max(last) FROM
			(${times('source', '')} UNION ALL ${times('target', `AND l.${seenFromTarget}`)})`,
	);
	return (group) => {
		const [first, last] = find.get                                (group) ?? [null, null];
		return first === null || last === null ? null : { first, last };
	};
}

                                                

/** Counts whole results of each relation at both levels. */
function createFacetsOfRelations(select            , readHistory               ) {
	const countFacets = createFacets(select, readHistory);
	const ofLevel = (groupBy         , { group, source }       , counts            ) =>
		byRelation((relation)               => {
			const request = { groupBy, group, relation };
			const rows = counts[relation] === 0 ? [] : select          (request, selectCounts);
			return countFacets(request, source, rows);
		});
	return (work       , family       , counts             )              => ({
		identity: ofLevel('identity', work, counts.identity),
		version: ofLevel('version', family, counts.version),
	});
}

function byRelation   (value                                               )                            {
	const entries = searchRelations.map((relation, seen) => [relation, value(relation, seen)]);
	return Object.fromEntries(entries)                             ;
}
