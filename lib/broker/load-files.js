// Loads files of links, event by event, and sums up what became of them. It knows no storage.
import { basename } from 'node:path';
                                            
                                                                    
import { checkFiles, readLinkFiles } from '../formats/json/read-files.js';
import {                   withoutRecords } from '../formats/json/record-chunk.js';
import { checkChunk, readChunk } from '../formats/scholix/read-chunk.js';
                                                  
import {                                     noCounts } from '../links/link-event.js';
import { createNameTally,                } from '../links/name-counts.js';
                                                           
import { createReplacedOnce } from './replaced-once.js';

                            
	                  
	                                                      
	                          
	                           
	               
	                            
	                
	                               
	                
  

                           
	                                         
	                    
	                 
	                                                                                         
	                     
	                                         
  

/** A record that was not stored, with its place in its file (line from 1). */
                                                                                         

/** What became of the links of files. */
                                         
	                                                                                  
	                         
  

/** What became of files, and how long it took up to the last link that can be found. */
                                                            

/**
 * What became of a chunk: its event (none where no record was good), and the records that were
 * refused.
 */
                           
	                                                                                                                  
	                                                          
  

/**
 * A chunk whose records were read: what is to be stored of it, and the records that were refused.
 */
                         
	                    
	              
	                 
	                                
  

/** The two steps of loading a chunk; the next chunk is read while one is applied. */
                         
	   
	                                                                                                  
	                         
	   
	                                                                   
	   
	                                                                                          
	            
	   
	                                                                    
  

                                                                      
                                                                                                             

/** Reads the records of a chunk; see LoadSteps. */
export function readForLoad(chunk             , { action, skipInvalid }             )            {
	const { batch, wrong } = skipInvalid ? checkChunk(chunk, action) : { batch: readChunk(chunk, action), wrong: [] };
	const positions = wrong.map(({ position }) => position);
	const { payload, links } = positions.length === 0 ? chunk : withoutRecords(chunk, positions);
	return { payload, links, batch, refused: wrong };
}

/**
 * Loads files, one event after the other; see readLinkFiles for what a path may name. Nothing is
 * stored where one of them is not there. At the first bad record, unless they are skipped, the load
 * ends.
 */
export async function loadFiles(
	paths                   ,
	options                           ,
	steps           ,
)                       {
	const summary              = { ...noCounts, events: [], refused: [] };
	const replacedOnce = createReplacedOnce();
	const progress               = { bytesRead: 0, bytesTotal: null, stored: 0, applied: 0, indexed: 0 };
	for (const path of paths) await checkFiles(path);
	for (const path of paths) {
		const chunks = readLinkFiles(path, options);
		for await (const { chunk, read } of readAhead(chunks, (chunk) => steps.read(chunk, options))) {
			const now = await read;
			const fileName = path === '-' ? null : basename(chunk.file);
			const loaded = await steps.apply(now, { ...options, replaces: replacedOnce(now.batch), fileName });
			addTo(summary, chunk.file, loaded);
			progress.bytesRead += chunk.payload.byteLength;
			progress.stored += chunk.links;
			progress.applied += loaded.event?.counts ? chunk.links : 0;
			options.onProgress(progress);
		}
	}
	return summary;
}

                                                              

/**
 * Begins to read each chunk before the one before it is handed out, also where the file then ends
 * in a failure.
 */
async function* readAhead(
	chunks                            ,
	read                                            ,
)                        {
	let held                   ;
	let failure                                ;
	try {
		for await (const chunk of chunks) {
			const next = { chunk, read: read(chunk) };
			// It is awaited after the chunk before it; until then a failure is not unhandled.
			next.read.catch(() => undefined);
			if (held) yield held;
			held = next;
		}
	} catch (error) {
		failure = { error };
	}
	if (held) yield held;
	if (failure) throw failure.error;
}

function addTo(summary             , file        , { event, refused }             )       {
	for (const { line, problems } of refused) summary.refused.push({ file, line, problems });
	if (!event) return;
	const { counts, ...shown } = event;
	summary.events.push(shown);
	summary.links += event.links;
	if (!counts) return;
	summary.ignored += counts.ignored;
	summary.containers += counts.containers;
	summary.unknownRelations = addNames(summary.unknownRelations, counts.unknownRelations);
	summary.newRelationships += counts.newRelationships;
	summary.newIdentifiers += counts.newIdentifiers;
	summary.mergedGroups += counts.mergedGroups;
	summary.withdrawn += counts.withdrawn;
	summary.nothingToWithdraw += counts.nothingToWithdraw;
	summary.notYours += counts.notYours;
	summary.splitGroups += counts.splitGroups;
}

function addNames(...lists                          )                       {
	const tally = createNameTally();
	for (const { name, count } of lists.flat()) tally.add(name, count);
	return tally.mostFrequent();
}
