// Gathers the changes of an update in memory, each on top of those before; knows neither documents
// nor requests.
import { identifierText } from '../../../identifiers/index.js';
             
	        
	        
	              
	             
	          
	            
                                                
import {                groupKey, levels } from '../documents/group-key.js';

/**
 * Says what an update leads to: plain data, which can be written down and applied more than once.
 * Each object and link is as it is to be, whatever was there before.
 */
                         
	                                     
	                                                       
	   
	                                                                                                  
	   
	                   
	                                                                              
	                    
	                                                                              
	                     
  

/** An update as far as it is gathered. Its answers are undefined for what it has not changed. */
                               
	                                   
	                   
	                                                                                 
	                                                                                               
	                                                             
	                                                                       
	                                                                             
	                                                        
	                       
  

/** Starts with no change. */
export function gatherChanges()                  {
	const objects = new Map                              ();
	const links = new Map                   ();
	const cleared = new Set          ();
	/** The Identity group that an identifier leads to. */
	const targets = new Map                        ();

	const releaseIdentifiers = (key          ) => {
		const object = objects.get(key);
		if (object?.level !== 'identity') return;
		for (const text of object.identifiers.map(identifierText)) {
			// Another object may have taken it meanwhile.
			if (targets.get(text) === object.group) targets.set(text, null);
		}
	};
	const remove = (removed                         ) => {
		const keys = new Set(removed.map(({ level, group }) => groupKey(level, group)));
		for (const key of keys) {
			releaseIdentifiers(key);
			objects.set(key, null);
			cleared.add(key);
		}
		if (keys.size > 0) emptyLinksOf(keys, links.values());
	};
	const put = (object             ) => {
		const key = groupKey(object.level, object.group);
		releaseIdentifiers(key);
		objects.set(key, object);
		if (object.level === 'version') return;
		for (const identifier of object.identifiers) targets.set(identifierText(identifier), object.group);
	};
	return {
		apply(changes) {
			remove(changes.removed);
			// An identity object with the number of its Version group says that this group has no object
			// of its own, unless one is given in the same change.
			for (const { level, group, version } of changes.objects) {
				if (level === 'identity' && group === version) objects.set(groupKey('version', group), null);
			}
			for (const object of changes.objects) put(object);
			for (const link of changes.links) {
				const key = `${link.source} ${link.relation} ${link.target}`;
				links.set(key, withUpdate(links.get(key), link));
			}
		},
		isEmpty: () => objects.size === 0 && links.size === 0 && cleared.size === 0,
		located(identifier) {
			const identity = targets.get(identifierText(identifier));
			if (typeof identity !== 'number') return identity;
			const { version } = objects.get(groupKey('identity', identity))               ;
			return { identity, version };
		},
		object: (level, group) => objects.get(groupKey(level, group)),
		identitiesIn: (versions) =>
			[...objects.values()].flatMap((object) =>
				object?.level === 'identity' && versions.has(object.version) ? [object.group] : [],
			),
		changeset() {
			const withOwnIdentifiers = (object             )              => ({
				...object,
				identifiers: object.identifiers.filter((one) => targets.get(identifierText(one)) === object.group),
			});
			return {
				objects: [...objects].map(([key, object]) => [
					key,
					object?.level === 'identity' ? withOwnIdentifiers(object) : object,
				]),
				links: [...links.values()],
				cleared: [...cleared],
				recounted: [],
			};
		},
	};
}

/** Takes their histories, at the level of the groups, off the links that end in these. */
function emptyLinksOf(groups                       , links                     )       {
	for (const link of links) {
		for (const level of levels) {
			const ends = [groupKey(level, link.source), groupKey(level, link.target)];
			if (ends.some((end) => groups.has(end))) link[level] = [];
		}
	}
}

/** Updates a link at the levels that are given; what makes it by version goes with that level. */
function withUpdate(before                       , link           )            {
	const { via, ...others } = before ?? {};
	return { ...others, ...(!link.version && via && { via }), ...link };
}
