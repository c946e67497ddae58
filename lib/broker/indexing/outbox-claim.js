// Holds the outbox entries that one call works on, so that no other process does. It knows no
// index.
                                            
                                                                               
import { keepRenewing } from '../keep-renewing.js';

/** Entries that are held until `end`. */
                          
	                                         
	                                                    
	               
	                                                                   
	                     
  

                                                                                   

const entriesPerRound = 64;

/**
 * What a dead process has claimed waits for so long. It is short, since two that deliver the same
 * entry do no harm.
 */
export const claimMilliseconds = 5_000;

/** Claims entries that wait, the oldest first, and keeps up the claim. */
export async function claimEntries(
	records              ,
	{ worker, clock, namesPerRound }              ,
)                      {
	const lease = () => ({ worker, until: clock.now() + claimMilliseconds });
	const entries = await records.claimEntries(lease(), clock.now(), { limit: entriesPerRound, size: namesPerRound });
	const ids = entries.map(({ id }) => id);
	const renewing =
		entries.length === 0 ? undefined : keepRenewing(clock, claimMilliseconds, () => records.renewEntries(ids, lease()));
	let isForgotten = entries.length === 0;
	return {
		entries,
		forget() {
			isForgotten = true;
		},
		async end() {
			await renewing?.end();
			// Where this fails, others take the entries once the claim has run out.
			if (!isForgotten) await records.releaseEntries(ids, worker).catch(() => undefined);
		},
	};
}
