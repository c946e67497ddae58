// Keeps what was read of events as far as there is room; the rest is read again. Knows no event.

export type Remembered<Key, Read> = {
	/** Keeps something, in place of what was kept under the same key, or nothing where there is no room for it. */
	put(key: Key, read: Read): void;
	get(key: Key): Read | undefined;
	/** Hands something out and keeps it no longer. */
	take(key: Key): Read | undefined;
	/** Tells how much is kept. */
	bytes(): number;
	/** Lists what is kept, the oldest first. */
	keys(): Iterable<Key>;
};

/** Creates what keeps so many bytes at most. */
export function createRemembered<Key, Read>(most: number, bytesOf: (read: Read) => number): Remembered<Key, Read> {
	const kept = new Map<Key, Read>();
	let bytes = 0;
	const take = (key: Key): Read | undefined => {
		const read = kept.get(key);
		if (read !== undefined && kept.delete(key)) bytes -= bytesOf(read);
		return read;
	};
	return {
		put(key, read) {
			take(key);
			if (bytes + bytesOf(read) > most) return;
			kept.set(key, read);
			bytes += bytesOf(read);
		},
		get: (key) => kept.get(key),
		take,
		bytes: () => bytes,
		keys: () => kept.keys(),
	};
}
