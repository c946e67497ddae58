// Loads files from the command line: first all of them into the records, then the index is brought
// up. The links of a file are read by a thread of their own (threads.ts).

import { randomUUID } from 'node:crypto';
import {
	addTo,
	type LoadedChunk,
	type LoadedFiles,
	type LoadOptions,
	type LoadProgress,
	type LoadSteps,
	loadFiles,
	readForLoad,
} from '../broker/load-files.ts';
import { type GoingLoad, loadKey, loadName } from '../broker/load-place.ts';
import { type ReplacedSet, replaceSet } from '../broker/replace-set.ts';
import type { CommandBroker } from '../cli/context.ts';
import { BrokerError, isOutage } from '../errors.ts';
import type { ChunkLimits } from '../formats/json/chunk-builder.ts';
import { statusOfLoad } from '../links/load.ts';
import { createLog } from '../log.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import type { Settings } from '../settings.ts';
import type { Id } from '../store/graph.ts';
import type { LoadOfEvent } from '../store/loads.ts';
import type { Records } from '../store/records.ts';
import { startReading } from './body-pool.ts';
import { bringIndexUp, linksAreStored } from './bring-index-up.ts';
import { type EventOptions, eventOptions } from './workers/event-worker.ts';
import { applyStored, createApplyChunk, linksPerEvent } from './workers/load-chunk.ts';

/** Creates the use case of `events load`. */
export function createFileLoader(settings: Settings, records: Records, index: SearchIndex): CommandBroker['loadFiles'] {
	const log = createLog(settings.logLevel, 'load');
	const limits = { maxLinks: linksPerEvent(settings, records), maxBytes: settings.maxBodyBytes };
	return async (by, paths, { onProgress, ...options }) => {
		const startedAt = performance.now();
		const events = eventOptions(settings, 'load', log);
		const begun = await beginLoad(records, paths, { ...options, ...limits }, events);
		let last: LoadProgress | undefined;
		const bringUp = async () => {
			if (options.noindex) return;
			await bringIndexUp(settings, { records, index, log }, linksAreStored('Loading'), options.signal);
			if (options.signal?.aborted) return;
			if (last) onProgress({ ...last, indexed: last.applied });
		};
		const noteProgress = (progress: LoadProgress) => {
			last = progress;
			onProgress(progress);
		};
		const reader = createReader(settings);
		const loading = { ...options, ...begun.reading, onProgress: noteProgress };
		const load: LoadOfEvent = { kind: 'files', name: loadName(paths), first: begun.firstEvent };
		const steps = { read: reader.read, apply: createApplyChunk(records, by, events, load) };
		const loaded = await loadFiles(paths, loading, steps)
			.then(async (all) => {
				const replacedSets = await replaceSets(records, all, begun, steps, options);
				return { ...all, replacedSets };
			})
			.finally(reader.stop)
			.catch(async (error) => {
				// Links before a bad record are stored, and the index must get them. The command reports
				// the bad record even if the index cannot be updated.
				if (last && error instanceof BrokerError && !isOutage(error)) {
					await bringUp().catch(() => undefined);
				}
				throw error;
			});
		const loadId = begun.loadId ?? loaded.events[0]?.eventId ?? null;
		if (begun.applied) loaded.events.unshift(begun.applied);
		const isAllStored = !options.signal?.aborted;
		if (isAllStored) {
			await begun.end();
			await bringUp();
		}
		const { firstEvent: _, sets: __, ...shown } = loaded;
		const seconds = (performance.now() - startedAt) / 1000;
		const isWithdrawn = loadId !== null && (await isLoadWithdrawn(records, loadId));
		const ended = { ...shown, loadId, isWithdrawn, linksBefore: begun.linksBefore, seconds };
		if (!options.signal?.aborted) return { ...ended, interrupted: null };
		const waitingChanges = options.noindex ? null : (await records.backlog()).entries;
		return { ...ended, interrupted: { isAllStored, waitingChanges } };
	};
}

/** Returns whether all of a load is withdrawn, or will be. */
async function isLoadWithdrawn(records: Records, loadId: string): Promise<boolean> {
	const load = await records.loadOf(loadId);
	return load !== undefined && ['Withdrawing', 'Withdrawn'].includes(statusOfLoad(load));
}

/** Replaces the sets of which the files are a whole edition, once all of it is stored. */
async function replaceSets(
	records: Records,
	loaded: LoadedFiles,
	begun: BegunLoad,
	steps: LoadSteps,
	{ replace, noindex, signal, confirm = async () => false }: Omit<LoadOptions, 'onProgress'>,
): Promise<ReplacedSet[]> {
	const firstEvent = begun.firstEvent ?? loaded.firstEvent;
	const replaced: ReplacedSet[] = [];
	if (replace !== 'set' || firstEvent === null) return replaced;
	const { date, maxLinks } = begun.reading;
	const onEvent = (taken: LoadedChunk) => {
		addTo(loaded, '', taken);
		// They are no links of the files.
		loaded.links -= taken.event?.links ?? 0;
	};
	for (const set of loaded.sets) {
		if (signal?.aborted) break;
		const options = { date, maxLinks, noindex, signal, confirm, onEvent };
		replaced.push(await replaceSet(records, { set, firstEvent }, steps, options));
	}
	return replaced;
}

/**
 * Reads chunks: the first one in this thread, since a small file has no more, all others in
 * another. Reading is a third of a load's work, and runs beside applying.
 */
function createReader(settings: Settings): { read: LoadSteps['read']; stop(): Promise<void> } {
	let isFirst = true;
	let thread: ReturnType<typeof startReading> | undefined;
	return {
		async read(chunk, { action, skipInvalid }) {
			if (isFirst) {
				isFirst = false;
				return readForLoad(chunk, { action, skipInvalid });
			}
			// If the thread fails, the calls that wait for it reject.
			thread ??= startReading(settings);
			return thread.calls.chunk(chunk, { action, skipInvalid });
		},
		stop: async () => thread?.stop(),
	};
}

/** By what files are read besides what names their load: chunks must come out alike. */
type Reading = ChunkLimits & { date: string };

type BegunLoad = {
	/** How to read the files; `going` where it can go on once it is stopped. */
	reading: Reading & { going?: GoingLoad };
	linksBefore: number | null;
	/** The sequence and the id of its first event, where that was stored before. */
	firstEvent: Id | null;
	loadId: string | null;
	/** What became of the event that the load before had stored and not applied. */
	applied: LoadedChunk['event'];
	/** Removes the stored position of a load that has ended. */
	end(): Promise<void>;
};

/**
 * Begins a load. Fails with `bad-usage` where it is to go on and reads standard input, and with
 * `not-found` where no load of these files was stopped.
 */
async function beginLoad(
	records: Records,
	paths: readonly string[],
	options: Omit<LoadOptions, 'onProgress'> & ChunkLimits,
	events: EventOptions,
): Promise<BegunLoad> {
	const { date, maxLinks, maxBytes, isDateGiven } = options;
	const reading = { date, maxLinks, maxBytes };
	if (paths.includes('-')) {
		if (options.resume) throw new BrokerError('bad-usage', streamsEnd);
		return { reading, ...nothingBefore, end: async () => undefined };
	}
	const key = loadKey(paths, { ...options, dateGiven: isDateGiven ? date : undefined });
	const run = randomUUID();
	const end = () => records.endLoad(key, run);
	if (!options.resume) {
		const going = { key, run, settings: JSON.stringify(reading) };
		return { reading: { ...reading, going }, ...nothingBefore, end };
	}
	const now = events.clock.now();
	const lease = { worker: events.name, until: now + events.leaseMilliseconds };
	const stopped = await records.takeLoad(key, run, lease, now);
	if (stopped === undefined) throw new BrokerError('not-found', nothingStopped);
	const { settings, unapplied } = stopped;
	const going = { key, run, settings, stopped };
	const applied = unapplied && (await applyStored(records, unapplied, events));
	const { links: linksBefore, firstEvent, loadId } = stopped;
	return { reading: { ...(JSON.parse(settings) as Reading), going }, linksBefore, firstEvent, loadId, applied, end };
}

/** What a load has that is not continued. */
const nothingBefore = { linksBefore: null, firstEvent: null, loadId: null, applied: null };

const streamsEnd = 'Standard input cannot be resumed. Save it in a file and load that.';

const nothingStopped =
	'No load of these files with these options was stopped: it has ended, or was never begun. Load them without ' +
	'--resume.';
