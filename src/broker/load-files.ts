// Loads files of links, event by event, and sums up the results.
import { basename } from 'node:path';
import { BrokerError, type Problem } from '../errors.ts';
import { addTranslation, readLinkFiles } from '../formats/dialects/read-link-files.ts';
import type { LinkChunk, TranslateOptions, Translation } from '../formats/dialects/translate.ts';
import { checkFiles } from '../formats/files/open-files.ts';
import { type ChunkLimits, type RecordChunk, withoutRecords } from '../formats/json/chunk-builder.ts';
import { checkChunk, readChunk } from '../formats/scholix/read-chunk.ts';
import { type Identifier, identifierText, readIdentifier, sameByRule } from '../identifiers/index.ts';
import type { LinkBatch } from '../links/link.ts';
import { addCounts, type EventAction, type EventCounts, noCounts } from '../links/link-event.ts';
import { providerKey } from '../links/provenance.ts';
import type { NewEvent } from '../store/events.ts';
import type { Id } from '../store/graph.ts';
import type { LoadPart, LoadPlace } from '../store/loads.ts';
import type { ReplacedSource } from '../store/replaced-sources.ts';
import { followLoad, type GoingLoad } from './load-place.ts';
import type { RemovedFromSet, ReplacedSet } from './replace-set.ts';

export type LoadProgress = {
	bytesRead: number;
	/** Null where it cannot be known (standard input). */
	bytesTotal: number | null;
	/** Links stored so far. */
	stored: number;
	/** Links applied so far. */
	applied: number;
	/** Links searchable so far. */
	indexed: number;
};

export type LoadOptions = TranslateOptions & {
	/** What the links do; see Submission. */
	action: EventAction;
	/**
	 * With `record`, records of dialects that state all links of their subject replace their earlier
	 * links, if links are asserted. With `set` the files are a whole edition of a dump: links of earlier
	 * editions that this one does not have are withdrawn, once `confirm` agrees.
	 */
	replace: 'record' | 'set' | 'none';
	confirm?(removed: RemovedFromSet): Promise<boolean>;
	noindex: boolean;
	/** The date was given, and is not that of today. */
	isDateGiven?: boolean;
	/** Goes on with a load of the same files that was stopped. */
	resume?: boolean;
	onProgress(progress: LoadProgress): void;
	/** Ends the load after the event under way. */
	signal?: AbortSignal;
};

/** A record that was not stored, with its place in its file (line from 1). */
export type RefusedRecord = { file: string; line: number; problems: readonly Problem[] };

type LoadedEvent = { eventId: string; links: number; state: string; error: string | null };

/** What became of the links of files. */
export type LoadedFiles = EventCounts & {
	events: LoadedEvent[];
	/** The sequence of the first one that was stored. */
	firstEvent: Id | null;
	/** The sets that the files are of. */
	sets: string[];
	refused: RefusedRecord[];
	/** What the files held, in the order in which they were read; see addTranslation. */
	files: Translation[];
};

/**
 * That a load was ended before its end: whether all links were stored by then, and how many changes
 * wait for the index (null: they are not to be indexed).
 */
export type Interruption = { isAllStored: boolean; waitingChanges: number | null };

/** What became of files, and how long it took up to the last link that can be found. */
export type LoadSummary = Omit<LoadedFiles, 'firstEvent' | 'sets'> & {
	/** The id of the load; null where nothing was stored. */
	loadId: string | null;
	/** The load was withdrawn while it was loaded: none of its links count. */
	isWithdrawn: boolean;
	seconds: number;
	interrupted: Interruption | null;
	/** How many links the load that this one continues had stored; null: it started from the beginning. */
	linksBefore: number | null;
	/** What was withdrawn of each set, where sets were to be replaced. */
	replacedSets: ReplacedSet[];
};

/**
 * What became of a chunk: its event (none where no record was good), and the records that were
 * refused.
 */
export type LoadedChunk = {
	event: (LoadedEvent & { sequence: Id; counts: EventCounts | null }) | null;
	refused: { line: number; problems: readonly Problem[] }[];
};

/**
 * A chunk whose records were read: what is to be stored of it, and the records that were refused.
 */
export type ReadChunk = {
	payload: Uint8Array;
	links: number;
	batch: LinkBatch;
	refused: LoadedChunk['refused'];
};

/** The two steps of loading a chunk; the next chunk is read while one is applied. */
export type LoadSteps = {
	/**
	 * Reads the records. Fails with `malformed-json` or `invalid-links` where one is bad and bad ones
	 * are not to be skipped.
	 */
	read(chunk: RecordChunk, options: ReadOptions): Promise<ReadChunk>;
	/**
	 * Stores what was read as an event and applies it; `replaces`, `fileName`, `set` and `part`
	 * are those of NewEvent.
	 */
	apply(read: ReadChunk, options: ApplyOptions): Promise<LoadedChunk>;
};

export type ReadOptions = Pick<LoadOptions, 'action' | 'skipInvalid'>;
type ApplyOptions = Pick<LoadOptions, 'action' | 'noindex'> & Pick<NewEvent, 'replaces' | 'fileName' | 'set' | 'part'>;

/** Reads the records of a chunk; see LoadSteps. */
export function readForLoad(chunk: RecordChunk, { action, skipInvalid }: ReadOptions): ReadChunk {
	const { batch, wrong } = skipInvalid ? checkChunk(chunk, action) : { batch: readChunk(chunk, action), wrong: [] };
	const positions = wrong.map(({ position }) => position);
	const { payload, links } = positions.length === 0 ? chunk : withoutRecords(chunk, positions);
	return { payload, links, batch, refused: wrong };
}

/**
 * Loads files, one event after the other; see readLinkFiles for what a path may name. Nothing is
 * stored where one of them is not there. At the first bad record, unless they are skipped, and once
 * `signal` says so, the load ends. What is stored of the load that goes on is passed over; fails
 * with `bad-file` where the files do not begin with it.
 */
export async function loadFiles(
	paths: readonly string[],
	options: LoadOptions & ChunkLimits & { going?: GoingLoad },
	steps: LoadSteps,
): Promise<LoadedFiles> {
	for (const path of paths) await checkFiles(path);
	const sources = paths.map(
		(path): LinkSource => ({
			isNamed: path !== '-',
			chunks: (onEnd) => readLinkFiles(path, options, onEnd),
		}),
	);
	return loadSources(sources, options, steps);
}

/** Where links come from; its chunks are named after it, unless it has no name of its own. */
export type LinkSource = {
	isNamed: boolean;
	/** Reads it; `onEnd` receives the content of each file in it. */
	chunks(onEnd: (translation: Translation) => void): AsyncIterable<LinkChunk>;
};

/** Loads sources of links as loadFiles does. */
export async function loadSources(
	sources: readonly LinkSource[],
	options: LoadOptions & { going?: GoingLoad },
	steps: LoadSteps,
): Promise<LoadedFiles> {
	const summary: LoadedFiles = { ...noCounts, events: [], firstEvent: null, sets: [], refused: [], files: [] };
	const replacedOnce = createReplacedOnce();
	const progress: LoadProgress = { bytesRead: 0, bytesTotal: null, stored: 0, applied: 0, indexed: 0 };
	const { going } = options;
	const follow = going && followLoad(going);
	let isFirst = going?.stopped === undefined;
	for (const { isNamed, chunks } of sources) {
		const ahead = readAhead(
			chunks((translation) => addFile(summary, translation)),
			(given) => {
				const action = actionOf(given, options);
				const set = setOf(given, options);
				if (set !== null && !summary.sets.includes(set)) summary.sets.push(set);
				const place = follow?.next(given.chunk.payload);
				// What is stored is read once more only where later parts must know which Sources it
				// replaced.
				const isPassed = place?.isStored === true && !(action === 'replace' && given.replacement !== 'record');
				return {
					given,
					action,
					set,
					place,
					read: isPassed ? undefined : steps.read(given.chunk, { ...options, action }),
				};
			},
		);
		for await (const { given, action, set, place, read } of untilAborted(ahead, options.signal)) {
			const { chunk } = given;
			const now = await read;
			progress.bytesRead += chunk.payload.byteLength;
			const replaces = now && replacedOnce(now.batch, statesIn(given));
			if (now === undefined || replaces === undefined || place?.isStored) {
				options.onProgress(progress);
				continue;
			}
			const fileName = isNamed ? basename(chunk.file) : null;
			const part = going && place && { part: partOf(going, place, isFirst) };
			const loaded = await steps.apply(now, { ...options, action, replaces, fileName, set, ...part });
			if (loaded.event !== null) isFirst = false;
			addTo(summary, chunk.file, loaded);
			progress.stored += chunk.links;
			progress.applied += loaded.event?.counts ? chunk.links : 0;
			options.onProgress(progress);
		}
	}
	if (!options.signal?.aborted) follow?.finish();
	return summary;
}

function partOf({ key, run, settings }: GoingLoad, { position, digest }: LoadPlace, isFirst: boolean): LoadPart {
	return { key, run, settings, position, digest, isFirst };
}

/** Returns the action of the links of a chunk. */
function actionOf({ replacement, isWithdrawn }: LinkChunk, { action, replace }: LoadOptions): EventAction {
	if (isWithdrawn) return 'withdraw';
	return action === 'assert' && replace !== 'none' && replacement === 'record' ? 'replace' : action;
}

/**
 * Names the set of a chunk. The provider, if given, is part of the name: a mirror of a dump is another
 * set. Fails with `bad-usage` if the chunk is to replace a set and is not of one.
 */
function setOf(
	{ chunk, dialect, replacement, isWithdrawn }: LinkChunk,
	{ action, replace, provider }: LoadOptions,
): string | null {
	if (isWithdrawn) return null;
	if (replacement === 'set')
		return action !== 'assert' ? null : [dialect, ...(provider ? [provider] : [])].join(' of ');
	if (replace !== 'set') return null;
	const message =
		`${chunk.file} is not an edition of a set (${dialect}), so it cannot replace one. Load it without --replace set; ` +
		'`link-broker dialects` shows the dialects whose files are whole sets.';
	throw new BrokerError('bad-usage', message);
}

/** Describes a chunk whose records each state all links of their Source by their provider. */
function statesIn({ replacement, continues }: LinkChunk): PartOfStates | undefined {
	if (replacement !== 'record') return undefined;
	const [identifier] = continues?.Source.Identifier ?? [];
	const provider = continues?.LinkProvider[0]?.Name;
	if (identifier === undefined || provider === undefined) return { continues: undefined };
	return { continues: { source: readIdentifier(identifier.ID, identifier.IDScheme), provider } };
}

function addFile(summary: LoadedFiles, translation: Translation): void {
	addTranslation(summary.files, translation);
	for (const record of refusedIn(translation)) summary.refused.push(record);
}

/** Lists the documents of a file that cannot be read, as records that are refused. */
export function refusedIn({ file, refused }: Translation): RefusedRecord[] {
	return refused.map(({ line, problem }) => ({ file, line, problems: [{ message: problem }] }));
}

/** Yields what comes until it is stopped, also while it waits for more. */
async function* untilAborted<T>(all: AsyncGenerator<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
	const aborted = new Promise<undefined>((resolve) => {
		signal?.addEventListener('abort', () => resolve(undefined), { once: true });
	});
	while (!signal?.aborted) {
		const next = await Promise.race([all.next(), aborted]);
		if (next === undefined || next.done) return;
		yield next.value;
	}
}

type Ahead = {
	given: LinkChunk;
	action: EventAction;
	set: string | null;
	/** Where the load is behind it. */
	place: ReturnType<ReturnType<typeof followLoad>['next']> | undefined;
	/** Undefined where it is stored and need not be read. */
	read: Promise<ReadChunk> | undefined;
};

/**
 * Begins to read each chunk before the one before it is handed out, also where the file then ends
 * in a failure.
 */
async function* readAhead(chunks: AsyncIterable<LinkChunk>, begin: (chunk: LinkChunk) => Ahead): AsyncGenerator<Ahead> {
	let held: Ahead | undefined;
	let failure: { error: unknown } | undefined;
	try {
		for await (const chunk of chunks) {
			const next = begin(chunk);
			// It is awaited after the chunk before it; until then a failure is not unhandled.
			next.read?.catch(() => undefined);
			if (held) yield held;
			held = next;
		}
	} catch (error) {
		failure = { error };
	}
	if (held) yield held;
	if (failure) throw failure.error;
}

/** Adds what became of a chunk of a file. */
export function addTo(summary: LoadedFiles, file: string, { event, refused }: LoadedChunk): void {
	for (const { line, problems } of refused) summary.refused.push({ file, line, problems });
	if (!event) return;
	const { counts, sequence, ...shown } = event;
	summary.firstEvent ??= sequence;
	summary.events.push(shown);
	summary.links += event.links;
	if (!counts) return;
	// Its links are counted above, as those of an event that was not applied are.
	Object.assign(summary, addCounts(summary, { ...counts, links: 0 }));
}

/** A part in which each record states all that its provider says of its Source. */
type PartOfStates = {
	/** The record continued from the part before. */
	continues: ReplacedSource | undefined;
};

/**
 * Starts a whole without parts. For each part in turn it returns the Sources that the part replaces;
 * null: all that its links name. A provider's records with one Source may be divided among several
 * parts. Each part is accepted after the earlier ones: replacing the Source again would withdraw
 * their assertions. So only the first part that names a Source replaces it.
 *
 * A part of states replaces every Source except that of the record continued from the part before:
 * an earlier record is an earlier state.
 */
export function createReplacedOnce(): (
	batch: LinkBatch,
	states?: PartOfStates | undefined,
) => readonly ReplacedSource[] | null {
	const known = new Set<string>();
	return ({ identifiers, providers, replaced }, states) => {
		const continued = states?.continues && textOf(states.continues);
		const named = replaced.map(
			([source, provider]): ReplacedSource => ({
				source: identifiers[source] as Identifier,
				provider: providers[provider] as string,
			}),
		);
		const first = named.filter((one) => {
			const text = textOf(one);
			const isNew = states === undefined ? !known.has(text) : text !== continued;
			known.add(text);
			return isNew;
		});
		return first.length === named.length ? null : first;
	};
}

function textOf({ source, provider }: ReplacedSource): string {
	return `${providerKey(provider)}\n${identifierText(sameByRule(source) ?? source)}`;
}
