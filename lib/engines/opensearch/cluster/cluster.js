// Sends requests to an OpenSearch cluster, once or with retries, by way of any of its nodes; knows
// no index and no document.
import { BrokerError } from '../../../errors.js';
import { createBackoff } from './backoff.js';
import { readCertificates,               } from './certificates.js';
import { ClusterUnavailable, translateRefusal } from './failures.js';
import { createNodeChoice } from './node-choice.js';
import {                      NoAnswer,                                       openNode } from './node-connection.js';

                                                           

/** Bounds how long the cluster is waited for. */
                             
	                                                   
	                            
	                                             
	                          
	                                        
	                               
  

/** What the cluster answers; the caller says what the body of a request's answer is. */
                                                                     

                       
	                               
	   
	                                                                                               
	                                                                                            
	   
	                                                                  
	                                                                                                 
	                                                                                                       
	                       
  

/** The nodes of a cluster (`https://user:password@host:9200`), and how they are known. */
                                                                         

/**
 * Prepares the use of a cluster. Fails with `bad-setting` where something else answers there,
 * has a certificate of nobody who is trusted, or refuses the user; a cluster that does not answer
 * may be away for the moment and is no failure.
 */
export async function openCluster({ urls, tls }                , timing               )                   {
	const certificates = tls ? await readCertificates(tls) : {};
	const nodes = urls.map((url) => openNode(url, certificates));
	const choice = createNodeChoice(nodes);
	const close = async () => {
		await Promise.all(nodes.map((node) => node.close()));
	};

	const sendOnce = async       (request                , isRepeatable         )                               => {
		const order = choice.order();
		for (const [at, node] of order.entries()) {
			const isLast = at === order.length - 1;
			try {
				const answer = await node.send(request, timing.requestMilliseconds);
				if (cannotServe(answer)) choice.isAway(node);
				else choice.isBack(node);
				if (!cannotServe(answer) || isLast || !isRepeatable) return accept      (request, answer);
			} catch (error) {
				if (!(error instanceof NoAnswer)) throw error;
				choice.isAway(node);
				// Who has waited for so long does not want to wait so long again.
				const mayGoOn = error.how === 'unsent' || error.how === 'untrusted' || (error.how === 'cut' && isRepeatable);
				if (isLast || !mayGoOn) throw new ClusterUnavailable(error.message);
			}
		}
		throw new Error('a cluster has at least one node');
	};

	await requireOpenSearch(nodes, Math.min(timing.requestMilliseconds, greetingMilliseconds)).catch(async (error) => {
		await close();
		throw error;
	});
	return {
		timing,
		send: (request) => sendOnce(request, isRead(request)),
		async sendWithRetry(request, retryMilliseconds = timing.retryMilliseconds) {
			const backoff = createBackoff(timing.firstPauseMilliseconds, retryMilliseconds);
			for (;;) {
				try {
					return await sendOnce(request, true);
				} catch (error) {
					if (!(error instanceof ClusterUnavailable)) throw error;
					if (!(await backoff.pause(error.pauseSeconds))) throw error;
				}
			}
		},
		close,
	};
}

/** Tells whether a request changes nothing. */
function isRead({ method, path }                )          {
	return method === 'GET' || /\/_(search|msearch|mget|count|search\/point_in_time)$/.test(path);
}

/** Tells an answer that another node may give better: this one starts, or has lost the others. */
function cannotServe({ statusCode }            )          {
	return statusCode >= 502 && statusCode <= 504;
}

function accept      (request                , answer            )                      {
	const { statusCode, body } = answer;
	const isIgnored = typeof body !== 'string' && request.ignore?.includes(statusCode);
	if (statusCode >= 300 && !isIgnored) throw translateRefusal(request, answer);
	if (typeof body === 'string') throw new ClusterUnavailable('what answers is not OpenSearch');
	return { statusCode, body: body         };
}

// The start of a process waits no longer than this for a cluster that may be away.
const greetingMilliseconds = 5_000;

async function requireOpenSearch(nodes                           , milliseconds        )                {
	await Promise.all(nodes.map((node) => requireOpenSearchAt(node, milliseconds)));
}

async function requireOpenSearchAt(node                , milliseconds        )                {
	const greeting = await node.send({ method: 'GET', path: '/' }, milliseconds).catch((error         ) => {
		if (!(error instanceof NoAnswer)) throw error;
		if (error.how !== 'untrusted') return;
		const message = `SEARCH_URL: no encrypted connection to what answers there: ${error.message}. Certificates are checked with SEARCH_TLS_CA, if it is set.`;
		throw new BrokerError('bad-setting', message);
	});
	if (!greeting) return;
	const { statusCode: status, body } = greeting;
	// 403: a user who may not ask for the version may still be allowed all that the broker needs.
	if (status >= 500 || [403, 408, 429].includes(status)) return;
	if (status === 401) {
		throw new BrokerError('bad-setting', 'SEARCH_URL: OpenSearch refuses the user or the password in it.');
	}
	const { version } = (body ?? {})                                                            ;
	const [major = 0, minor = 0] = (version?.number ?? '').split('.').map(Number);
	if (version?.distribution !== 'opensearch' || major < 2 || (major === 2 && minor < 4)) {
		throw new BrokerError('bad-setting', 'SEARCH_URL: what answers there is no OpenSearch of version 2.4 or later.');
	}
}
