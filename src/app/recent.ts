// Keeps what was read or made recently, in bounded memory; knows not what it keeps.

/** A memory of values by key. */
export type Recent<Key, Value> = {
	get(key: Key): Value | undefined;
	/** Keeps a value that weighs no more than the limit, in place of the one with its key; one that grew is set again. */
	set(key: Key, value: Value): void;
	delete(key: Key): void;
	clear(): void;
};

/**
 * Creates a memory that holds values of up to twice `limit` together, each of weight 1 where `weigh` does not say otherwise: when the young ones
 * would pass the limit, those not asked for since the last time are forgotten. What alone weighs more than the limit is not kept.
 * Keeping the order of each use would cost more than it finds.
 */
export function createRecent<Key, Value>(limit: number, weigh: (value: Value) => number = () => 1): Recent<Key, Value> {
	type Kept = { value: Value; weight: number };
	let young = new Map<Key, Kept>();
	let old = new Map<Key, Kept>();
	let weight = 0;
	const keep = (key: Key, kept: Kept): void => {
		if (weight + kept.weight > limit) {
			old = young;
			young = new Map();
			weight = 0;
		}
		young.set(key, kept);
		weight += kept.weight;
	};
	const remove = (key: Key): void => {
		const before = young.get(key);
		if (before) {
			young.delete(key);
			weight -= before.weight;
		}
		old.delete(key);
	};
	return {
		get(key) {
			const kept = young.get(key);
			if (kept) return kept.value;
			const found = old.get(key);
			if (!found) return undefined;
			old.delete(key);
			keep(key, found);
			return found.value;
		},
		set(key, value) {
			remove(key);
			const kept = { value, weight: weigh(value) };
			if (kept.weight <= limit) keep(key, kept);
		},
		delete: remove,
		clear() {
			young = new Map();
			old = new Map();
			weight = 0;
		},
	};
}
