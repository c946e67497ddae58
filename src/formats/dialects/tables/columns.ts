// Finds columns of tables by their names, once for each table.
import type { Table, TableRow } from '../dialect.ts';

/** Answers a name of a column without letter case, blanks and signs: `Citing_ID` is `citingid`. */
export function plainColumn(name: string): string {
	return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Makes a function that works something out once for each table. */
export function oncePerTable<T>(workOut: (table: Table) => T): (table: Table) => T {
	const known = new WeakMap<Table, T>();
	return (table) => {
		let value = known.get(table);
		if (value === undefined) {
			value = workOut(table);
			known.set(table, value);
		}
		return value;
	};
}

/** Returns whether a table has all of these columns. */
export function hasColumns(table: Table, ...names: readonly string[]): boolean {
	return names.every((name) => columnNamed(table, name) !== -1);
}

/** Finds the first column of the first name that there is; -1 where there is none. */
export function columnNamed({ columns }: Table, ...names: readonly string[]): number {
	const plain = columns.map(plainColumn);
	for (const name of names) {
		const at = plain.indexOf(plainColumn(name));
		if (at !== -1) return at;
	}
	return -1;
}

/** Answers a cell; undefined where the row has none there, or an empty one. */
export function cellAt({ cells }: TableRow, at: number): string | undefined {
	const cell = cells[at];
	return cell === '' ? undefined : cell;
}

/** Returns whether most of the first cells of a column that hold something are such ones. */
export function mostOf({ sample }: Table, at: number, isSuch: (cell: string) => boolean): boolean {
	const cells = sample.map((row) => row[at] ?? '').filter((cell) => cell !== '');
	return cells.length > 0 && cells.filter(isSuch).length * 2 > cells.length;
}

/** Returns whether any of the first cells of a column is such a one. */
export function someOf({ sample }: Table, at: number, isSuch: (cell: string) => boolean): boolean {
	return sample.some((row) => isSuch(row[at] ?? ''));
}
