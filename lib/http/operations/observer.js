// Tells of every request what operators want to know: a line in the log, its time, its span.
                                                   
import { targetOf } from '../server/addresses.js';
                                                             
                                            
import { logRequest,                 } from './request-log.js';
import { readTraceparent,              writeTraceparent } from './tracing.js';

                             
	                
	                                          
	                                           
	                                                   
	                                           
	                                   
  

/** Begins to watch a request at a place; `answered` is told how it ended, once. */
                       
	                     
	                                        
	                  
                                        

/** Creates an observer. Handlers find the span of their request under `trace`. */
export function createObserver({ log, metrics, tracer, clock = () => performance.now() }               )          {
	return (context, place, requestId) => {
		const startedAt = clock();
		const { method, url } = context.req;
		const route = { method: place.method.toUpperCase(), route: place.path };
		const parent = context.req.header('traceparent');
		const span = tracer?.begin(parent);
		if (span) context.set('trace', writeTraceparent(span));
		return {
			answered({ status, logged = {}, failure }) {
				const milliseconds = clock() - startedAt;
				metrics.requestAnswered(route, status, milliseconds);
				const traceId = (span ?? readTraceparent(parent))?.traceId;
				const line = { requestId, method, target: targetOf(url), status, milliseconds, ...logged };
				logRequest(log, { ...line, ...(traceId && { trace_id: traceId }) }, failure);
				if (!span) return;
				tracer?.end(span, parent, {
					name: `${route.method} ${route.route}`,
					kind: 'server',
					startedAt: Date.now() - milliseconds,
					milliseconds,
					attributes: {
						'http.request.method': method,
						'http.route': route.route,
						'http.response.status_code': status,
						'url.path': context.req.path,
						'link_broker.request_id': requestId,
						...(typeof logged.event_id === 'string' && { 'link_broker.event_id': logged.event_id }),
					},
					failed: status >= 500,
				});
			},
		};
	};
}
