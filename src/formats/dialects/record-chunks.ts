// Puts the links of records into chunks, so that each chunk can replace the earlier
// statements of its records.
import { type ChunkLimits, createChunkBuilder, type RecordChunk } from '../json/chunk-builder.ts';
import type { WrittenLink } from './write-record.ts';

/** A chunk, and a link of the record that goes on in it from the chunk before. */
export type ChunkOfRecords = { chunk: RecordChunk; continues: WrittenLink | undefined };

/** Takes the links of records one by one, and hands out chunks as they become whole. */
export type RecordChunks = {
	/**
	 * Begins a record that stands in this line. `isState`: its links are all that its provider says
	 * of its Source. Then it is torn over several chunks only where one does not hold it, and of two
	 * records of one Source each has a chunk of its own, so that the later one stands.
	 */
	begin(line: number, isState: boolean): void;
	/** Adds a link; returns its length in bytes. */
	add(link: WrittenLink): number;
	end(): void;
	/** Makes a chunk of what is left. */
	finish(): void;
	ready(): readonly ChunkOfRecords[];
};

/** Starts on a file. */
export function createRecordChunks(file: string, limits: ChunkLimits): RecordChunks {
	const builder = createChunkBuilder(file, limits);
	const whole: ChunkOfRecords[] = [];
	// Of the chunk that is being filled:
	const sources = new Set<string>();
	let links = 0;
	let bytes = 0;
	let continues: WrittenLink | undefined;
	// Of the record:
	let line = 1;
	let first: WrittenLink | undefined;
	let source = '';
	// Links that wait until it is known whether all of the record fits into the chunk.
	let held: Buffer[] | undefined;

	/**
	 * Begins a new chunk if the one before is whole; `torn` is a link of the record that is torn
	 * there.
	 */
	function takeWhole(torn: WrittenLink | undefined): void {
		for (const chunk of builder.ready.splice(0)) {
			whole.push({ chunk, continues });
			continues = torn;
			sources.clear();
			links = 0;
			bytes = 0;
		}
	}

	function put(text: Buffer, torn: WrittenLink | undefined): void {
		if (bytes + text.length + separators > limits.maxBytes) builder.finish();
		takeWhole(torn);
		builder.begin(line);
		builder.add(text);
		sources.add(source);
		links++;
		bytes += text.length + separators;
	}

	function putHeld(): void {
		for (const [at, text] of (held ?? []).entries()) put(text, at === 0 ? undefined : first);
		held = undefined;
	}

	return {
		begin(lineOfRecord, isState) {
			line = lineOfRecord;
			first = undefined;
			held = isState ? [] : undefined;
		},
		add(link) {
			const isFirst = first === undefined;
			if (isFirst) source = sourceOf(link);
			first ??= link;
			const text = Buffer.from(JSON.stringify(link));
			if (held === undefined) {
				put(text, isFirst ? undefined : first);
				return text.length;
			}
			held.push(text);
			const isTight = links + held.length > limits.maxLinks;
			if (!isTight && !sources.has(source)) return text.length;
			builder.finish();
			takeWhole(undefined);
			if (isTight) putHeld();
			return text.length;
		},
		end: putHeld,
		finish() {
			builder.finish();
			takeWhole(undefined);
		},
		ready: () => (whole.length === 0 ? whole : whole.splice(0)),
	};
}

/** Brackets and a comma: as many bytes as stand between links at the most. */
const separators = 3;

function sourceOf({ Source, LinkProvider }: WrittenLink): string {
	const [identifier] = Source.Identifier;
	return JSON.stringify([identifier, LinkProvider[0]?.Name]).toLowerCase();
}
