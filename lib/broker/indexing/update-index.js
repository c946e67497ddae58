// Brings the search index up to what outbox entries speak of, from the records' present state: any
// number of times, with the same result. It knows no engine.
//
//   enqueued with an event ──▶ waiting ──▶ claimed ──▶ derived and committed ──▶ acknowledged
//                                 ▲           │              │ the process ends here
//                                 └───────────┴──────────────┘ (delivered again once the claim has
//                                                               run out, which changes nothing)
import { randomUUID } from 'node:crypto';
import {             systemClock } from '../../clock.js';
                                                       
                                                                 
                                                              
                                                                                     
import { deriveChanges } from './derive-changes.js';
import { claimEntries } from './outbox-claim.js';

                             
	                                                                                               
	                       
	                                                                               
	                             
	                                                                    
	                
	              
	                                                                                        
	                                 
  

/** The name of this thread among all that bring an index up. */
const thisThread = randomUUID();

/**
 * Delivers some of the waiting outbox entries; answers how many. Other processes may do the same at
 * the same time, with other entries. Fails with `index-behind` where the index is not that of these
 * records.
 */
export async function updateIndex(
	records         ,
	index              ,
	{ namesPerRound = 10_000, besides, worker = thisThread, clock = systemClock, signal }                = {},
)                  {
	const claim = await claimEntries(records, { worker, clock, namesPerRound });
	try {
		const { entries } = claim;
		if (entries.length === 0) return 0;
		const delivered = await deliver(records, index, entries, { besides, signal });
		if (delivered) claim.forget();
		return delivered ? entries.length : 0;
	} finally {
		await claim.end();
	}
}

/** Delivers entries; answers false where the index answers from another generation meanwhile. */
async function deliver(
	records         ,
	index              ,
	entries                        ,
	{ besides, signal }                                           ,
)                   {
	const mark = randomUUID();
	const work = async (writer             )                          => {
		const { generation } = writer;
		if (generation !== (await records.currentGeneration())) return undefined;
		await records.read(async (transaction) => {
			for await (const changes of deriveChanges(transaction, writer, entries, { besides })) {
				signal?.throwIfAborted();
				await writer.apply(changes);
			}
		});
		await writer.leaveMark(async (before) => {
			await records.announceMark(before, mark);
			return mark;
		});
		return generation;
	};
	const generation = await index.update(work, { signal });
	if (generation === undefined) return false;
	// Only once the index has committed: a crash in between delivers them twice, which changes
	// nothing.
	await records.acknowledge(
		entries.map(({ id }) => id),
		generation,
		mark,
	);
	return true;
}
