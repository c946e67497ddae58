// The search index on SQLite: which file answers, who may write, how a rebuilt generation takes over; knows neither tables nor SQL of searches.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SearchIndex } from '../../../ports/search/search-index.ts';
import { buildGeneration, buildObjects } from './build.ts';
import type { Connection } from './connection.ts';
import { openGeneration, openPointer, type Pointer, removeGenerationsBelow } from './generation-files.ts';
import { type ColumnLimits, defaultColumnLimits } from './link-columns.ts';
import { atEndOfTurn, endReadingTurn } from './reading-turn.ts';
import type { RecentRowsOptions } from './recent-rows.ts';
import { createReader, type GenerationReader } from './search.ts';
import { createThreadedUpdates } from './write-in-thread.ts';
import { createUpdates, createWriting, unreadable } from './writing.ts';

/** Bounds the memory of one handle where not the default. */
export type SqliteIndexOptions = {
	/** MiB of pages that searches keep (16). */
	readCacheMebibytes?: number;
	/** MiB of pages that changes keep while they run (24: with 48, 100,000 links on top of 14 million took 8.1 to 8.5 s as well). */
	writeCacheMebibytes?: number;
	/** Links that searches keep for later ones, plain pages too (defaultColumnLimits). */
	columns?: ColumnLimits;
	/** Rows that stay recent (createRecentRows). */
	recent?: RecentRowsOptions;
	/** Has a thread write changes while the next ones are derived; see createThreadedUpdates. */
	writesInThread?: boolean;
};

/**
 * Opens the index kept beside `path` (`data/search.db`, `data/search.db.g1`, …), making an empty one where there is none.
 * Searches run on the caller's thread. Fails with `bad-setting` where `path` is a file of something else.
 */
export async function openSqliteIndex(path: string, options: SqliteIndexOptions = {}): Promise<SearchIndex> {
	const { readCacheMebibytes = 16, writeCacheMebibytes = 24, columns = defaultColumnLimits, recent } = options;
	mkdirSync(dirname(path), { recursive: true });
	const pointer = await openPointer(path);
	const reading = createReading(path, pointer, readCacheMebibytes, columns);
	const writingOptions = { cacheMebibytes: writeCacheMebibytes, recent };
	const writing = createWriting(path, pointer, writingOptions);
	const threaded = options.writesInThread ? createThreadedUpdates(path, writingOptions) : undefined;

	const switchTo = async (generation: number, before?: () => Promise<void>): Promise<void> => {
		if (!isComplete(path, generation)) throw new Error(`generation ${generation} of ${path} is not finished`);
		await threaded?.end();
		await writing.whileNoneWrites(async (answering) => {
			if (answering === generation) return;
			await before?.();
			pointer.write(generation);
		});
		endReadingTurn();
		removeGenerationsBelow(path, generation);
	};

	return {
		locate: async (identifiers) => reading.reader().locate(identifiers),
		locateKeys: async (keys) => reading.reader().locateKeys(keys),
		search: async (request) => reading.reader().search(request),
		examples: async (count) => reading.find()?.examples(count) ?? [],
		state: () => reading.find()?.state(),
		generation: async () => pointer.read(),
		update: threaded?.update ?? createUpdates(writing),
		build: async (generation) => {
			if (generation <= pointer.read()) throw new Error(`generation ${generation} of ${path} is not new`);
			return buildGeneration(path, generation);
		},
		buildObjects: async (generation) => buildObjects(path, generation),
		switchTo,
		switchToFinished: async (generation) => {
			if (!isComplete(path, generation)) return false;
			await switchTo(generation);
			return true;
		},
		isEmpty: async () => reading.find()?.isEmpty() ?? true,
		size: async () => reading.reader().size(),
		close: async () => {
			endReadingTurn();
			await threaded?.end();
			await writing.close();
			reading.close();
			pointer.close();
		},
	};
}

function isComplete(path: string, generation: number): boolean {
	const connection = openGeneration(path, generation, 'read', 1);
	connection?.close();
	return connection !== undefined;
}

/** Reads the generation that answers now, whichever process switched to it. */
type Reading = {
	/** Answers undefined where that generation cannot be read. */
	find(): GenerationReader | undefined;
	/** Fails with `unavailable` where that generation cannot be read. */
	reader(): GenerationReader;
	close(): void;
};

function createReading(path: string, pointer: Pointer, cacheMebibytes: number, columns: ColumnLimits): Reading {
	let open: { generation: number; connection: Connection; reader: GenerationReader } | undefined;
	// Which generation answers is asked once in a turn of the event loop.
	let asked = false;
	const turnIsOver = () => {
		asked = false;
	};
	const close = () => {
		if (asked) endReadingTurn();
		open?.connection.close();
		open = undefined;
	};
	const find = (): GenerationReader | undefined => {
		if (asked) return open?.reader;
		for (let generation = pointer.read(); ; ) {
			if (open?.generation === generation) break;
			close();
			const connection = openGeneration(path, generation, 'read', cacheMebibytes);
			if (connection) open = { generation, connection, reader: createReader(connection, columns) };
			// A switch while it was being opened may have taken the file away.
			const answering = pointer.read();
			if (answering === generation) break;
			generation = answering;
		}
		asked = true;
		atEndOfTurn(turnIsOver);
		return open?.reader;
	};
	return {
		find,
		reader() {
			const reader = find();
			if (!reader) throw unreadable(path);
			return reader;
		},
		close,
	};
}
