// Dumps that are made for download: their states, and how they are listed, made and removed.
import type { DumpFormat } from '../../formats/dumps/dump-formats.ts';
import type { Actor } from '../audit.ts';
import type { DumpCounts } from './dump-graph.ts';

/**
 * Lists the states of a dump: being made, done, or failed (`error` has the reason).
 */
export const dumpStates = ['Processing', 'Done', 'Failed'] as const;
export type DumpState = (typeof dumpStates)[number];

/** A dump; times are milliseconds since 1970. */
export type MadeDump = {
	id: string;
	format: DumpFormat;
	state: DumpState;
	/** Who asked for it. */
	by: string;
	startedAt: number;
	finishedAt: number | null;
	/** The name of its file. */
	file: string;
	bytes: number | null;
	counts: DumpCounts | null;
	/** The last number of the change log in the state that it shows. */
	change: number | null;
	/** How many works were written so far. */
	works: number;
	error: string | null;
};

/** A part of a file: from its byte `start` to its byte `end`, both included. */
export type BytesRange = { start: number; end: number };

/** Makes dumps, one at a time, and keeps the last ones. */
export type MadeDumps = {
	/** Lists them, newest first. */
	list(): Promise<MadeDump[]>;
	find(id: string): Promise<MadeDump | undefined>;
	/** Begins one; fails with `conflict` while another is being made. */
	make(by: Actor, format: DumpFormat): Promise<MadeDump>;
	/** Removes one; one that is being made is given up. Returns whether there was one. */
	remove(by: Actor, id: string): Promise<boolean>;
	/** Reads the file of a dump that is Done; fails with `not-found` if it has been removed. */
	read(dump: MadeDump, range: BytesRange): Promise<ReadableStream<Uint8Array>>;
};
