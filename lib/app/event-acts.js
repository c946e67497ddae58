// What may be done with a single event beside applying it, on the records of this thread.
import {                       listEventLinks } from '../broker/list-event-links.js';
import { previewWithdrawal, restoreEvent, withdrawEvent } from '../broker/taking-back/withdraw-event.js';
                                                                                        
                                                     
                                                           

/** See the use cases of Broker; each takes one argument, which may come from another thread. */
                         
	                                                                                  
	                                                                    
	                                                                  
	                                                               
  

/** Creates them. */
export function createEventActs(records         )            {
	return {
		listEventLinks: async ({ sequence, ...query }) => listEventLinks(await records.payload(sequence), query),
		async withdrawEvent(order) {
			await withdrawEvent(records, order);
		},
		restoreEvent: (order) => restoreEvent(records, order),
		previewWithdrawal: (eventId) => previewWithdrawal(records, eventId),
	};
}
