// Sends single requests to one node of a cluster over connections that stay open; knows neither the
// other nodes nor what is asked.
import { Pool } from 'undici';
                                                      

/** A request of OpenSearch's own interface. */
                              
	                                          
	                                                               
	             
	                                                            
	                                                          
	                       
	                                                
	                           
  

/** `body` is a text where it is not JSON. */
                                                                                               

/** Says that no whole answer came. */
export class NoAnswer extends Error {
	/**
	 * `unsent`: the request cannot have arrived; `untrusted`: nor has it, since the certificates do
	 * not fit. `late`: all of its time has passed.
	 */
	         how                                         ;

	constructor(reason        , how                 ) {
		super(reason);
		this.name = 'NoAnswer';
		this.how = how;
	}
}

                              
	                                                                                                  
	                                                                         
	                       
  

const connections = 64;
const connectMilliseconds = 5_000;
// Less than what a balancer in between commonly allows a silent connection.
const keptMilliseconds = 30_000;

// What went wrong before a connection was there.
const unsent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
// How Node.js and OpenSSL name what they find wrong with certificates.
const untrusted = /^ERR_(SSL|TLS)_|CERT|SELF_SIGNED|UNABLE_TO_/;

/** Prepares the use of the node at an address (`https://user:password@host:9200`). */
export function openNode(address        , certificates              )                 {
	const { origin, username, password } = new URL(address);
	const pool = new Pool(origin, {
		connections,
		connect: { timeout: connectMilliseconds, ...certificates },
		keepAliveTimeout: keptMilliseconds,
		// The time of a whole answer is limited below.
		headersTimeout: 0,
		bodyTimeout: 0,
	});
	const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
	const authorization = username ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {};
	return {
		async send({ method, path, query, body }, milliseconds) {
			const tooLate = new AbortController();
			const timer = setTimeout(() => tooLate.abort(), milliseconds);
			try {
				const answer = await pool.request({
					method,
					path: query ? `${path}?${queryText(query)}` : path,
					headers: { ...authorization, ...(body !== undefined && { 'content-type': typeOf(body) }) },
					body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
					signal: tooLate.signal,
				});
				const text = await answer.body.text();
				const isJson = String(answer.headers['content-type']).startsWith('application/json');
				return {
					statusCode: answer.statusCode,
					body: isJson ? JSON.parse(text) : text,
					retryAfter: answer.headers['retry-after']                      ,
				};
			} catch (error) {
				if (tooLate.signal.aborted) {
					throw new NoAnswer(`it does not answer within ${milliseconds / 1000} seconds`, 'late');
				}
				const { message, code = '' } = error                                      ;
				throw new NoAnswer(message, unsent.has(code) ? 'unsent' : untrusted.test(code) ? 'untrusted' : 'cut');
			} finally {
				clearTimeout(timer);
			}
		},
		// What is under way is given up: nobody waits for it any more.
		close: () => pool.destroy(),
	};
}

function typeOf(body                 )         {
	return typeof body === 'object' ? 'application/json' : 'application/x-ndjson';
}

function queryText(query                                                     )         {
	return Object.entries(query)
		.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
		.join('&');
}
