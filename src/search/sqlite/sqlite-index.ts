// The search index on SQLite: which file answers, who may write, how a rebuilt generation takes over; knows neither tables nor SQL of searches.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { BrokerError } from '../../errors.ts';
import { createPagesAtHand, type PagesAtHand } from '../../pages-at-hand.ts';
import { createCheckpoints } from '../../write-ahead-log.ts';
import type { IndexWriter, SearchIndex } from '../search-index.ts';
import { buildGeneration } from './build.ts';
import type { Connection } from './connection.ts';
import {
	generationPath,
	openGeneration,
	openPointer,
	type Pointer,
	patiently,
	removeGenerationsBelow,
	usualLogBytes,
} from './generation-files.ts';
import { type ColumnLimits, defaultColumnLimits } from './link-columns.ts';
import { atEndOfTurn, endReadingTurn, isReadingTurn } from './reading-turn.ts';
import type { RecentRowsOptions } from './recent-rows.ts';
import { createReader, type GenerationReader } from './search.ts';
import { createGenerationWriter, type GenerationWriter } from './write.ts';

/** Bounds the memory of one handle where not the default. */
export type SqliteIndexOptions = {
	/** MiB of pages that searches keep (16). */
	readCacheMebibytes?: number;
	/** MiB of pages that changes keep while they run (48). */
	writeCacheMebibytes?: number;
	/** Links that searches keep for later ones, plain pages too (defaultColumnLimits). */
	columns?: ColumnLimits;
	/** Rows that stay recent (createRecentRows). */
	recent?: RecentRowsOptions;
};

/**
 * Opens the index kept beside `path` (`data/search.db`, `data/search.db.g1`, …), making an empty one where there is none.
 * Searches run on the caller's thread. Fails with `bad-setting` where `path` is a file of something else.
 */
export async function openSqliteIndex(path: string, options: SqliteIndexOptions = {}): Promise<SearchIndex> {
	const { readCacheMebibytes = 16, writeCacheMebibytes = 48, columns = defaultColumnLimits, recent } = options;
	mkdirSync(dirname(path), { recursive: true });
	const pointer = await openPointer(path);
	const reading = createReading(path, pointer, readCacheMebibytes, columns);
	const writing = createWriting(path, pointer, writeCacheMebibytes, recent);

	const switchTo = async (generation: number, before?: () => Promise<void>): Promise<void> => {
		if (!isComplete(path, generation)) throw new Error(`generation ${generation} of ${path} is not finished`);
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
		update: writing.update,
		build: async (generation) => {
			if (generation <= pointer.read()) throw new Error(`generation ${generation} of ${path} is not new`);
			return buildGeneration(path, generation);
		},
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

function unreadable(path: string): BrokerError {
	return new BrokerError(
		'unavailable',
		`The search index ${path} is lost or of another program version. A running server or worker builds it anew by itself; so does link-broker search reindex.`,
		{ retryAfterSeconds: 60 },
	);
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

/** Writes to the generation that answers, one at a time in this handle and, by the file's lock, of all handles. */
type Writing = {
	update: SearchIndex['update'];
	whileNoneWrites(work: (answering: number) => Promise<void>): Promise<void>;
	close(): Promise<void>;
};

function createWriting(
	path: string,
	pointer: Pointer,
	cacheMebibytes: number,
	recent: RecentRowsOptions | undefined,
): Writing {
	type Open = { generation: number; writer: GenerationWriter; checkpoint(): Promise<void>; pages: PagesAtHand };
	let open: Open | undefined;
	const takeTurn = createTurns();
	const close = () => {
		open?.pages.end();
		open?.writer.close();
		open = undefined;
	};
	const find = (generation: number): Open | undefined => {
		if (open?.generation === generation) return open;
		close();
		const connection = openGeneration(path, generation, 'write', cacheMebibytes);
		if (!connection) return undefined;
		open = {
			generation,
			writer: createGenerationWriter(connection, recent),
			checkpoint: createCheckpoints(connection.execute, {
				path: generationPath(path, generation),
				usualBytes: usualLogBytes,
				readsHere: isReadingTurn,
			}),
			pages: createPagesAtHand(connection.execute),
		};
		return open;
	};

	const begin = async (): Promise<Open> => {
		for (;;) {
			const generation = pointer.read();
			const begun = await patiently(() => {
				const found = find(generation);
				found?.writer.begin();
				return found;
			});
			// Only who holds the lock of the generation that answers holds off all others.
			if (pointer.read() === generation) {
				if (!begun) throw unreadable(path);
				return begun;
			}
			begun?.writer.rollBack();
		}
	};

	return {
		update<T>(work: (writer: IndexWriter) => Promise<T>): Promise<T> {
			const { promise, resolve, reject } = Promise.withResolvers<T>();
			takeTurn(async () => {
				const { generation, writer, checkpoint, pages } = await begin();
				pages.inUse();
				const turn: UpdateTurn = { over: false, failures: [] };
				try {
					const result = await work(writerFor(generation, writer, turn));
					// Of what failed a part may be there, whoever caught that.
					if (turn.failures.length > 0) throw turn.failures[0];
					writer.commit();
					endReadingTurn();
					// What is committed can be found: nobody but the next who writes waits for the log.
					resolve(result);
				} catch (error) {
					writer.rollBack();
					throw error;
				} finally {
					turn.over = true;
				}
				await checkpoint();
				pages.rests();
			}).catch(reject);
			return promise;
		},
		whileNoneWrites: (work) =>
			takeTurn(async () => {
				close();
				for (;;) {
					const generation = pointer.read();
					const lock = await patiently(() => lockGeneration(path, generation));
					try {
						if (pointer.read() === generation) return await work(generation);
					} finally {
						lock?.close();
					}
				}
			}),
		close: () => takeTurn(async () => close()),
	};
}

/** Does one thing after the other, in the order asked. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
	let last: Promise<unknown> = Promise.resolve();
	return (work) => {
		const turn = last.then(work);
		last = turn.catch(() => undefined);
		return turn;
	};
}

/** Takes a generation's lock, whatever its format; a lost generation needs none. */
function lockGeneration(path: string, generation: number): Connection | undefined {
	const connection = openGeneration(path, generation, 'lock', 1);
	try {
		connection?.execute('BEGIN IMMEDIATE');
		return connection;
	} catch (error) {
		connection?.close();
		throw error;
	}
}

type UpdateTurn = { over: boolean; failures: unknown[] };

function writerFor(generation: number, writer: GenerationWriter, turn: UpdateTurn): IndexWriter {
	const current = (): GenerationWriter => {
		if (turn.over) throw new Error('this update has ended; its writer must not be used any more');
		return writer;
	};
	return {
		generation,
		locate: async (identifiers) => current().locate(identifiers),
		present: async (groups) => current().present(groups),
		apply: async (changes) => {
			try {
				current().apply(changes);
			} catch (error) {
				turn.failures.push(error);
				throw error;
			}
		},
	};
}
