// Tells what links copy of the objects of a generation that is being built; does not know the
// links.
                                                                                   
                                                            
import {                groupKey, levels, readGroupKey } from '../documents/group-key.js';
import {                    objectCopy } from '../documents/object-document.js';
import {              copiedOf, copiesOf,                   } from '../writing/object-copies.js';
                                                                      

                                          
	                                                
	                               
  

// What is not cached is read from the index again.
const cachedCopiesLimit = 50_000;

/** Starts without an object. `stored` reads the generation that `bulk` writes to. */
export function createBuiltCopies(stored                 , bulk            )              {
	const withVersionObject = new Set         ();
	const cache = new Map                  ();
	const mayBeThere = (key          ) => {
		const { level, group } = readGroupKey(key);
		return level === 'identity' || withVersionObject.has(group);
	};
	// Never within a load, which keeps all that it has read.
	const makeRoom = () => {
		if (cache.size > cachedCopiesLimit) cache.clear();
	};
	return {
		add(object) {
			makeRoom();
			if (object.level === 'version') withVersionObject.add(object.group);
			cache.set(groupKey(object.level, object.group), copiedOf({ ...object, copy: objectCopy(object) }));
		},
		async load(groups) {
			makeRoom();
			const keys = [...new Set(groups)].flatMap((group) => levels.map((level) => groupKey(level, group)));
			const missing = keys.filter((key) => mayBeThere(key) && !cache.has(key));
			if (missing.length === 0) return;
			await bulk.flush();
			const read = await stored.read                                                     (missing, [
				...(['version', 'copy', 'document']         ),
			]);
			for (const [key, object] of read) cache.set(key            , copiedOf(object));
		},
		...copiesOf((key) => cache.get(key)),
	};
}
