// What handlers know of a request beyond its text; holds no logic of routes.
                                                      
                                    
                                                                
                                                          
                                                              

/** Says what comes with a request: node's objects, absent without a socket, and what was found. */
                               
	                                
	            
		                                                                
		                                                
		                                                          
		                                       
		                                                               
		                              
		                                                                       
		               
	  
  

                                                   

/** Tells that the client has closed its connection. */
export function isAbandoned(context             )          {
	return context.env?.outgoing?.destroyed ?? false;
}

/** Aborted when the client closes its connection before it has its answer. */
export function clientGone(context             )              {
	const controller = new AbortController();
	const outgoing = context.env?.outgoing;
	if (isAbandoned(context)) controller.abort();
	outgoing?.once('close', () => {
		if (!outgoing.writableFinished) controller.abort();
	});
	return controller.signal;
}

// The longest is an IPv6 address with the name of an interface; a header may hold anything.
const longestAddress = 100;

/**
 * Tells the address that the request came from. Behind `trustedProxies` proxies, each of which adds
 * the address that asked it to X-Forwarded-For, it is the entry that the outermost of them wrote:
 * entries to the left of it may be forged. An IPv4 address is written as such also where the socket
 * is one of IPv6.
 */
export function senderAddress(context             , trustedProxies        )         {
	const neighbour = context.env?.incoming?.socket.remoteAddress ?? 'unknown';
	const forwarded = trustedProxies === 0 ? [] : (context.req.header('x-forwarded-for')?.split(',') ?? []);
	const address = forwarded.at(-trustedProxies)?.trim() || neighbour;
	return address.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, longestAddress);
}
