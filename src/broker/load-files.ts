// What loading files of links is asked and answers; the loading itself is composed where threads are known.
import type { Problem } from '../errors.ts';

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

export type LoadSummary = {
	events: { eventId: string; links: number; state: string; error: string | null }[];
	links: number;
	ignored: number;
	newRelationships: number;
	newIdentifiers: number;
	mergedGroups: number;
	refused: RefusedRecord[];
	seconds: number;
};
