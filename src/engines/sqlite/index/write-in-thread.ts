// Has a thread write changes of the index, while the caller derives the next ones from what will be there then; knows no tables.
import { Worker } from 'node:worker_threads';
import { threadHeap } from '../../../app/heap.ts';
import { type Caller, callThread } from '../../../app/thread-calls.ts';
import { BrokerError } from '../../../errors.ts';
import type { IndexWriter, SearchIndex } from '../../../ports/search/search-index.ts';
import type { Connection } from './connection.ts';
import { openGeneration } from './generation-files.ts';
import { createLocator, type Locator } from './locate.ts';
import { type SerializedChanges, serializeChanges } from './packed-rows.ts';
import { createPendingPlaces, type PendingPlaces } from './pending-places.ts';
import { endReadingTurn } from './reading-turn.ts';
import type { WriteCalls, WriteOrder } from './write-thread.ts';
import { createTurns, runUpdate, unreadable, type WritingOptions } from './writing.ts';

/** Updates that are written by a thread. */
export type ThreadedUpdates = {
	/** Runs `work`, as SearchIndex.update does: of one that comes after something while updates before it are being written. */
	update: SearchIndex['update'];
	/** Waits for all that is under way, and ends the thread; the next update starts another. */
	end(): Promise<void>;
};

// What is looked up is where identifiers lie and which groups are there, hardly anything twice.
const readCacheMebibytes = 8;
// One is written and one waits while one is derived: more would only fill the memory.
const mostUnderWay = 1;

type Places = Pick<Locator, 'locate' | 'present'>;
type Reading = { generation: number; connection: Connection; locator: Locator };
type UnderWay = { generation: number; places: PendingPlaces; written: Promise<void> };

/** Creates what starts the thread with the first update. */
export function createThreadedUpdates(path: string, options: WritingOptions): ThreadedUpdates {
	const takeTurn = createTurns();
	let started: { thread: Worker; calls: Caller<WriteCalls> } | undefined;
	let reading: Reading | undefined;
	let underWay: readonly UnderWay[] = [];

	const start = (): Caller<WriteCalls> => {
		if (!started) {
			const thread = new Worker(new URL('./write-thread.ts', import.meta.url), {
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

	/** Runs `work`; the next one need not wait until what it has changed is written. */
	const run = async <T>(
		work: (writer: IndexWriter) => Promise<T>,
		after: Promise<unknown> | undefined,
	): Promise<{ written: Promise<T> }> => {
		await settle(after === undefined ? 0 : mostUnderWay);
		const before = underWay.at(-1);
		if (!before) await after;
		const calls = start();
		const generation = before?.generation ?? (await calls.begin(undefined as never));
		try {
			const changes: SerializedChanges[] = [];
			const own = createPendingPlaces();
			const places = [...underWay.map((other) => other.places), own].reduce<Places>(
				(below, pending) => pending.over(below),
				locatorOf(generation),
			);
			const result = await runUpdate(work, {
				generation,
				places,
				apply(change) {
					changes.push(serializeChanges(change));
					own.add(change);
				},
			});
			const transfer = changes.map(({ buffer }) => buffer);
			const follow = async ({ written }: UnderWay) => {
				// Handed over beforehand: while that is being written, nobody waits for it to be packed and unpacked.
				calls.give(changes, transfer).catch(() => undefined);
				await written.catch((cause) => {
					throw new BrokerError('conflict', 'What the search index was to be changed after has not been written.', {
						cause,
					});
				});
				await after;
				await calls.follow(undefined as never);
			};
			const handedOver: UnderWay = {
				generation,
				places: own,
				written: before ? follow(before) : calls.commit(changes, transfer),
			};
			underWay = [...underWay, handedOver];
			const written = handedOver.written
				.finally(() => {
					underWay = underWay.filter((other) => other !== handedOver);
				})
				.then(() => {
					endReadingTurn();
					return result;
				});
			written.catch(() => undefined);
			return { written };
		} catch (error) {
			if (!before) await calls.rollBack(undefined as never);
			throw error;
		}
	};

	return {
		update: async (work, { after } = {}) => (await takeTurn(() => run(work, after))).written,
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
