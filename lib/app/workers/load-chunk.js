// Stores one chunk of a file as an event and applies it at once. It knows no file.
import { randomUUID } from 'node:crypto';
                                                                         
import { isOutage } from '../../errors.js';
                                                             
                                                          
import { asAssertion,                   } from '../../ports/records/events.js';
                                                              
import { applyClaimed,                    noteFailure } from './event-worker.js';

/**
 * Creates what a load, begun by somebody, does with each chunk that was read. An event that cannot
 * be applied is left to be tried again by any worker, and the load goes on; where the records
 * cannot be reached, the load ends.
 */
export function createApplyChunk(records         , by       , options              )                     {
	return async ({ payload, links, batch, refused }, { action, noindex, replaces, fileName }) => {
		if (links === 0) return { event: null, refused };
		const now = options.clock.now();
		const counts = { links, refused: refused.length };
		const sender = { userId: null, submittedBy: by };
		// What an event only takes back says nothing of how its providers are spelled.
		const providers = action === 'withdraw' ? [] : batch.providers;
		const event = await records.acceptClaimed(
			{
				...{ eventId: randomUUID(), payload, ...counts, providers, noindex, ...sender, now },
				...{ ...asAssertion, action, takesAll: true, replaces, fileName },
			},
			{ worker: options.name, until: now + options.leaseMilliseconds },
		);
		const outcome = await applyClaimed(records, event, batch, options).catch((error) => {
			if (isOutage(error)) throw error;
			return noteFailure(records, event, error, options);
		});
		return { event: loadedEvent(event, links, outcome), refused };
	};
}

                                                                                 

/**
 * Tells what became of an event: its counts, or why it failed; neither where another worker has it.
 */
function loadedEvent({ eventId }              , links        , outcome         )                       {
	const event = { eventId, links, counts: null, error: null };
	if (outcome === undefined) return { ...event, state: 'Processing' };
	if ('error' in outcome) return { ...event, ...outcome };
	return { ...event, state: 'Done', counts: outcome };
}
