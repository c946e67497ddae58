// Keeps what was read recently, in bounded memory; knows not what it keeps.

/** A memory of values by number. */
export type Recent<Value> = {
	get(key: number): Value | undefined;
	set(key: number, value: Value): void;
	clear(): void;
};

/**
 * Creates a memory that holds between `limit` and twice as many values: when the young ones reach the limit, those not asked for since the last
 * time are forgotten. Keeping the order of each use would cost more than it finds.
 */
export function createRecent<Value>(limit: number): Recent<Value> {
	let young = new Map<number, Value>();
	let old = new Map<number, Value>();
	const set = (key: number, value: Value): void => {
		if (young.size >= limit) {
			old = young;
			young = new Map();
		}
		young.set(key, value);
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
		},
	};
}
