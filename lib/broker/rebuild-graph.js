// Derives all groups and their descriptions anew from what counts, and corrects what differs. It
// knows no engine.
                                                                        
                                                              
import {                     compareGraph,                    } from './compare-graph.js';
import { correctDescriptions } from './describe-groups.js';

                                                               
	   
	                                                                                                
	               
	   
	                
  

/**
 * Rebuilds the groups in one transaction. Where it changed something the index must be rebuilt too.
 */
export async function rebuildGraph(
	records         ,
	onProgress                                   ,
)                        {
	return records.change(async (transaction, snapshot) => {
		await transaction.lock('everything');
		return rebuildGraphInside(transaction, snapshot, onProgress);
	});
}

/** Does the same in a transaction that has locked all groups. */
export async function rebuildGraphInside(
	transaction             ,
	snapshot          ,
	onProgress                                   ,
)                        {
	const corrections = {
		misplaced: transaction.place,
		misdescribed: (groups                                           ) => correctDescriptions(transaction, groups),
	};
	const { differing, ...counts } = await compareGraph(transaction, snapshot, corrections, onProgress);
	return { ...counts, changed: differing };
}
