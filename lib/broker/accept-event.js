// Accepts a batch of links: reads and checks it whole, then stores it durably as a new event. It
// knows no transport, no thread and no engine.
import { randomUUID } from 'node:crypto';
import { BrokerError } from '../errors.js';
import { malformedJson, parseJson } from '../formats/json/json-text.js';
import { readAcceptedLinks, readLinks, readValidLinks,                  } from '../formats/scholix/read-links.js';
import { reportLimits } from '../links/limits.js';
                                                  
                                                          
                                                       
import { asAssertion,                                                 } from '../ports/records/events.js';
                                                    

                          
	                                                        
	                 
	                         
	                    
	                                                                                    
	                  
	   
	                                                                                               
	               
	   
	                                
	                 
	                                                                                               
	                 
	                  
	                                               
	                   
	                                                                                
	               
  

/** The links that were left out: how many, and what is wrong in the first of them. */
                                                                                                     

/** An event as it was accepted; `sequence` grows with the order of acceptance. */
                                                                                     

/**
 * Creates the use case: checks a submission, stores it, and answers once it survives power loss.
 * Fails with `malformed-json` or `invalid-links` (see readLinks), a partial one where no link is
 * valid, and with `bad-query` where it has links and says what it replaces; then nothing is stored.
 * Submissions that come while others are being stored are stored together, in one commit.
 */
export function createAcceptEvent(
	records                        ,
	{ maxLinks, now }                                     ,
)                                                     {
	                
		                
		                      
		                                       
		                             
	  
	let waiting            = [];
	let isStoring = false;
	const storeWaiting = async ()                => {
		isStoring = true;
		while (waiting.length > 0) {
			const together = waiting;
			waiting = [];
			try {
				const sequences = await records.accept(together.map(({ event }) => event));
				together.forEach(({ event: { eventId }, refused, resolve }, at) => {
					resolve({ eventId, sequence: sequences[at]      , refused });
				});
			} catch (error) {
				for (const { reject } of together) reject(error);
			}
		}
		isStoring = false;
	};
	return async (submission) => {
		const { action, takesAll, replaces, noindex, userId, submittedBy } = submission;
		const { payload, links, providers, refused } = read(submission, maxLinks);
		const { promise, resolve, reject } = Promise.withResolvers               ();
		const counts = { links, refused: refused.count };
		const sender = { userId, submittedBy };
		const event           = {
			...{ eventId: randomUUID(), payload, ...counts, providers, noindex, ...sender, now: now() },
			...asAssertion,
			...{ action, takesAll, replaces: replaces && [replaces], sourceAddress: submittedBy.address },
		};
		waiting.push({ event, refused, resolve, reject });
		if (!isStoring) void storeWaiting();
		return promise;
	};
}

                                                                                                           

const nothingRefused               = { count: 0, first: [] };

function read({ body, action, partial, replaces }            , maxLinks        )          {
	if (replaces !== null) return readNothing(body);
	// What an event only takes back says nothing of how its providers are spelled.
	const spelled = (batch           ) => (action === 'withdraw' ? [] : batch.providers);
	if (!partial) {
		const batch = readLinks(body, { maxLinks, action });
		return { payload: body, links: batch.counts.links, providers: spelled(batch), refused: nothingRefused };
	}
	const { payload, batch, wrong } = readValidLinks(body, { maxLinks, action });
	const first = wrong.slice(0, reportLimits.records).map(summarize);
	return { payload, links: batch.counts.links, providers: spelled(batch), refused: { count: wrong.length, first } };
}

/** Reads a body that must be an empty array. */
function readNothing(body            )          {
	const parsed = parseJson(body);
	if ('error' in parsed) throw malformedJson(parsed.error);
	if (Array.isArray(parsed.value) && parsed.value.length === 0) {
		return { payload: body, links: 0, providers: [], refused: nothingRefused };
	}
	const message =
		'source goes with an empty array ([]) as body. To replace what providers said of Sources by other links, send ' +
		'these links without source: they name both themselves.';
	throw new BrokerError('bad-query', message, { problems: [{ field: 'source', message }] });
}

/** Tells a wrong record by the first of its problems, and how many more it has. */
function summarize({ problems, position }             )                                       {
	const [first, ...more] = problems;
	const rest = more.length === 0 ? '' : ` (and ${more.length} more in this link)`;
	return { pointer: first?.pointer ?? `/${position}`, message: `${first?.message}${rest}` };
}

/** Reads what was accepted before; see readAcceptedLinks. */
export function readAccepted(payload            , action             )            {
	return readAcceptedLinks(payload, action);
}
