// Writes the tables of a dump as Apache Parquet, a file each, in row groups of bounded size.
import { constants, zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { createDumpRows, type DumpCell, type DumpTable, dumpTables } from './dump-tables.ts';
import type { DumpPiece, DumpWriter } from './dump-writer.ts';

/** So many rows of a table are in memory at a time; larger row groups pack little better. */
const rowsPerGroup = 20_000;

/** Writes every table, packed by Zstandard; numbers are INT64 and all else is text (UTF-8). */
export function createParquetWriter(): DumpWriter {
	const rowsOf = createDumpRows();
	const tables = dumpTables.map(createTable);
	return {
		files: dumpTables.map(({ name }) => `${name}.parquet`),
		begin: () => [],
		*entry(entry): Generator<DumpPiece> {
			for (const [at, cells] of rowsOf(entry)) {
				const piece = tables[at]?.add(cells);
				if (piece !== undefined) yield [at, piece];
			}
		},
		*end(): Generator<DumpPiece> {
			for (const [at, table] of tables.entries()) yield [at, table.end()];
		},
	};
}

function createTable({ columns }: DumpTable) {
	const bytes = new ByteWriter();
	const schema = columns.map(({ name, type }) =>
		type === 'number'
			? ({ name, type: 'INT64', repetition_type: 'OPTIONAL' } as const)
			: ({ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const),
	);
	const parquet = new ParquetWriter({
		writer: bytes,
		schema: [{ name: 'root', num_children: columns.length }, ...schema],
		codec: 'ZSTD',
		compressors: { ZSTD: pack },
		createdBy: 'link-broker',
	});
	let rows = 0;
	const data: (DumpCell | bigint)[][] = columns.map(() => []);
	/** Takes what was written so far; places in the file go on to be counted. */
	const take = (): Uint8Array => {
		const taken = bytes.getBytes().slice();
		bytes.index = 0;
		return taken;
	};
	const writeGroup = (): void => {
		const columnData = columns.map(({ name }, at) => ({ name, data: data[at] as DumpCell[] }));
		// Bytes in memory are taken at once: it waits for nothing.
		void parquet.write({ columnData, rowGroupSize: rowsPerGroup });
		for (const column of data) column.length = 0;
		rows = 0;
	};
	return {
		/** Adds a row; answers bytes where a group is full. */
		add(cells: readonly DumpCell[]): Uint8Array | undefined {
			for (const [at, cell] of cells.entries()) data[at]?.push(typeof cell === 'number' ? BigInt(cell) : cell);
			if (++rows < rowsPerGroup) return undefined;
			writeGroup();
			return take();
		},
		end(): Uint8Array {
			if (rows > 0) writeGroup();
			void parquet.finish();
			return take();
		},
	};
}

function pack(bytes: Uint8Array): Uint8Array {
	return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } });
}
