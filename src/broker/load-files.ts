// Loads files of links, event by event, and sums up what became of them. It knows no storage.
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
	/** Stores the good records and reports the others, instead of ending at a bad record. */
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

/**
 * What became of a chunk: its event (none where no record was good), and the records that were
 * refused.
 */
export type LoadedChunk = {
	event: { eventId: string; links: number; state: string; error: string | null; counts: EventCounts | null } | null;
	refused: { line: number; problems: readonly Problem[] }[];
};

/**
 * Stores a chunk as an event and applies it. Fails with `malformed-json` or `invalid-links` where a
 * record is bad and bad ones are not to be skipped; then nothing of the chunk is stored.
 */
export type LoadChunk = (
	chunk: RecordChunk,
	options: { noindex: boolean; skipInvalid: boolean },
) => Promise<LoadedChunk>;

/**
 * Loads files, one event after the other; see readLinkFiles for what a path may name. Nothing is
 * stored where one of them is not there. At the first bad record, unless they are skipped, the load
 * ends.
 */
export async function loadFiles(
	paths: readonly string[],
	options: LoadOptions & ChunkLimits,
	loadChunk: LoadChunk,
): Promise<LoadedFiles> {
	const summary = emptySummary();
	const progress: LoadProgress = { bytesRead: 0, bytesTotal: null, stored: 0, applied: 0, indexed: 0 };
	for (const path of paths) await checkFiles(path);
	for (const path of paths) {
		for await (const chunk of readLinkFiles(path, options)) {
			const loaded = await loadChunk(chunk, options);
			addTo(summary, chunk.file, loaded);
			progress.bytesRead += chunk.payload.byteLength;
			progress.stored += chunk.links;
			progress.applied += loaded.event?.counts ? chunk.links : 0;
			options.onProgress(progress);
		}
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
