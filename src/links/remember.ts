// Keeps what was made of an object for as long as the object is there; knows not what is made.

/** Makes something of each object only once. Worth it where the same ones come again and again, as an index hands out those that it has in memory. */
export function remember<Key extends object, T>(make: (key: Key) => T): (key: Key) => T {
	const known = new WeakMap<Key, T>();
	return (key) => {
		let made = known.get(key);
		if (made === undefined) {
			made = make(key);
			known.set(key, made);
		}
		return made;
	};
}
