// Keeps what was read recently, in bounded memory; knows not what it keeps.

/** A memory of values by key. */
export type Recent<Key, Value> = {
	get(key: Key): Value | undefined;
	/** Keeps a value; one that grew is set again. */
	set(key: Key, value: Value): void;
	clear(): void;
};

/**
 * Creates a memory that holds values of up to twice `limit` together, each of weight 1 where `weigh` does not say otherwise: when the young ones
 * reach the limit, those not asked for since the last time are forgotten. Keeping the order of each use would cost more than it finds.
 */
export function createRecent<Key, Value>(limit: number, weigh: (value: Value) => number = () => 1): Recent<Key, Value> {
	let young = new Map<Key, Value>();
	let old = new Map<Key, Value>();
	let weight = 0;
	const set = (key: Key, value: Value): void => {
		const own = weigh(value);
		if (weight + own > limit) {
			old = young;
			young = new Map();
			weight = 0;
		}
		young.set(key, value);
		weight += own;
	};
	return {
		get(key) {
			let value = young.get(key);
			if (value === undefined) {
				value = old.get(key);
				if (value !== undefined) set(key, value);
			}
			return value;
		},
		set,
		clear() {
			young = new Map();
			old = new Map();
			weight = 0;
		},
	};
}
