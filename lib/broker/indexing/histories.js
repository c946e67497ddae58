// Folds provenances into the histories of links. It knows no link.
                                                      
import {                   linkHistory, provenanceFromText } from '../../links/provenance.js';
                                                                   

/**
 * Names a provenance by its id; by the negative of it where a symmetric link was said from its
 * target.
 */
                        

/** Folds lists of provenances into histories. */
                         
	                                                                              
	                                                                                                     
	                                                    
  

// Feeds say millions of links in few provenances, so the last ones are cached.
const mostCached = 10_000;

/** Starts with nothing cached; to be kept over the steps of a rebuild. */
export function createHistories()            {
	const provenances = new Map                ();
	const ofOne = new Map                                ();
	const ofSeveral = new Map                                ();
	const fold = (ids                   ) =>
		linkHistory(ids.map((id) => ({ ...(provenances.get(Math.abs(id))              ), turned: id < 0 })));
	return {
		async read(assertions, lists) {
			if (provenances.size + ofSeveral.size > mostCached) {
				for (const cache of [provenances, ofOne, ofSeveral]) cache.clear();
			}
			const unknown = new Set    ();
			for (const list of lists) {
				for (const id of list) if (!provenances.has(Math.abs(id))) unknown.add(Math.abs(id));
			}
			if (unknown.size === 0) return;
			for (const [id, text] of await assertions.provenances([...unknown])) {
				provenances.set(id, provenanceFromText(text));
			}
		},
		of(list) {
			const ids = [...new Set(list)].sort((one, other) => one - other);
			if (ids.length === 1) return ofOne.getOrInsertComputed(ids[0]          , () => fold(ids));
			return ofSeveral.getOrInsertComputed(ids.join(), () => fold(ids));
		},
	};
}
