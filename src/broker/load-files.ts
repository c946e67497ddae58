// Loads files of links, several chunks under way at a time, and sums up what became of them; knows no thread and no storage.
import type { Problem } from '../errors.ts';
import type { ChunkLimits } from '../formats/json/chunk-builder.ts';
import { checkFiles, readLinkFiles } from '../formats/json/read-files.ts';
import type { RecordChunk } from '../formats/json/record-chunk.ts';
import type { EventCounts } from '../links/link-event.ts';

export type LoadProgress = {
	bytesRead: number;
	/** Null where it cannot be known (standard input). */
	bytesTotal: number | null;
	/** Links stored so far. */
	stored: number;
	/** Links applied so far. */
	applied: number;
	/** Links searchable so far. */
	indexed: number;
};

export type LoadOptions = {
	noindex: boolean;
	/** Stores the good records and reports the others, instead of refusing an event with a bad record. */
	skipInvalid: boolean;
	onProgress(progress: LoadProgress): void;
};

/** A record that was not stored, with its place in its file (line from 1). */
export type RefusedRecord = { file: string; line: number; problems: readonly Problem[] };

/** What became of the links of files. */
export type LoadedFiles = {
	events: { eventId: string; links: number; state: string; error: string | null }[];
	links: number;
	ignored: number;
	newRelationships: number;
	newIdentifiers: number;
	mergedGroups: number;
	refused: RefusedRecord[];
};

/** What became of files, and how long it took up to the last link that can be found. */
export type LoadSummary = LoadedFiles & { seconds: number };

/** What became of a chunk: its event (none where no record was good), and the records that were refused. */
export type LoadedChunk = {
	event: { eventId: string; links: number; state: string; error: string | null; counts: EventCounts | null } | null;
	refused: { line: number; problems: readonly Problem[] }[];
};

/** Does the work of a load: stores chunks as events and applies them in the order in which they are handed over. */
export type LoadPipeline = {
	/**
	 * Takes the chunk over: its payload may be gone at once. Fails with `malformed-json` or `invalid-links` where a record is bad and bad ones are not to be skipped;
	 * then nothing of the chunk is stored.
	 */
	load(chunk: RecordChunk, options: { noindex: boolean; skipInvalid: boolean }): Promise<LoadedChunk>;
	/** Tells how many links the next chunk of a file, after its first, should have at most: fewer while others write what somebody waits for. */
	linksAtOnce(): number;
	/** Resolves when another chunk may be handed over; until then so many wait to be applied that more would only fill the memory. */
	room(): Promise<void>;
};

// Chunks are applied together and done together: to wait for one is to wait for all that came with it.
const chunksUnderWay = 100;

/** Loads files; see readLinkFiles for what a path may name. Nothing is stored where one is not there. At the first bad record, unless they are skipped, no further chunk is stored. */
export async function loadFiles(
	paths: readonly string[],
	options: LoadOptions & ChunkLimits,
	pipeline: LoadPipeline,
): Promise<LoadedFiles> {
	const summary = emptySummary();
	const progress: LoadProgress = { bytesRead: 0, bytesTotal: null, stored: 0, applied: 0, indexed: 0 };
	const underWay: Promise<void>[] = [];
	// Before anything is stored.
	for (const path of paths) await checkFiles(path);
	let broken = false;
	const settleOldest = async () => {
		await underWay.shift();
	};
	try {
		for (const path of paths) {
			for await (const chunk of readLinkFiles(path, { ...options, furtherLinks: pipeline.linksAtOnce })) {
				if (broken) break;
				const { file, links } = chunk;
				const bytes = chunk.payload.byteLength;
				const loading = pipeline.load(chunk, options).then((loaded) => {
					addTo(summary, file, loaded);
					progress.bytesRead += bytes;
					progress.stored += links;
					progress.applied += loaded.event?.counts ? links : 0;
					options.onProgress(progress);
				});
				// It is awaited in its turn; until then a failure must not count as unhandled.
				loading.catch(() => {
					broken = true;
				});
				underWay.push(loading);
				if (underWay.length >= chunksUnderWay) await settleOldest();
				await pipeline.room();
			}
		}
		while (underWay.length > 0) await settleOldest();
	} finally {
		await Promise.allSettled(underWay);
	}
	return summary;
}

function emptySummary(): LoadedFiles {
	return {
		events: [],
		links: 0,
		ignored: 0,
		newRelationships: 0,
		newIdentifiers: 0,
		mergedGroups: 0,
		refused: [],
	};
}

function addTo(summary: LoadedFiles, file: string, { event, refused }: LoadedChunk): void {
	for (const { line, problems } of refused) summary.refused.push({ file, line, problems });
	if (!event) return;
	const { counts, ...shown } = event;
	summary.events.push(shown);
	summary.links += event.links;
	if (!counts) return;
	summary.ignored += counts.ignored;
	summary.newRelationships += counts.newRelationships;
	summary.newIdentifiers += counts.newIdentifiers;
	summary.mergedGroups += counts.mergedGroups;
}
