// Caches the values that were used last, a bounded number of them; knows nothing of what they are.

/** A cache of values by key. */
                               
	                                                                     
	                                        
	              
  

/** Creates a cache of at most so many values; 0 caches none. */
export function createLru            (limit        )                  {
	// A map keeps the order in which keys were set, so that the first one was used longest ago.
	const values = new Map            ();
	return {
		get(key, make) {
			const found = values.get(key);
			const value = found === undefined ? make() : found;
			values.delete(key);
			values.set(key, value);
			if (values.size > limit) values.delete(values.keys().next().value       );
			return value;
		},
		clear: () => values.clear(),
	};
}
