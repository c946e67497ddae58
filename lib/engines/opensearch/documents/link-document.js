// The documents of links: one for each level and each end that a link is seen from; knows no
// requests.
import { compareText } from '../../../identifiers/index.js';
                                                                
import {                      searchRelationMeaning, searchRelations } from '../../../links/relation.js';
import { wordingsSeen } from '../../../links/wording.js';
                                                                                          
import { mostViaOfItem } from '../../../ports/search/search-reader.js';
import { analyse } from '../../../search/analysis.js';
import {                groupKey, groupNumber, readGroupKey } from './group-key.js';
                                                     

/** A link at one level, as seen from one of its ends. */
                                                                                                    

                                                                  

/**
 * Lists how the ends of a link see it. A symmetric one is given in both directions, each seen from
 * its source.
 */
export function viewsOf({ source, relation, target }          , level         )             {
	return searchRelations
		.filter((name) => searchRelationMeaning[name].relation === relation)
		.map((name) =>
			searchRelationMeaning[name].asked === 'target'
				? { level, group: target, relation: name, other: source }
				: { level, group: source, relation: name, other: target },
		);
}

/** Names the document of a view: `i5-cites-7`. */
export function linkId({ level, group, relation, other }          )         {
	return `${groupKey(level, group)}-${relation}-${other}`;
}

/** Reads what linkId wrote. */
export function viewOfId(id        )           {
	const [key, relation, other] = id.split('-', 3)                                      ;
	return { ...readGroupKey(key), relation, other: Number(other) };
}

/**
 * A link between Identity groups that makes the one of a view: `near` is a member of the group that
 * is looked from, `far` of the other one.
 */
                                                                                          

/** What is told of a view's link; without `via`, groups of the same numbers make it. */
                                                                                                

/** Tells of a link in a view what is given of it at the view's level; undefined: nothing is. */
export function toldOf(link           , { level, relation }          )                   {
	const history = link[level];
	if (!history || level === 'identity') return history && { history };
	const isTurned = searchRelationMeaning[relation].asked === 'target';
	const via = link.via?.map(({ source, target, history })             => {
		return isTurned ? { near: target, far: source, history } : { near: source, far: target, history };
	});
	return { history, via };
}

/** What a document of a link between Version groups says of a link that makes it. */
                                         
	                                                                                     
	                                             
  

/** Lists the groups of whose objects the document of a view has something. */
export function groupsCopied({ other }                         , { via = [] }                   )            {
	return [other, ...via.flatMap(({ near, far }) => [near, far])];
}

/** The document of a view. */
                                     
	               
	                                            
	             
	                       
	              
	                                  
	             
	                         
	                                                                              
	                       
	                                
	                 
	               
	                                                                    
	                                         
	                   
	                                                         
	                   
	                                                                              
	                     
	                                                                                          
	                              
	                                                        
	                  
	                                                          
	                   
	   
	                                                                                                 
	                                                                              
	   
	                    
  

/** Tells what links copy of objects. */
                      
	   
	                                                                                              
	                                  
	   
	                                                         
	                                                                                       
	                                                                 
  

/** What links between Version groups copy of members. */
                                                               

/** Writes the document of a view. */
export function linkSource(view          , { history, via: told }      , copies        )             {
	const { level, group, relation, other } = view;
	const copy = copies.of(level, other);
	const via = told && storedMembers(view, told, copies);
	if (!copy) throw new Error(`a link joins ${level} groups ${group} and ${other}, of which one has no object`);
	const asserted = new Map(history.map(({ instant, end }) => [`${instant} ${end}`, { gte: instant, lte: end }]));
	const providers = new Set(history.map(({ provider }) => analyse(provider).join(' ')));
	return {
		...copy,
		level,
		at: groupKey(level, group),
		party: groupNumber(level, group),
		to: groupKey(level, other),
		relation,
		relationNumber: searchRelations.indexOf(relation),
		history,
		earliest: Math.min(...history.map(({ instant }) => instant)),
		latest: latestOf(history),
		asserted: [...asserted.values()],
		provider: [...providers].filter((words) => words !== ''),
		subTypes: wordingsSeen(history, relation),
		...(level === 'version' && { members: membersIn(via?.via ?? [{ near: group }]) }),
		...(via ? via : level === 'version' && farOf(view, copy, copies)),
	};
}

/** Lists the links that make one, as the document of that has them. */
function storedMembers(
	{ group, other }          ,
	told                       ,
	copies        ,
)                                                           {
	const made = told.map(({ near, far, history }) => {
		const members = [copies.member(group, near), copies.member(other, far)]         ;
		const [one, another] = members;
		return {
			view: { near, far, history },
			latest: latestOf(history),
			members: one && another && ([one, another]         ),
		};
	});
	made.sort(
		(one, other) =>
			Number(other.members !== undefined) - Number(one.members !== undefined) ||
			other.latest - one.latest ||
			compareText(one.members?.[0].sort ?? '', other.members?.[0].sort ?? '') ||
			compareText(one.members?.[1].sort ?? '', other.members?.[1].sort ?? '') ||
			one.view.near - other.view.near ||
			one.view.far - other.view.far,
	);
	const via = made.map(({ view, members }, at)               => {
		if (!members || at >= mostViaOfItem) return view;
		return { ...view, shown: [members[0].identifiers, members[1].identifiers] };
	});
	const shown = told.flatMap(({ near, far }) => [groupKey('identity', near), groupKey('identity', far)]);
	return { via, viaTotal: made.filter(({ members }) => members).length, shows: [...new Set(shown)].sort() };
}

/** Tells of the member at the other end what its document does not say already. */
function farOf({ other }          , { document }          , copies        )                          {
	const member = copies.member(other, other);
	if (!member) return { far: null };
	return member.identifiers === document.identifiers ? {} : { far: member.identifiers };
}

function membersIn(via                                     )             {
	return [...new Set(via.map(({ near }) => groupKey('identity', near)))];
}

/** Tells the latest instant of a history. */
export function latestOf(history                        )         {
	return history.reduce((latest, { instant }) => Math.max(latest, instant), Number.NEGATIVE_INFINITY);
}
