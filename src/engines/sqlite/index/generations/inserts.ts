// Inserts many rows at once where nothing has to be compared; knows no table.
import type { Connection, Statement, Value } from '../connection.ts';

/** Takes rows of one table. */
export type Inserts = {
	put(row: readonly Value[]): void;
	/** Writes what is still gathered. */
	flush(): void;
};

// Twenty rows a statement take half the time of one row a statement.
const rowsTogether = 20;

/** Prepares inserts of whole rows of so many columns. */
export function prepareInserts(connection: Connection, table: string, columns: number): Inserts {
	const places = `(${Array(columns).fill('?').join(', ')})`;
	const insert = (rows: number): Statement =>
		connection.prepare(`INSERT INTO ${table} VALUES ${Array(rows).fill(places).join(', ')}`);
	const many = insert(rowsTogether);
	const single = insert(1);
	let gathered: Value[] = [];
	return {
		put(row) {
			gathered.push(...row);
			if (gathered.length < rowsTogether * columns) return;
			many.run(...gathered);
			gathered = [];
		},
		flush() {
			for (let at = 0; at < gathered.length; at += columns) single.run(...gathered.slice(at, at + columns));
			gathered = [];
		},
	};
}
