// Writes to the active generation, one update at a time: which update may write, when, and
// what others see of it.
import { unreadableIndex } from '../../../../ports/search/search-reader.ts';
import type { IndexWriter, SearchWriter, UpdateOptions } from '../../../../ports/search/search-writer.ts';
import { isDamage } from '../../failures.ts';
import { type FilePlace, notePlace } from '../../file-identity.ts';
import { createCheckpoints } from '../../write-ahead-log.ts';
import type { Connection } from '../connection.ts';
import { createDamageGuard, type DamageGuard } from '../generations/damage-guard.ts';
import { generationPath, type IndexFiles, openGeneration, usualLogBytes } from '../generations/generation-files.ts';
import type { Pointer } from '../generations/pointer.ts';
import { retryWhileBusy } from '../generations/retry-while-busy.ts';
import { createGenerationWriter, type GenerationWriter } from './generation-writer.ts';

/** Writes one at a time in this handle and, by the file's lock, in all handles. */
export type Updates = SearchWriter & {
	/** Runs `work` while no writer writes, with the active generation. */
	whileNoneWrites<T>(work: (active: number) => Promise<T>): Promise<T>;
	close(): Promise<void>;
};

/** The writer of one generation, and its checkpoints. */
type Open = { generation: number; place: FilePlace; writer: GenerationWriter; checkpoint(): Promise<void> };

/**
 * Creates updates on the caller's thread, through a separate connection that caches this many MiB
 * of pages.
 */
export function createUpdates(
	files: IndexFiles,
	pointer: Pick<Pointer, 'read' | 'quarantine'>,
	cacheMebibytes: number,
): Updates {
	const { path } = files;
	const guard = createDamageGuard(path, pointer);
	let open: Open | undefined;
	const inQueue = createQueue();
	const close = () => {
		open?.writer.close();
		open = undefined;
	};
	const undo = (writer: GenerationWriter) => {
		try {
			writer.rollBack();
		} catch {
			// The file was damaged meanwhile; without its connection the transaction is over too.
			close();
		}
	};
	const find = (generation: number): Open | undefined => {
		if (open?.generation === generation && open.place.isSame()) return open;
		close();
		open = openWriter(files, generation, cacheMebibytes);
		return open;
	};
	const begin = async (signal?: AbortSignal): Promise<Open> => {
		for (;;) {
			const { generation, isQuarantined } = pointer.read();
			if (isQuarantined) throw unreadableIndex(generationPath(path, generation));
			const begun = await retryWhileBusy(
				() =>
					guard.run(generation, () => {
						const found = find(generation);
						found?.writer.begin();
						return found;
					}),
				{ signal },
			);
			// Only the lock of the active generation excludes all others from writing.
			if (pointer.read().generation === generation) {
				if (!begun) throw unreadableIndex(generationPath(path, generation));
				return begun;
			}
			begun?.writer.rollBack();
		}
	};

	return {
		update<T>(work: (writer: IndexWriter) => Promise<T>, { signal }: UpdateOptions = {}): Promise<T> {
			const { promise, resolve, reject } = Promise.withResolvers<T>();
			inQueue(async () => {
				const { generation, writer, checkpoint } = await begin(signal);
				try {
					const result = await runUpdate(work, generation, guarded(guard, generation, writer), signal);
					guard.run(generation, writer.commit);
					// Committed data is visible: only the next update waits for the log.
					resolve(result);
				} catch (error) {
					undo(writer);
					throw error;
				}
				await checkpoint();
			}).catch(reject);
			return promise;
		},
		whileNoneWrites: (work) =>
			inQueue(async () => {
				close();
				for (;;) {
					const { generation } = pointer.read();
					const lock = await retryWhileBusy(() => lockGeneration(files, generation));
					try {
						if (pointer.read().generation === generation) return await work(generation);
					} finally {
						lock?.close();
					}
				}
			}),
		close: () => inQueue(async () => close()),
	};
}

/** Opens the writer of a generation; undefined where that cannot be written to. */
function openWriter(files: IndexFiles, generation: number, cacheMebibytes: number): Open | undefined {
	const { path } = files;
	const place = notePlace(generationPath(path, generation));
	const connection = openGeneration(files, generation, 'write', cacheMebibytes);
	if (!connection) return undefined;
	const checkpoint = createCheckpoints(connection.execute, {
		path: generationPath(path, generation),
		usualBytes: usualLogBytes,
		// A reader of this thread ends before anything else runs.
		readsHere: () => false,
	});
	try {
		return { generation, place, writer: createGenerationWriter(connection), checkpoint };
	} catch (error) {
		connection.close();
		throw error;
	}
}

type Changing = Pick<GenerationWriter, 'locate' | 'members' | 'apply' | 'readSyncToken' | 'writeSyncToken'>;

function guarded(guard: DamageGuard, generation: number, writer: Changing): Changing {
	return {
		locate: (identifiers) => guard.run(generation, () => writer.locate(identifiers)),
		members: (level, groups) => guard.run(generation, () => writer.members(level, groups)),
		apply: (changes) => guard.run(generation, () => writer.apply(changes)),
		readSyncToken: () => guard.run(generation, writer.readSyncToken),
		writeSyncToken: (syncToken) => guard.run(generation, () => writer.writeSyncToken(syncToken)),
	};
}

/** Runs the work of an update with a writer that is valid for that long. */
async function runUpdate<T>(
	work: (writer: IndexWriter) => Promise<T>,
	generation: number,
	{ locate, members, apply, readSyncToken, writeSyncToken }: Changing,
	signal: AbortSignal | undefined,
): Promise<T> {
	const failures: unknown[] = [];
	let announce: ((before: string) => Promise<string>) | undefined;
	let over = false;
	const unlessOver = <R>(act: () => R): R => {
		if (over) throw new Error('this update has ended; its writer can no longer be used');
		return act();
	};
	try {
		const result = await work({
			generation,
			writeSyncToken: async (announcing) =>
				unlessOver(() => {
					announce = announcing;
				}),
			locate: async (identifiers) => unlessOver(() => locate(identifiers)),
			members: async (level, groups) => unlessOver(() => members(level, groups)),
			apply: async (changes) => {
				try {
					unlessOver(() => apply(changes));
				} catch (error) {
					failures.push(error);
					throw error;
				}
			},
		});
		// A part of what failed may have been written, even where `work` caught the failure.
		if (failures.length > 0) throw failures[0];
		over = true;
		signal?.throwIfAborted();
		if (announce) writeSyncToken(await announce(readSyncToken()));
		return result;
	} finally {
		over = true;
	}
}

/** Runs one task after the other, in the order of the calls. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
	let last: Promise<unknown> = Promise.resolve();
	return (work) => {
		const done = last.then(work);
		last = done.catch(() => undefined);
		return done;
	};
}

/** Takes a generation's lock, whatever its format; one that is lost or damaged needs none. */
function lockGeneration(files: IndexFiles, generation: number): Connection | undefined {
	const connection = openGeneration(files, generation, 'lock', 1);
	try {
		connection?.execute('BEGIN IMMEDIATE');
		return connection;
	} catch (error) {
		connection?.close();
		if (isDamage(error)) return undefined;
		throw error;
	}
}
