// Caches the values that were used last, a bounded number of them.
/** A cache of values by key. */
export type Lru<Key, Value> = {
	/** Gives the value of a key, and makes it where it is not cached. */
	get(key: Key, make: () => Value): Value;
	clear(): void;
};

/** Creates a cache of at most so many values; 0 caches none. */
export function createLru<Key, Value>(limit: number): Lru<Key, Value> {
	// A map keeps the order in which keys were set: in a full one the first was used longest ago.
	const values = new Map<Key, Value>();
	return {
		get(key, make) {
			const found = values.get(key);
			// The order matters where one must go, and keeping it costs more than a look.
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
