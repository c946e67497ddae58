// Begins a load of files, or takes over one that was stopped: under which name it is kept how far
// it is, and how its files are read. It reads no file.
import { randomUUID } from 'node:crypto';
import type { LoadedChunk, LoadOptions } from '../broker/load-files.ts';
import { type GoingLoad, loadKey } from '../broker/load-place.ts';
import { BrokerError } from '../errors.ts';
import type { ChunkLimits } from '../formats/json/chunk-builder.ts';
import type { Id } from '../store/graph.ts';
import type { Records } from '../store/records.ts';
import type { EventOptions } from './workers/event-worker.ts';
import { applyStored } from './workers/load-chunk.ts';

/** By what files are read besides what names their load: chunks must come out alike. */
type Reading = ChunkLimits & { date: string };

/** A load that was begun or taken over. */
export type BegunLoad = {
	/** How to read the files; `going` where it can go on once it is stopped. */
	reading: Reading & { going?: GoingLoad };
	linksBefore: number | null;
	/** The sequence of its first event, where that was stored before. */
	firstEvent: Id | null;
	/** What became of the event that the load before had stored and not applied. */
	applied: LoadedChunk['event'];
	/** Forgets how far it is, since it has ended. */
	end(): Promise<void>;
};

/**
 * Begins a load. Fails with `bad-usage` where it is to go on and reads standard input, and with
 * `not-found` where no load of these files was stopped.
 */
export async function beginLoad(
	records: Records,
	paths: readonly string[],
	options: Omit<LoadOptions, 'onProgress'> & ChunkLimits,
	events: EventOptions,
): Promise<BegunLoad> {
	const { date, maxLinks, maxBytes, isDateTold } = options;
	const reading = { date, maxLinks, maxBytes };
	if (paths.includes('-')) {
		if (options.resume) throw new BrokerError('bad-usage', streamsEnd);
		return { reading, linksBefore: null, firstEvent: null, applied: null, end: async () => undefined };
	}
	const key = loadKey(paths, { ...options, dateGiven: isDateTold ? date : undefined });
	const run = randomUUID();
	const end = () => records.endLoad(key, run);
	if (!options.resume) {
		const going = { key, run, settings: JSON.stringify(reading) };
		return { reading: { ...reading, going }, linksBefore: null, firstEvent: null, applied: null, end };
	}
	const now = events.clock.now();
	const lease = { worker: events.name, until: now + events.leaseMilliseconds };
	const stopped = await records.takeLoad(key, run, lease, now);
	if (stopped === undefined) throw new BrokerError('not-found', nothingStopped);
	const { settings, unapplied } = stopped;
	const going = { key, run, settings, stopped };
	const applied = unapplied && (await applyStored(records, unapplied, events));
	const { links: linksBefore, firstEvent } = stopped;
	return { reading: { ...(JSON.parse(settings) as Reading), going }, linksBefore, firstEvent, applied, end };
}

const streamsEnd =
	'Standard input cannot be gone on with, since it does not come again. Keep what comes in a file and load that.';

const nothingStopped =
	'No load of these files with these options was stopped: it has ended, or was never begun. Load them without ' +
	'--resume.';
