// Lets readers of the log of changes wait until it grows, without holding a thread: the newest
// number is asked for now and then, as long as somebody waits. It knows no transport.

                                                      
                                                     

/** Waits for the log to grow. */
                           
	   
	                                                                                                
	                                         
	   
	                                                                                                        
	                                        
	             
	                         
	            
	                    
  

                                                      

/** Creates a watch; `newest` tells the number of the newest entry. */
export function createChangeWatch(
	newest                       ,
	{ pollMilliseconds }                              ,
)              {
	const waiters = new Set        ();
	let hasEnded = false;
	let timer                            ;
	const look = async () => {
		clearTimeout(timer);
		if (waiters.size === 0) return;
		// Where the records cannot be reached, who waits goes on waiting; reading will say so.
		const reached = await newest().catch(() => 0);
		for (const waiter of waiters) if (waiter.number < reached) waiter.resolve();
		clearTimeout(timer);
		if (waiters.size > 0) timer = setTimeout(look, pollMilliseconds);
	};
	return {
		async until(number, { milliseconds, signal }) {
			if (hasEnded || signal?.aborted || milliseconds <= 0) return;
			const { promise, resolve: ended } = Promise.withResolvers      ();
			const resolve = () => ended();
			const waiter = { number, resolve };
			waiters.add(waiter);
			const deadline = setTimeout(resolve, milliseconds);
			signal?.addEventListener('abort', resolve, { once: true });
			void look();
			await promise;
			waiters.delete(waiter);
			clearTimeout(deadline);
			signal?.removeEventListener('abort', resolve);
			if (waiters.size === 0) clearTimeout(timer);
		},
		wake: () => void look(),
		end() {
			hasEnded = true;
			for (const { resolve } of waiters) resolve();
		},
		hasEnded: () => hasEnded,
	};
}

/**
 * Reads a page as `read` does; where it is empty, holds it for `query.wait` seconds until something
 * comes that fits.
 */
export async function readOrAwait(
	read                                               ,
	watch             ,
	query              ,
	signal                         ,
)                       {
	const deadline = performance.now() + query.wait * 1_000;
	for (let { after } = query; ; ) {
		const page = await read({ ...query, after });
		const isOver = performance.now() >= deadline || signal?.aborted === true || watch.hasEnded();
		if (page.changes.length > 0 || isOver) return page;
		if (page.isEnd) await watch.until(page.newest, { milliseconds: deadline - performance.now(), signal });
		after = page.next;
	}
}
