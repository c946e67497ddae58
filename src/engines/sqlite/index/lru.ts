// A cache of a bounded number of values, which keeps the latest used.
export type Lru<Key, Value> = {
	/** Returns the value of a key, and makes it where it is not cached. */
	get(key: Key, make: () => Value): Value;
	clear(): void;
};

/** Creates a cache of at most this many values; 0 caches none. */
export function createLru<Key, Value>(limit: number): Lru<Key, Value> {
	// A map keeps the order in which keys were set: in a full one the first is the least recently
	// used.
	const values = new Map<Key, Value>();
	return {
		get(key, make) {
			const found = values.get(key);
			// The order matters only when the cache is full, and keeping it costs more than a lookup.
			if (found !== undefined && values.size < limit) return found;
			const value = found === undefined ? make() : found;
			values.delete(key);
			values.set(key, value);
			if (values.size > limit) values.delete(values.keys().next().value as Key);
			return value;
		},
		clear: () => values.clear(),
	};
}
