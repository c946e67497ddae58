// What a writer of a dump is: it makes pieces of files of the works that it is given; knows no
// file system.
import type { DumpedEntry } from './dumped-graph.ts';

/** A piece of the file at this place in the list of files. */
export type DumpPiece = readonly [file: number, piece: string | Uint8Array];

/**
 * Writes a dump in pieces, which make the files when those of each are joined in order: `begin`
 * once, `entry` for each work, `end` once.
 */
export type DumpWriter = {
	/** The names of the files. */
	files: readonly string[];
	begin(): Iterable<DumpPiece>;
	entry(entry: DumpedEntry): Iterable<DumpPiece>;
	end(): Iterable<DumpPiece>;
};

/** Makes a writer of one file from what writes its first line and its text of each work. */
export function textWriter(file: string, head: string, write: (entry: DumpedEntry) => Iterable<string>): DumpWriter {
	return {
		files: [file],
		begin: () => (head === '' ? [] : [[0, head]]),
		*entry(entry) {
			for (const text of write(entry)) yield [0, text];
		},
		end: () => [],
	};
}
