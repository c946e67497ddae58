// The headers that tell browsers what not to do with an answer; knows no route.
                                                  
                                          

/** Browsers remember for a year that there is HTTPS here. */
const onlyHttps = { 'Strict-Transport-Security': 'max-age=31536000' }         ;

/** Tells the headers of every answer; HTTPS is insisted on where others reach the broker by it. */
export function safetyHeaders({ tls, publicUrl }                                     )                         {
	const isHttps = tls !== null || publicUrl?.startsWith('https:');
	return { 'X-Content-Type-Options': 'nosniff', ...(isHttps && onlyHttps) };
}

/** What an answer that is no page says of itself: it loads nothing, and nothing frames it. */
const contentPolicy = {
	'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
	'Referrer-Policy': 'no-referrer',
}         ;

/** Adds the policy of what is no page to an answer that has none of its own. */
export function withContentPolicy(answer        )         {
	return { ...answer, headers: { ...contentPolicy, ...answer.headers } };
}
