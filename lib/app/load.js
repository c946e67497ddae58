// Loads files from the command line: first all of them into the records, then the index is brought
// up. The links of a file are read by a thread of their own (threads.ts).
                                                      
import {                                    loadFiles, readForLoad } from '../broker/load-files.js';
import { BrokerError, isOutage } from '../errors.js';
import { createLog } from '../log.js';
                                                           
                                                                   
                                               
import { bringIndexUp } from './bring-index-up.js';
import { eventOptions } from './event-options.js';
                                                        
import { startThread } from './threads.js';
import { createApplyChunk } from './workers/load-chunk.js';

/** Creates the use case of `events load`. */
export function createFileLoader(settings          , records         , index             )                          {
	const log = createLog(settings.logLevel, 'load');
	const limits = { maxLinks: linksPerEvent(settings, records), maxBytes: settings.maxBodyBytes };
	return async (by, paths, { onProgress, ...options }) => {
		const startedAt = performance.now();
		const apply = createApplyChunk(records, by, eventOptions(settings, 'load', log));
		let last                          ;
		const bringUp = async () => {
			if (options.noindex) return;
			await bringIndexUp(settings, { records, index, log }, linksAreStored);
			if (last) onProgress({ ...last, indexed: last.applied });
		};
		const noteProgress = (progress              ) => {
			last = progress;
			onProgress(progress);
		};
		const reader = createReader(settings);
		const loading = { ...options, ...limits, onProgress: noteProgress };
		const loaded = await loadFiles(paths, loading, { read: reader.read, apply })
			.finally(reader.stop)
			.catch(async (error) => {
				// What came before a bad record is stored and is to be found. The bad record is what the
				// command tells, also where the index cannot be brought up.
				if (last && error instanceof BrokerError && !isOutage(error)) {
					await bringUp().catch(() => undefined);
				}
				throw error;
			});
		await bringUp();
		return { ...loaded, seconds: (performance.now() - startedAt) / 1000 };
	};
}

const linksAreStored =
	'The links are stored, but the search index cannot be brought up to them. Loading them again is not needed: ' +
	'a server or a worker brings it up as soon as it can.';

// Whoever submits to a server beside the load waits for the event that is being applied.
const linksPerEventOfOneWriter = 2_000;

function linksPerEvent({ maxLinksPerEvent }          , { singleWriter }         )         {
	return singleWriter ? Math.min(maxLinksPerEvent, linksPerEventOfOneWriter) : maxLinksPerEvent;
}

/**
 * Reads chunks: the first one in this thread, since a small file has no more, all others in
 * another. Reading is a third of a load's work, and runs beside applying.
 */
function createReader(settings          )                                                     {
	let isFirst = true;
	let thread                                                          ;
	return {
		async read(chunk, { action, skipInvalid }) {
			if (isFirst) {
				isFirst = false;
				return readForLoad(chunk, { action, skipInvalid });
			}
			// If the thread fails, the calls that wait for it reject.
			const ignored = { onNotice: () => undefined, onFailure: () => undefined };
			thread ??= startThread              ('./reading-thread.js', settings, ignored);
			return thread.calls.read({ chunk, action, skipInvalid });
		},
		stop: async () => thread?.stop(),
	};
}
