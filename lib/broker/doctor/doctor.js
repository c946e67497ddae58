// Examines what is stored and, on request, mends what follows from what was received; then it looks
// again. It knows no engine.
                                            
                                                              
                                                                      
import { rebuildIndex } from '../indexing/rebuild-index.js';
import {                                   examine } from './examine.js';
import {             isFaultOfIndex } from './findings.js';
import { repairRecords } from './repair.js';

                             
	                                                                                                   
	                
	             
	                          
	                                          
  

/**
 * How things stand in the end; `mended` is what was wrong before, null where nothing was mended.
 */
                                                                      

/** Looks, mends where it may and something is wrong, and looks again. */
export async function runDoctor(
	stores                                          ,
	{ repair, onProgress, ...options }               ,
)                     {
	const found = await examine(stores, onProgress);
	if (!repair || found.faults.length === 0) return { ...found, mended: null };
	if (found.faults.some(({ kind }) => !isFaultOfIndex(kind))) await repairRecords(stores.records);
	await rebuildIndex(stores.records, stores.index, { ...options, destroy: false, anew: true, onProgress });
	return { ...(await examine(stores, onProgress)), mended: found.faults };
}
