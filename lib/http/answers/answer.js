// What a handler gives back, as plain data; knows neither hono nor node.

/** An HTTP answer before it is sent; a null body sends none. */
                      
	               
	                                          
	                                                                           
	                                                             
	                                           
	                                                         
	                  
  

/** Tells the log that the client went away; nothing is sent. */
export const abandonedAnswer         = { status: 499, headers: {}, body: null };

/** Answers a value as application/json. */
export function jsonAnswer(value         , status = 200, headers                                   = {})         {
	return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** Answers a value as application/json, indented where asked. */
export function writtenJson(
	value         ,
	{ prettyprint, headers }                                                                     ,
)         {
	const body = JSON.stringify(value, undefined, prettyprint ? 2 : undefined);
	return { status: 200, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

/** Keeps an answer that is meant for one account out of every cache. */
export const privately = { 'Cache-Control': 'no-store' }         ;

/** Answers a request that did what was asked for, without content. */
export const doneAnswer         = { status: 204, headers: privately, body: null };

/** Writes a time of the broker's, in milliseconds since 1970, as answers do: ISO 8601 in UTC. */
export function isoTime(milliseconds        )         {
	return new Date(milliseconds).toISOString();
}

/** Tells how long something has waited, in seconds; what is null has waited for 0. */
export function secondsSince(at               , now        )         {
	return at === null ? 0 : Math.max(0, now - at) / 1_000;
}

/** Makes what is sent of an answer to a request of this method; `more` are headers besides. */
export function toResponse({ status, headers, body }        , more                   , method        )           {
	const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
	const all                         = { ...headers, ...more };
	// Hono takes the body away from answers to HEAD, and its length with it.
	if (method === 'HEAD' && bytes instanceof Uint8Array) all['Content-Length'] = String(bytes.byteLength);
	return new Response(bytes, { status, headers: all });
}
