// Writes the tables of a dump as CSV (RFC 4180), a file each.
import { csvLine } from '../csv/csv-cells.ts';
import { createDumpRows, dumpTables } from './dump-tables.ts';
import type { DumpWriter } from './dump-writer.ts';

/** Writes every table with a first row of names; what is not known is empty. */
export function createCsvWriter(): DumpWriter {
	const rowsOf = createDumpRows();
	return {
		files: dumpTables.map(({ name }) => `${name}.csv`),
		begin: () => dumpTables.map(({ columns }, table) => [table, csvLine(columns.map(({ name }) => name))]),
		*entry(entry) {
			for (const [table, cells] of rowsOf(entry)) {
				yield [table, csvLine(cells.map((cell) => (cell === null ? '' : String(cell))))];
			}
		},
		end: () => [],
	};
}
