// Shared by statements over lists of rows: finding or creating rows, looking each one up, and the
// order of ids.

// Conditions on tables that are looked up for each row of a list.

import type { Id } from './graph.ts';

/**
 * Finds or creates a row for each item; returns rows in the order given. `find` and `create` return
 * rows by the key of their item; `create` leaves out those that another transaction created
 * meanwhile, which are then found. Both get each item once, in the order of the keys: neighbours in
 * an index are read and written together, and two transactions never wait for each other.
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

/**
 * Writes the condition that a table has such a row. It is not `exists`: a planner that turns that
 * into a join may read the whole table once for the list, where it expects a small table.
 */
export function hasRow(from: string): string {
	return `(select 1 from ${from} limit 1) = 1`;
}

/** Writes ids as a list parameter in their order, so that rows on one page are read together. */
export function inOrder(ids: readonly Id[]): string {
	return JSON.stringify(ids.toSorted((one, other) => one - other));
}
