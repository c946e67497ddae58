// What a dump holds of the graph, works with their identifiers and the assertions between them, and
// what writes it as pieces of files.
import type { Identifier } from '../../identifiers/index.ts';
import type { Description } from '../../links/description.ts';
import type { Provenance } from '../../links/link.ts';
import type { Relation } from '../../links/relation.ts';

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

/** An Identity group; `work` is its number, `family` that of its Version group. */
export type DumpedWork = {
	work: number;
	family: number;
	/** In order (see compareIdentifiers), one or more. */
	identifiers: readonly Identifier[];
	/** For works at the other end of links it is present where a format asks for that, else empty. */
	description: Description;
};

/** One distinct assertion of a relationship between two identifiers, as it was given. */
export type DumpedAssertion = {
	source: Identifier;
	relation: Relation;
	target: Identifier;
	provenance: Provenance;
	sourceWork: number;
	targetWork: number;
};

/**
 * What joins two different works by one relation, with all assertions of it. Of a symmetric
 * relation the source is the work with the smaller number; its assertions go in either direction.
 */
export type DumpedLink = {
	source: DumpedWork;
	relation: Relation;
	target: DumpedWork;
	assertions: readonly DumpedAssertion[];
	/** Its flags; empty unless a format asks for descriptions of both works. */
	flags: readonly string[];
};

/** A work with the links that start from it. */
export type DumpedEntry = {
	work: DumpedWork;
	links: readonly DumpedLink[];
	/** Assertions between identifiers of this work: that they are identical, mostly. */
	within: readonly DumpedAssertion[];
};
