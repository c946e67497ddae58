// Applies the chunks of a load, several in one transaction as long as nobody else waits to write; knows no thread.
import { randomUUID } from 'node:crypto';
import { setImmediate as messages } from 'node:timers/promises';
import type { LoadedChunk } from '../../broker/load-files.ts';
import { type BatchColumns, batchOf, columnsOf } from '../../broker/packed-batch.ts';
import { rememberingRecords } from '../../broker/remembering-records.ts';
import { checkChunk, type RecordChunk, readChunk, withoutRecords } from '../../formats/json/record-chunk.ts';
import type { EventCounts } from '../../links/link-event.ts';
import type { ClaimedEvent, LinkRecords, LinkStore, Loading, NewEvent } from '../../ports/records/link-store.ts';
import { type PackedPayload, packPayload } from '../../ports/records/packed-payload.ts';
import { applyClaimed, applyTo, type EventOptions, isUnavailable, linksTogether, noteFailure } from './event-worker.ts';

/** What is to be stored of a chunk and applied; plain data, so that one thread reads while another applies. */
export type PreparedChunk = {
	payload: PackedPayload;
	links: number;
	batch: BatchColumns;
	refused: LoadedChunk['refused'];
};

/** Reads a chunk. Fails with `malformed-json` or `invalid-links` unless what is wrong is to be skipped. */
export function prepareChunk(chunk: RecordChunk, { skipInvalid }: { skipInvalid: boolean }): PreparedChunk {
	const { batch, wrong } = skipInvalid ? checkChunk(chunk) : { batch: readChunk(chunk), wrong: [] };
	const positions = wrong.map(({ position }) => position);
	const { payload, links } = positions.length === 0 ? chunk : withoutRecords(chunk, positions);
	return { payload: packPayload(payload), links, batch: columnsOf(batch), refused: wrong };
}

export type ChunkLoader = {
	/**
	 * Stores a chunk as an event and applies it, after those handed over before. A failure once it is stored leaves the event to be tried
	 * again by any worker. `taken` is called when its turn has come, and told whether a write that somebody waits for, such as a change of an account, waited when the one before it was done.
	 */
	load(chunk: PreparedChunk, noindex: boolean, taken?: (hurriedWaited: boolean) => void): Promise<LoadedChunk>;
};

type Waiting = {
	chunk: PreparedChunk;
	noindex: boolean;
	resolve(loaded: LoadedChunk): void;
	reject(error: unknown): void;
	/** Says that it waits no longer. */
	taken(hurriedWaited: boolean): void;
};

/**
 * Creates what applies chunks in the order in which they come: a later event has the last word. Each commit writes every page that it
 * touches, and costs as much as applying 1,000 links; so the fewer, the better (measured: see docs/performance.md).
 */
export function createChunkLoader(store: LinkStore, options: EventOptions): ChunkLoader {
	const waiting: Waiting[] = [];
	let underWay = false;
	let hurriedWaited = false;

	const loadTogether = async (): Promise<void> => {
		const together: Waiting[] = [];
		let loaded: LoadedChunk[];
		try {
			loaded = await store.load(async (records, loading) => {
				// Where the engine runs this again, it begins with the same ones.
				waiting.unshift(...together.splice(0));
				const remembering = rememberingRecords(records);
				const done: LoadedChunk[] = [];
				let links = 0;
				do {
					const next = waiting.shift() as Waiting;
					together.push(next);
					next.taken(hurriedWaited);
					links += next.chunk.links;
					done.push(await applyInside(remembering, loading, next, options));
					await messages();
					hurriedWaited = loading.firstWaits();
				} while (waiting.length > 0 && links < linksTogether && !loading.othersWait());
				return done;
			});
		} catch (error) {
			// What comes later must not be stored without what came before.
			if (isUnavailable(error)) together.push(...waiting.splice(0));
			else if (together.length === 0) together.push(waiting.shift() as Waiting);
			for (const { taken } of together) taken(hurriedWaited);
			if (isUnavailable(error)) {
				for (const { reject } of together) reject(error);
				return;
			}
			// One of them cannot be applied: each for itself tells which, and why.
			options.log.warn({ err: error, chunks: together.length }, 'Chunks cannot be applied together; trying one by one');
			for (const one of together) await loadAlone(store, one, options).then(one.resolve, one.reject);
			return;
		}
		for (const [position, { resolve }] of together.entries()) resolve(loaded[position] as LoadedChunk);
	};

	const work = async (): Promise<void> => {
		underWay = true;
		hurriedWaited = false;
		while (waiting.length > 0) await loadTogether();
		underWay = false;
	};

	return {
		load(chunk, noindex, taken = () => undefined) {
			if (chunk.links === 0) return Promise.resolve({ event: null, refused: chunk.refused });
			const { promise, resolve, reject } = Promise.withResolvers<LoadedChunk>();
			waiting.push({ chunk, noindex, resolve, reject, taken: once(taken) });
			if (!underWay) void work();
			return promise;
		},
	};
}

/** Where the engine runs a transaction again, what was taken is taken again. */
function once<Told>(act: (told: Told) => void): (told: Told) => void {
	let done = false;
	return (told) => {
		if (!done) act(told);
		done = true;
	};
}

async function applyInside(
	records: LinkRecords,
	{ accept }: Loading,
	waiting: Waiting,
	options: EventOptions,
): Promise<LoadedChunk> {
	const event = await accept(...newEvent(waiting, options));
	const [counts] = await applyTo(records, [{ event, batch: batchOf(waiting.chunk.batch) }], options);
	return loaded(waiting, event, counts);
}

async function loadAlone(store: LinkStore, waiting: Waiting, options: EventOptions): Promise<LoadedChunk> {
	const event = await store.acceptClaimed(...newEvent(waiting, options));
	try {
		return loaded(waiting, event, await applyClaimed(store, event, batchOf(waiting.chunk.batch), options));
	} catch (error) {
		// That is no fault of the event's; a worker applies it when its lease has run out.
		if (isUnavailable(error)) throw error;
		const state = await noteFailure(store, event, error, options);
		return loaded(waiting, event, { state, error: error instanceof Error ? error.message : String(error) });
	}
}

function newEvent(
	{ chunk: { payload, links }, noindex }: Waiting,
	{ name, leaseMilliseconds, now }: EventOptions,
): [NewEvent, worker: string, leaseUntil: number] {
	const at = now();
	return [{ eventId: randomUUID(), payload, links, noindex, userId: null, now: at }, name, at + leaseMilliseconds];
}

/** Tells what became of a chunk: its counts, or why it failed; neither where another worker has it. */
function loaded(
	{ chunk: { links, refused } }: Waiting,
	{ eventId }: ClaimedEvent,
	outcome: EventCounts | { state: 'New' | 'Error'; error: string } | undefined,
): LoadedChunk {
	const event = { eventId, links, counts: null, error: null };
	if (outcome === undefined) return { event: { ...event, state: 'Processing' }, refused };
	if ('error' in outcome) return { event: { ...event, ...outcome }, refused };
	return { event: { ...event, state: 'Done', counts: outcome }, refused };
}
