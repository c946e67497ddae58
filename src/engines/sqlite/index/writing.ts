// Writes to the generation of the index that answers: who may, when, and what others see of it; knows neither tables nor SQL of searches.
import { BrokerError } from '../../../errors.ts';
import type { IndexChanges, IndexWriter, SearchIndex } from '../../../ports/search/search-index.ts';
import { createPagesAtHand, type PagesAtHand } from '../pages-at-hand.ts';
import { createCheckpoints } from '../write-ahead-log.ts';
import type { Connection } from './connection.ts';
import { generationPath, openGeneration, type Pointer, patiently, usualLogBytes } from './generation-files.ts';
import type { Locator } from './locate.ts';
import { packChanges } from './packed-rows.ts';
import { endReadingTurn, isReadingTurn } from './reading-turn.ts';
import type { RecentRowsOptions } from './recent-rows.ts';
import { createGenerationWriter, type GenerationWriter } from './write.ts';

/** Says that the generation that answers cannot be read. */
export function unreadable(path: string): BrokerError {
	return new BrokerError(
		'unavailable',
		`The search index ${path} is lost or of another program version. A running server or worker builds it anew by itself; so does link-broker search reindex.`,
		{ retryAfterSeconds: 60 },
	);
}

/** A turn in which nobody else writes. */
export type WritingTurn = {
	generation: number;
	/** Tells whether nobody else has written since the turn of this handle before; not known of the first one. */
	alone: boolean;
	writer: Pick<GenerationWriter, 'locate' | 'present' | 'apply'>;
};

/** Writes to the generation that answers, one at a time in this handle and, by the file's lock, of all handles. */
export type Writing = {
	/** Runs `work`, as SearchIndex.update does. */
	inTurn<T>(work: (turn: WritingTurn) => Promise<T>): Promise<T>;
	whileNoneWrites<T>(work: (answering: number) => Promise<T>): Promise<T>;
	close(): Promise<void>;
};

/** Says how whoever writes does it. */
export type WritingOptions = {
	/** MiB of pages that are kept while changes run. */
	cacheMebibytes: number;
	recent?: RecentRowsOptions | undefined;
};

/** Creates what writes on the caller's thread. */
export function createWriting(
	path: string,
	pointer: Pick<Pointer, 'read'>,
	{ cacheMebibytes, recent }: WritingOptions,
): Writing {
	type Open = {
		generation: number;
		writer: GenerationWriter;
		/** What the others had written when the last turn began. */
		seen: number | undefined;
		checkpoint(): Promise<void>;
		pages: PagesAtHand;
	};
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
			seen: undefined,
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
		inTurn<T>(work: (turn: WritingTurn) => Promise<T>): Promise<T> {
			const { promise, resolve, reject } = Promise.withResolvers<T>();
			takeTurn(async () => {
				const begun = await begin();
				const { generation, writer, checkpoint, pages } = begun;
				pages.inUse();
				try {
					const written = writer.writtenByOthers();
					const alone = written === begun.seen;
					begun.seen = written;
					const result = await work({ generation, alone, writer });
					writer.commit();
					endReadingTurn();
					// What is committed can be found: nobody but the next who writes waits for the log.
					resolve(result);
				} catch (error) {
					writer.rollBack();
					throw error;
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

/** Offers SearchIndex.update on what writes on this thread. */
export function createUpdates({ inTurn }: Writing): SearchIndex['update'] {
	return async (work, { after } = {}) => {
		await after;
		return inTurn(({ generation, writer }) =>
			runUpdate(work, { generation, places: writer, apply: (changes) => writer.apply(packChanges(changes)) }),
		);
	};
}

/** What the writer of an update sees, and where its changes go. */
type UpdateTarget = {
	generation: number;
	places: Pick<Locator, 'locate' | 'present'>;
	apply(changes: IndexChanges): void;
};

/** Runs the work of an update with a writer that is good for that long. */
export async function runUpdate<T>(
	work: (writer: IndexWriter) => Promise<T>,
	{ generation, places, apply }: UpdateTarget,
): Promise<T> {
	const failures: unknown[] = [];
	let over = false;
	const unlessOver = <R>(act: () => R): R => {
		if (over) throw new Error('this update has ended; its writer must not be used any more');
		return act();
	};
	try {
		const result = await work({
			generation,
			locate: async (identifiers) => unlessOver(() => places.locate(identifiers)),
			present: async (groups) => unlessOver(() => places.present(groups)),
			apply: async (changes) => {
				try {
					unlessOver(() => apply(changes));
				} catch (error) {
					failures.push(error);
					throw error;
				}
			},
		});
		// Of what failed a part may be there, whoever caught that.
		if (failures.length > 0) throw failures[0];
		return result;
	} finally {
		over = true;
	}
}

/** Does one thing after the other, in the order asked. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
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
