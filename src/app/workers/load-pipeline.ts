// Hands the chunks of a load to the thread that keeps the records, a few at a time, and hears when it takes them; knows no file.
import type { MessagePort, Transferable } from 'node:worker_threads';
import type { LoadedChunk, LoadPipeline } from '../../broker/load-files.ts';
import { transferableOf } from '../../broker/packed-batch.ts';
import { freeBytes } from '../free-bytes.ts';
import { type PreparedChunk, prepareChunk } from './load-chunks.ts';

/** What the thread that keeps the records tells: it has taken a chunk, and whether a write that somebody waits for waited when the one before it was done. */
export type TakenNotice = { notice: 'taken'; hurriedWaited: boolean };

// SQLite has one writer: who changes an account waits for the event that a load applies. Of 10,000 links that takes a third of a second; of few links
// each costs more: with 2,500 instead of 5,000 an eighth more of the records' thread, with 1,000 another sixth.
const linksAlone = 5_000;
const linksBesideHurried = 500;
// Changes that come more seldom than that meet a load that takes itself for alone.
const hurriedStayMilliseconds = 10_000;

// One chunk is read while one is applied and the next ones wait.
const chunksWaiting = 3;

/** Reads chunks in this thread and has the one at the other end of the port store and apply them. */
export function createLoadPipeline(
	port: MessagePort,
	records: {
		load(order: { chunk: PreparedChunk; noindex: boolean }, transfer: readonly Transferable[]): Promise<LoadedChunk>;
	},
	options: {
		/** Says that writers wait for one another, so that events must be small; else chunks have as many links as they may. */
		oneWriter: boolean;
	},
): LoadPipeline {
	let waiting = 0;
	let failed = false;
	let changed = Promise.withResolvers<void>();
	const tell = () => {
		changed.resolve();
		changed = Promise.withResolvers();
	};
	let hurriedUntil = 0;
	port.on('message', (news: Partial<TakenNotice>) => {
		if (news.notice !== 'taken') return;
		waiting--;
		if (news.hurriedWaited) hurriedUntil = Date.now() + hurriedStayMilliseconds;
		tell();
	});
	return {
		async load(chunk, { noindex, skipInvalid }) {
			// Read in this thread, while the records' thread applies what was read before.
			const prepared = prepareChunk(chunk, { skipInvalid });
			// Up to the next collection of old garbage several megabytes of each would stay. What is too small to be packed is kept as it came.
			const { buffer } = chunk.payload;
			if (buffer !== prepared.payload.body.buffer) freeBytes(new Uint8Array(buffer));
			if (prepared.links > 0) waiting++;
			const loaded = records.load({ chunk: prepared, noindex }, transferableOf(prepared.batch));
			loaded.catch(() => {
				failed = true;
				tell();
			});
			return loaded;
		},
		linksAtOnce() {
			if (!options.oneWriter) return Number.POSITIVE_INFINITY;
			return Date.now() < hurriedUntil ? linksBesideHurried : linksAlone;
		},
		async room() {
			while (waiting >= chunksWaiting && !failed) await changed.promise;
		},
	};
}
