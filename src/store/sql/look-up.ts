// Conditions on tables that are looked up for each row of a list.

/**
 * Tells whether a table has such a row. A planner that makes a join of `exists` may read the whole
 * table, once for the list, where it takes the table for small.
 */
export function hasRow(from: string): string {
	return `(select 1 from ${from} limit 1) = 1`;
}
