// Tells what links copy of objects, before and after an update; does not know which links.
                                                                      
import {                groupKey, levels } from '../documents/group-key.js';
                                                                        
import {                                   objectCopy } from '../documents/object-document.js';
                                                
                                                             

/** Tells what links copy of the objects of groups that were loaded. */
                                     
	                                                                             
	                                                
  

/** Tells it after an update (`of`, `member`), and what it was before. */
                                                                                                                   

/** What of an object its copies follow from. */
                                                          

/** Tells it of an object. */
export function copiedOf(object                                                     )         {
	return { version: object.version, copy: { ...object.copy, document: object.document } };
}

/** Tells copies of objects that are found by their keys. */
export function copiesOf(find                                       )         {
	return {
		of: (level, group) => (find(groupKey(level, group)) ?? find(groupKey('identity', group)))?.copy,
		member: (version, group) => memberOf(find(groupKey('identity', group)), version),
	};
}

function memberOf(object                    , version         )                         {
	if (object?.version !== version) return undefined;
	return { sort: object.copy.sort, identifiers: object.copy.document.identifiers };
}

/** Tells the copies before and after a changeset. */
export function createChangedCopies({ objects }                            , stored                 )                {
	const changed = new Map(
		objects.map(([key, object]) => [key, object ? copiedOf({ ...object, copy: objectCopy(object) }) : undefined]),
	);
	let known                                                  = new Map();
	const before = (key          ) => {
		const object = known.get(key);
		return object && copiedOf(object);
	};
	return {
		async load(groups) {
			known = await stored.objects(groups.flatMap((group) => levels.map((level) => groupKey(level, group))));
		},
		...copiesOf((key) => (changed.has(key) ? changed.get(key) : before(key))),
		before: { ...copiesOf(before), versionOf: (group) => before(groupKey('identity', group))?.version },
	};
}
