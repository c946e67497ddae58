// Finds maps in maps; knows not what they hold.

/** Finds the map in a map, or puts an empty one there. */
export function innerMap<Key, Inner, Value>(maps: Map<Key, Map<Inner, Value>>, key: Key): Map<Inner, Value> {
	let inner = maps.get(key);
	if (inner === undefined) {
		inner = new Map();
		maps.set(key, inner);
	}
	return inner;
}
