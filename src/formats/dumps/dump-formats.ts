// The formats of dumps, each with its writer.
import type { DumpWriter } from './dump-writer.ts';

/** Lists the formats. */
export const dumpFormats = ['jsonl', 'csv', 'ntriples', 'parquet', 'opencitations'] as const;
export type DumpFormat = (typeof dumpFormats)[number];

/** Returns whether a dump is several tables, each in a file of its own. */
export function hasTables(format: DumpFormat): boolean {
	return format === 'csv' || format === 'parquet';
}

/** Returns whether a format describes the works at both ends of a link beside it. */
export function describesBothEnds(format: DumpFormat): boolean {
	return format === 'opencitations';
}

/** Starts to write a dump that is made at this time (milliseconds since 1970). */
export async function createDumpWriter(format: DumpFormat, now: number): Promise<DumpWriter> {
	// Each is loaded where it is needed: the names of the formats are asked for by every command line.
	switch (format) {
		case 'jsonl':
			return (await import('./dump-jsonl.ts')).createJsonLinesWriter(new Date(now).toISOString().slice(0, 10));
		case 'csv':
			return (await import('./dump-tables.ts')).createCsvWriter();
		case 'ntriples':
			return (await import('./dump-ntriples.ts')).createNTriplesWriter();
		case 'parquet':
			return (await import('./dump-parquet.ts')).createParquetWriter();
		case 'opencitations':
			return (await import('./dump-opencitations.ts')).createOpenCitationsWriter();
	}
}
