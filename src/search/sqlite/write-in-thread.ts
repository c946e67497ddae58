// Has a thread write changes of the index, while the caller derives the next ones from what will be there then; knows no tables.
import { Worker } from 'node:worker_threads';
import { BrokerError } from '../../errors.ts';
import { threadHeap } from '../../heap.ts';
import { threadFile } from '../../project-folder.ts';
import { type Caller, callThread } from '../../thread-calls.ts';
import type { IndexWriter, SearchIndex } from '../search-index.ts';
import type { Connection } from './connection.ts';
import { openGeneration } from './generation-files.ts';
import { createLocator, type Locator } from './locate.ts';
import { type ChangeRows, packChanges } from './packed-rows.ts';
import { createPendingPlaces, type PendingPlaces } from './pending-places.ts';
import { endReadingTurn } from './reading-turn.ts';
import type { WriteCalls, WriteOrder } from './write-thread.ts';
import { createTurns, unreadable, type WritingOptions } from './writing.ts';

/** Updates that are written by a thread. */
export type ThreadedUpdates = {
	/**
	 * Runs `work`, as SearchIndex.update does: with the only right to write, or, where updates are still being written, beside that. Then it sees what they will have changed, and
	 * where they come to nothing or another handle writes between, it is run again.
	 */
	update: SearchIndex['update'];
	/** Waits for all that is under way, and ends the thread; the next update starts another. */
	end(): Promise<void>;
};

// What is looked up is where identifiers lie and which groups are there, hardly anything twice.
const readCacheMebibytes = 8;
// One is written while one is derived: more would only fill the memory.
const mostUnderWay = 1;

type Places = Pick<Locator, 'locate' | 'present'>;
type Reading = { generation: number; connection: Connection; locator: Locator };
type UnderWay = { places: PendingPlaces; written: Promise<void> };

/** Creates what starts the thread with the first update. */
export function createThreadedUpdates(path: string, options: WritingOptions): ThreadedUpdates {
	const takeTurn = createTurns();
	let started: { thread: Worker; calls: Caller<WriteCalls> } | undefined;
	let reading: Reading | undefined;
	let underWay: UnderWay[] = [];

	const start = (): Caller<WriteCalls> => {
		if (!started) {
			const thread = new Worker(threadFile('src/search/sqlite/write-thread.ts'), {
				workerData: { path, options } satisfies WriteOrder,
				resourceLimits: threadHeap(),
			});
			// Calls fail with what made the thread fail; nobody else needs to hear of it.
			thread.on('error', () => undefined);
			thread.on('exit', () => {
				if (started?.thread === thread) started = undefined;
			});
			started = { thread, calls: callThread<WriteCalls>(thread) };
		}
		return started.calls;
	};
	const stopReading = () => {
		reading?.connection.close();
		reading = undefined;
	};
	const locatorOf = (generation: number): Locator => {
		if (reading?.generation !== generation) {
			stopReading();
			const connection = openGeneration(path, generation, 'read', readCacheMebibytes);
			if (!connection) throw unreadable(path);
			reading = { generation, connection, locator: createLocator(connection) };
		}
		return reading.locator;
	};
	const settle = async (most: number): Promise<void> => {
		while (underWay.length > most) await underWay[0]?.written.catch(() => undefined);
	};

	/** Runs `work` and hands over what it has changed. */
	const run = async <T>(
		work: (writer: IndexWriter) => Promise<T>,
	): Promise<{ followed: boolean; result: Promise<T> }> => {
		await settle(mostUnderWay);
		const calls = start();
		const followed = underWay.length > 0 && reading !== undefined;
		const generation = followed ? (reading as Reading).generation : await calls.begin(undefined as never);
		const changes: ChangeRows[] = [];
		const own = createPendingPlaces();
		let over = false;
		const unlessOver = <R>(act: () => R): R => {
			if (over) throw new Error('this update has ended; its writer must not be used any more');
			return act();
		};
		try {
			const places = [...underWay.map((other) => other.places), own].reduce<Places>(
				(below, pending) => pending.over(below),
				locatorOf(generation),
			);
			const answer = await work({
				generation,
				locate: async (identifiers) => unlessOver(() => places.locate(identifiers)),
				present: async (groups) => unlessOver(() => places.present(groups)),
				apply: async (change) =>
					unlessOver(() => {
						own.add(change);
						changes.push(packChanges(change));
					}),
			});
			const transfer = changes.map(({ links }) => links.links.buffer);
			const written = followed ? calls.follow(changes, transfer) : calls.commit(changes, transfer);
			const update: UnderWay = { places: own, written };
			underWay.push(update);
			const result = written
				.finally(() => {
					underWay = underWay.filter((other) => other !== update);
				})
				.then(() => {
					endReadingTurn();
					return answer;
				});
			result.catch(() => undefined);
			return { followed, result };
		} catch (error) {
			if (!followed) await calls.rollBack(undefined as never);
			throw error;
		} finally {
			over = true;
		}
	};

	return {
		update: async (work) => {
			for (;;) {
				const done = await takeTurn(() => run(work));
				try {
					return await done.result;
				} catch (error) {
					if (!(error instanceof BrokerError && error.code === 'conflict' && done.followed)) throw error;
					// From what is there now, and with the only right to write.
					await takeTurn(() => settle(0));
				}
			}
		},
		end: () =>
			takeTurn(async () => {
				await settle(0);
				stopReading();
				const ending = started;
				started = undefined;
				if (!ending) return;
				await ending.calls.close(undefined as never).catch(() => undefined);
				await ending.thread.terminate();
			}),
	};
}
