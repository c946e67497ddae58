// Inserts many rows at once where nothing has to be compared; knows no table.
import type { Connection, Statement, Value } from './connection.ts';

/** Takes rows of one table. */
export type Inserts = {
	put(...row: Value[]): void;
	/** Writes what is still held. */
	flush(): void;
};

// Twenty rows a statement take half the time of one row a statement.
const rowsTogether = 20;

/** Prepares inserts of whole rows of so many columns. */
export function prepareInserts(connection: Connection, table: string, columns: number): Inserts {
	const row = `(${Array(columns).fill('?').join(', ')})`;
	const insert = (rows: number): Statement =>
		connection.prepare(`INSERT INTO ${table} VALUES ${Array(rows).fill(row).join(', ')}`);
	const many = insert(rowsTogether);
	const single = insert(1);
	let held: Value[] = [];
	return {
		put(...values) {
			held.push(...values);
			if (held.length < rowsTogether * columns) return;
			many.run(...held);
			held = [];
		},
		flush() {
			for (let at = 0; at < held.length; at += columns) single.run(...held.slice(at, at + columns));
			held = [];
		},
	};
}
