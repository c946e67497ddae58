// Finds or creates rows that are told apart by a text. It knows no table.

/**
 * Finds or creates a row for each item; answers in the order given. `find` and `create` answer
 * rows by the key of their item; `create` leaves out those that another transaction created
 * meanwhile, which are then found. Both get each item once, in the order of the keys: so
 * neighbours in an index are read and written together, and two transactions never wait for each
 * other in a circle.
 */
export async function findOrCreate<Item, Row>(
	items: readonly Item[],
	keyOf: (item: Item) => string,
	find: (items: readonly Item[]) => Promise<readonly (readonly [key: string, row: Row])[]>,
	create: (items: readonly Item[]) => Promise<readonly (readonly [key: string, row: Row])[]>,
): Promise<Row[]> {
	const keys = items.map(keyOf);
	const itemOf = new Map<string, Item>();
	for (const [at, key] of keys.entries()) if (!itemOf.has(key)) itemOf.set(key, items[at] as Item);
	const rows = new Map<string, Row>();
	let missing = [...itemOf.keys()].sort();
	for (const step of [find, create, find]) {
		if (missing.length === 0) break;
		for (const [key, row] of await step(missing.map((key) => itemOf.get(key) as Item))) rows.set(key, row);
		missing = missing.filter((key) => !rows.has(key));
	}
	return keys.map((key) => rows.get(key) as Row);
}
