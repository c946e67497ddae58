// Reads the objects of groups; does not know what is asked about them.
                                                                               
                                                       
import { groupKey } from '../documents/group-key.js';
                                                                    

/** What searches read of an object. */
                                                                                    
	                                         
  

/** Names what that is. */
export const fieldsOfObjects = ['version', 'document', 'lostAt', 'copy.sort']         ;

/** Tells objects that were read. */
                       
	   
	                                                                                                
	                                     
	   
	                                                                     
	                                                                                                  
	                                                                   
  

/** Tells of objects by the ids of their documents. */
export function objectsIn(found                                   )          {
	const member                    = (version, group) => {
		const object = found.get(groupKey('identity', group));
		return object?.version === version ? object : undefined;
	};
	return {
		describing(level, group) {
			const own = found.get(groupKey(level, group));
			return level === 'identity' ? own : (own ?? member(group, group));
		},
		member,
	};
}

/** Lists the ids of the documents one of which describes a group at a level. */
export function idsDescribing(level         , group         )           {
	return [...new Set([groupKey('identity', group), groupKey(level, group)])];
}

const idsPerRequest = 10_000;

/** Reads documents of objects by their ids. */
export async function readObjects(searches          , ids                   )                   {
	const found = new Map                      ();
	for (let at = 0; at < ids.length; at += idsPerRequest) {
		// The name of a part of a field is none of a field.
		const fields = fieldsOfObjects                                     ;
		const read = await searches.read              (ids.slice(at, at + idsPerRequest), fields);
		for (const [id, object] of read) found.set(id, object);
	}
	return objectsIn(found);
}
