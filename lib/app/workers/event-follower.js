// Tells the log, the metrics and the traces of events that a worker has applied. It knows neither
// records nor threads.
                                                               
                                                             
                                                                  
                                                       
                                                            

/** What the metrics are told. */
                                                                                      

/** Hears of events. */
                                                                                            
	                                                                                               
	                                                  
  

// Other workers may apply an event, so spans that are never asked for are forgotten.
const mostRemembered = 10_000;

/** Creates a follower; without `tracer` spans are left out. `now` tells milliseconds since 1970. */
export function createEventFollower(needs   
	                                                     
	                                  
	                                                  
	              
 )                {
	const { log, notify, tracer, now } = needs;
	const parents = new Map            ();
	const endSpan = (event              , startedAt        , endedAt        , counts              )       => {
		if (!tracer) return;
		const parent = parents.get(event.sequence);
		tracer.end(tracer.begin(parent), parent, {
			name: 'process event',
			kind: 'consumer',
			startedAt,
			milliseconds: endedAt - startedAt,
			attributes: {
				'link_broker.event_id': event.eventId,
				'link_broker.attempt': event.attempts,
				...(counts && { 'link_broker.links': counts.links }),
			},
			failed: counts === undefined,
		});
		if (counts) parents.delete(event.sequence);
	};
	return {
		remember(sequence, traceparent) {
			parents.set(sequence, traceparent);
			if (parents.size > mostRemembered) parents.delete(parents.keys().next().value      );
		},
		onApplied({ event, counts, startedAt, endedAt }) {
			log.info({ event_id: event.eventId, ...counts, milliseconds: endedAt - startedAt }, 'Event applied');
			notify({ notice: 'applied', links: counts.links });
			endSpan(event, startedAt, endedAt, counts);
		},
		onFailed(event, startedAt) {
			notify({ notice: 'failed' });
			endSpan(event, startedAt, now());
		},
	};
}
