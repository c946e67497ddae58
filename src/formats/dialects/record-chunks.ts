// Puts the links of records into chunks, so that each chunk can take the place of what its records
// said before; knows no dialect.
import { type ChunkLimits, createChunkBuilder } from '../json/chunk-builder.ts';
import type { RecordChunk } from '../json/record-chunk.ts';
import type { WrittenLink } from './write-record.ts';

/** A chunk, and a link of the record that goes on in it from the chunk before. */
export type ChunkOfRecords = { chunk: RecordChunk; continues: WrittenLink | undefined };

/** Takes the links of records, and hands out chunks as they become whole. */
export type RecordChunks = {
	/**
	 * Adds the links of a record that begins in this line. `isState`: they are all that its provider
	 * says of its Source. Then the record is torn over several chunks only where one does not hold
	 * it, and of two records of one Source each has a chunk of its own, so that the later one stands.
	 */
	add(record: readonly WrittenLink[], line: number, isState: boolean): void;
	finish(): void;
	ready(): ChunkOfRecords[];
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

	return {
		add(record, line, isState) {
			const [first] = record;
			if (first === undefined) return;
			const source = sourceOf(first);
			const isTight = links + record.length > limits.maxLinks;
			if (isState && (isTight || sources.has(source))) builder.finish();
			for (const [at, link] of record.entries()) {
				const text = Buffer.from(JSON.stringify(link));
				if (bytes + text.length + separators > limits.maxBytes) builder.finish();
				takeWhole(at === 0 ? undefined : first);
				builder.begin(line);
				builder.add(text);
				sources.add(source);
				links++;
				bytes += text.length + separators;
			}
		},
		finish() {
			builder.finish();
			takeWhole(undefined);
		},
		ready: () => whole.splice(0),
	};
}

/** Brackets and a comma: as many bytes as stand between links at the most. */
const separators = 3;

function sourceOf({ Source, LinkProvider }: WrittenLink): string {
	const [identifier] = Source.Identifier;
	return JSON.stringify([identifier, LinkProvider[0]?.Name]).toLowerCase();
}
