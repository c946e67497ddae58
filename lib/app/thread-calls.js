// Lets one thread call another's functions by messages: arguments and results are cloned, failures
// keep their code. It knows none of the functions.
import {                   parentPort,             } from 'node:worker_threads';
import { BrokerError,                              } from '../errors.js';

/** Functions that a thread offers, by name; each takes one plain argument. */
                                                                          

/** Calls the functions of the other thread. */
                                       
	                                                                             
  

                                                                 
                   
	                 
	                
	                                                        
	                           
	                              
	                                       
	                                        
	                 
  
                                                                       

/**
 * Runs a background thread: starts its work and answers the calls of the thread that started it,
 * until `stop` is called. `notify` sends what that thread is told without asking.
 */
export async function answerParent        (
	start                                                                                  ,
)                {
	const port = parentPort               ;
	const calls = await start((notice) => port.postMessage(notice));
	answerCalls(port, {
		...calls,
		async stop() {
			await calls.stop();
			// The answer goes out first.
			setImmediate(() => port.close());
		},
	});
}

/** Answers the other thread's calls. */
export function answerCalls(port             , calls       )       {
	port.on('message', ({ call, name, argument }         ) => {
		if (call === undefined) return;
		const answer = (content                        ) => port.postMessage({ answer: call, ...content });
		const called = calls[name]                                           ;
		called(argument).then(
			(result) => answer({ result }),
			(error         ) => answer({ error: plainError(error) }),
		);
	});
}

/**
 * Makes calls to a thread, or through a port. When the other end is gone, calls that wait fail with
 * `unavailable`, and all later ones.
 */
export function callThread                 (thread                      )            {
	// The types of MessagePort name no events but its own.
	const other = thread                                      ;
	let next = 0;
	const waiting = new Map                                                                       ();
	other.on('message', (message        ) => {
		const call = waiting.get(message.answer);
		if (!call) return;
		waiting.delete(message.answer);
		if (message.error) call.reject(readError(message.error));
		else call.resolve(message.result);
	});
	let ended                   ;
	const failAll = (error       ) => {
		ended ??= error;
		for (const { reject } of waiting.values()) reject(error);
		waiting.clear();
	};
	other.on('error', failAll);
	// A thread exits, a port closes.
	for (const end of ['exit', 'close']) {
		other.on(end, () => failAll(new BrokerError('unavailable', 'The background work has ended.')));
	}
	return new Proxy({}             , {
		get: (_, name        ) => (argument         ) =>
			new Promise((resolve, reject) => {
				if (ended) return reject(ended);
				const call = next++;
				waiting.set(call, { resolve, reject });
				other.postMessage({ call, name, argument }                  );
			}),
	});
}

function plainError(error         )             {
	if (error instanceof BrokerError) {
		const { code, message, problems, retryAfterSeconds, cause } = error;
		return { code, message, problems, retryAfterSeconds, ...(cause instanceof Error && { because: cause.message }) };
	}
	if (!(error instanceof Error)) return { message: String(error) };
	const { message, code, name, stack } = error                         ;
	// An error of several (a host of several addresses that all refuse) has no message of its own.
	return { message: message || (code ?? name), stack };
}

function readError({ code, message, stack, problems, retryAfterSeconds, because }            )        {
	if (code === undefined) {
		const error = new Error(message);
		if (stack !== undefined) error.stack = stack;
		return error;
	}
	return new BrokerError(code, message, {
		...(problems && { problems }),
		...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
		...(because !== undefined && { cause: new Error(because) }),
	});
}
