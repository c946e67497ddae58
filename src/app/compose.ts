// Puts the parts together for each way in which the program runs; the only file that knows every implementation.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { setImmediate as messages } from 'node:timers/promises';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { type Accounts, createAccounts } from '../accounts/accounts.ts';
import { createSessions } from '../accounts/sessions.ts';
import {
	createSubmissionStore,
	eventOf,
	type ReadSubmission,
	readSubmission,
	type Submission,
} from '../broker/accept-event.ts';
import type { Broker, FileLoader } from '../broker/broker.ts';
import type { LoadedChunk, LoadedFiles, LoadProgress } from '../broker/load-files.ts';
import { type PackedBatch, packBatch } from '../broker/packed-batch.ts';
import { type RebuildOptions, rebuildIndex } from '../broker/rebuild-index.ts';
import { type FillingObjects, fillObjectsApart, type ObjectsOrder } from '../broker/rebuild-objects.ts';
import { createHealth, createStatus } from '../broker/tell-status.ts';
import { openAccountRecords } from '../engines/sql/account-records.ts';
import { type Migration, migrate, pendingMigrations, readMigrations } from '../engines/sql/migrate.ts';
import type { SqlDatabase } from '../engines/sql/sql-database.ts';
import { openSqlLinkStore } from '../engines/sql/sql-link-store.ts';
import { openSqliteIndex, type SqliteIndexOptions } from '../engines/sqlite/index/sqlite-index.ts';
import {
	openSqliteDatabase,
	type SqliteDatabaseOptions,
	usualWriteCacheMebibytes,
} from '../engines/sqlite/records/sqlite-database.ts';
import { openSqliteInbox } from '../engines/sqlite/records/sqlite-inbox.ts';
import { BrokerError } from '../errors.ts';
import { openTracer } from '../http/operations/tracing.ts';
import { createLog, type Log } from '../log.ts';
import type { AccountStore } from '../ports/accounts/account-store.ts';
import type { Id, LinkStore } from '../ports/records/link-store.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import type { DatabaseAddress, SearchAddress, Settings } from '../settings.ts';
import type { BackgroundOrder } from './background.ts';
import { freeBytes } from './free-bytes.ts';
import { threadHeap, usualYoungMebibytes } from './heap.ts';
import { helpersGiveWay, threadGivesWay } from './priority.ts';
import { metricsOfAll } from './processes.ts';
import { projectFolder } from './project-folder.ts';
import { createSharedNumber, readShared, type SharedNumber, setShared } from './shared-number.ts';
import { answerCalls, type Caller, type Calls, callThread } from './thread-calls.ts';
import { type EventOptions, startEventWorker } from './workers/event-worker.ts';
import { createEventFollower, type EventNotice } from './workers/follow-events.ts';
import { startIndexWorker } from './workers/index-worker.ts';
import { createChunkLoader, type PreparedChunk } from './workers/load-chunks.ts';
import { createLoadPipeline, type TakenNotice } from './workers/load-pipeline.ts';
import { createPace } from './workers/pace.ts';
import { createSecondReader, type ReadingCalls, readingCalls } from './workers/read-again.ts';
import { createIntake } from './workers/take-in.ts';

// What only some ways of running need is imported where it is needed: a thread or command that loads the rest starts 0.1 s later.
const { version } = JSON.parse(readFileSync(new URL('package.json', projectFolder), 'utf8')) as {
	version: string;
};

/** Everything that one thread works on. */
export type Stores = { links: LinkStore; accounts: AccountStore; close(): Promise<void> };

/**
 * Pages of SQLite that a server keeps, several of whose threads do so at the same time; a command, which works alone, keeps the usual ones. While the index waits for more to come, the records keep
 * the usual ones, too: with 16 instead of 32 MiB the statements of a million links over HTTP take a fifth longer.
 */
const serverPages = (indexWaits: SharedNumber | undefined): Pages => ({
	records: {
		writeCacheMebibytes: () => (indexWaits && readShared(indexWaits) === 1 ? usualWriteCacheMebibytes : 16),
		readCacheMebibytes: 4,
	},
	index: { writeCacheMebibytes: 8, readCacheMebibytes: 12 },
});
type Pages = { records?: SqliteDatabaseOptions; index?: SqliteIndexOptions };

async function openDatabase(
	address: DatabaseAddress,
	{ records }: Pages = {},
): Promise<{ database: SqlDatabase; migrations: Migration[] }> {
	if (address.kind === 'postgres') {
		const { openPostgresDatabase } = await import('../engines/postgres/postgres-database.ts');
		return {
			database: openPostgresDatabase(address.url),
			migrations: readMigrations(new URL('src/engines/postgres/migrations/', projectFolder)),
		};
	}
	return {
		database: openSqliteDatabase(address.path, records),
		migrations: readMigrations(new URL('src/engines/sqlite/records/migrations/', projectFolder)),
	};
}

/** Opens the records; their schema must be up to date, unless AUTO_MIGRATE may bring it there. */
export async function openStores(settings: Settings, pages?: Pages): Promise<Stores> {
	const { database, migrations } = await openDatabase(settings.database, pages);
	try {
		if (settings.autoMigrate) await migrate(database, migrations);
		const pending = await pendingMigrations(database, migrations);
		if (pending.length > 0) {
			throw new BrokerError(
				'bad-setting',
				`The database lacks ${pending.join(', ')}: run link-broker migrate, or set AUTO_MIGRATE=on.`,
			);
		}
	} catch (error) {
		await database.close();
		throw error;
	}
	return storesIn(database);
}

/**
 * Opens the records for a background thread. Whoever starts one has just looked at the schema: so it asks nothing of the database, which may
 * be away for the moment.
 */
async function reopenStores(settings: Settings, pages?: Pages): Promise<Stores> {
	const { database } = await openDatabase(settings.database, pages);
	return storesIn(database);
}

function storesIn(database: SqlDatabase): Stores {
	return {
		links: openSqlLinkStore(database),
		accounts: openAccountRecords(database),
		close: () => database.close(),
	};
}

/** Brings the records to this program's schema; answers the names of what was missing. */
export async function migrateRecords(settings: Settings): Promise<{ applied: string[] }> {
	const { database, migrations } = await openDatabase(settings.database);
	try {
		return { applied: await migrate(database, migrations) };
	} finally {
		await database.close();
	}
}

/** Opens the search index; SQLite's may write in a thread of its own. */
export async function openIndex(address: SearchAddress, options: SqliteIndexOptions = {}): Promise<SearchIndex> {
	if (address.kind === 'opensearch') {
		const { openOpenSearchIndex } = await import('../engines/opensearch/opensearch-index.ts');
		return openOpenSearchIndex(address);
	}
	try {
		return await openSqliteIndex(address.path, options);
	} catch (cause) {
		if (cause instanceof BrokerError) throw cause;
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new BrokerError('bad-setting', `The search index cannot be kept in ${address.path}: ${reason}.`, { cause });
	}
}

function eventOptions(settings: Settings, name: string, log: Log): EventOptions {
	return {
		name,
		leaseMilliseconds: settings.leaseSeconds * 1000,
		maxAttempts: settings.maxAttempts,
		retryMilliseconds: settings.retrySeconds * 1000,
		now: Date.now,
		log,
	};
}

type Notify = (notice: string, content: object) => void;

/** What a background thread is given; `betweenPieces` is to be called between two pieces of work. */
type ThreadOptions = { notify: Notify; betweenPieces(): void };
type WorkingFor = Pick<BackgroundOrder, 'works' | 'indexWaits'>;

const pagesFor = ({ works, indexWaits }: WorkingFor): Pages =>
	works === 'for a server' ? serverPages(indexWaits) : {};

/** Lists what writes to the accounts. */
const accountChanges = [
	...(['addUser', 'setActive', 'addRole', 'giveRole', 'takeRole', 'addToken', 'noteTokenUse'] as const),
	...(['revokeTokens', 'addSession', 'prolongSession', 'endSession'] as const),
];
type AccountChange = { name: (typeof accountChanges)[number]; values: unknown[] };

/** Reads accounts here and has another thread write them. */
function accountsWrittenBy(change: (change: AccountChange) => Promise<unknown>, accounts: AccountStore): AccountStore {
	const changes = accountChanges.map((name) => [name, (...values: unknown[]) => change({ name, values })]);
	return { ...accounts, ...Object.fromEntries(changes) };
}

/** Answers as soon as a thread takes calls. */
const sayingReady = { ready: async (): Promise<void> => undefined };

/** Starts what the records' thread does: storing submissions (or taking them in) and applying events. */
export async function recordsThread(
	settings: Settings,
	id: string,
	{ notify, betweenPieces, ...working }: ThreadOptions & WorkingFor,
) {
	const { links, accounts, close } = await reopenStores(settings, pagesFor(working));
	const log = createLog(settings.logLevel, 'records');
	const options = eventOptions(settings, `records-${id}-${randomUUID().slice(0, 8)}`, log);
	const tracer = openTracer(process.env, version, log);
	const tell = ({ notice, ...content }: EventNotice) => notify(notice, content);
	const follower = createEventFollower({ log, tell, tracer, now: Date.now });
	const reader = createSecondReader();
	const remember = (sequence: Id, { batch, trace }: Pick<KeptSubmission, 'batch' | 'trace'>) => {
		if (trace) follower.remember(sequence, trace);
		worker.remember(sequence, batch);
	};
	let shared: StoringOrder | undefined;
	const tellWaiting = () => shared && setShared(shared.waitingBytes, intake.offeredBytes() + worker.rememberedBytes());
	const intake = createIntake<KeptSubmission>(links, {
		remember,
		bytesOf: ({ batch }) => batch.packed.body.byteLength,
	});
	const worker = startEventWorker(links, {
		...options,
		...follower,
		takeIn: intake.takeIn,
		betweenPieces() {
			tellWaiting();
			if (shared) setShared(shared.piecesApplied, readShared(shared.piecesApplied) + 1);
			betweenPieces();
		},
		pollMilliseconds: settings.pollSeconds * 1000,
		claimedAtOnce: settings.database.kind === 'sqlite' ? claimedByTheOneWriter : claimedByOneOfMany,
		reader,
	});
	const loader = createChunkLoader(links, options);
	const store = createSubmissionStore(links, Date.now);
	const accept = async (submission: ReadSubmission<PackedBatch>): Promise<{ eventId: string }> => {
		const { eventId, sequence } = await store(submission);
		remember(sequence, submission);
		worker.wake();
		return { eventId };
	};
	return {
		...sayingReady,
		/** Stores what comes through a port: submissions (or what was read of those in the inbox) to be applied soon, chunks of a load that waits for them at once. */
		async storeFrom(order: StoringOrder): Promise<void> {
			shared = order;
			const { port } = order;
			const taken = (hurriedWaited: boolean) =>
				port.postMessage({ notice: 'taken', hurriedWaited } satisfies TakenNotice);
			reader.readThere(callThread<ReadingCalls>(port));
			answerCalls(port, {
				accept,
				async takeIn(submission: KeptSubmission): Promise<void> {
					intake.offer(submission.eventId, submission);
					tellWaiting();
					worker.wake();
				},
				async load({ chunk, noindex }: { chunk: PreparedChunk; noindex: boolean }): Promise<LoadedChunk> {
					const loaded = await loader.load(chunk, noindex, taken);
					notify('applied', { links: 0 });
					return loaded;
				},
			});
		},
		rerun: (eventIds: readonly string[] | 'errors') => links.rerun(eventIds).finally(worker.wake),
		changeAccounts: ({ name, values }: AccountChange) =>
			(accounts[name] as (...values: unknown[]) => Promise<unknown>)(...values),
		backlog: () => links.backlog(),
		countEvents: () => links.countEvents(),
		bytes: () => links.bytes(),
		async stop(): Promise<void> {
			await worker.stop();
			await intake
				.takeInAll()
				.catch((err) => log.warn({ err }, 'What the inbox keeps cannot be taken in; the next start does it'));
			await tracer?.close();
			await close();
		},
	};
}

// Where writers wait for one another, few commits make the work short: with 64 instead of 16 a million links over HTTP took 31.4 instead of 32.5 s (means of three each, in turn). Elsewhere
// other workers may have time for what waits behind one event.
const claimedByTheOneWriter = 64;
const claimedByOneOfMany = 4;

/** Starts what the thread that reads submissions and files does: it keeps submissions in the inbox, if there is one, and hands all on to the one that stores them. */
export function readingThread(
	settings: Settings,
	{ port: toRecords, waitingBytes, piecesApplied }: StoringOrder,
	{ notify, betweenPieces }: ThreadOptions,
) {
	const records = callThread<StoringCalls>(toRecords);
	answerCalls(toRecords, {
		readAgain: (payload: Uint8Array) => readingCalls.readAgain(payload).finally(betweenPieces),
	});
	const inbox = settings.database.kind === 'sqlite' ? openSqliteInbox(settings.database.path) : null;
	let underWayBytes = 0;
	const pace = createPace({
		waitingBytes: () => underWayBytes + readShared(waitingBytes),
		progress: () => readShared(piecesApplied),
	});
	const store = ({ batch: read, ...submission }: ReadSubmission): Promise<{ eventId: string }> => {
		const batch = packBatch(read);
		if (!inbox) return records.accept({ ...submission, batch });
		const event = eventOf({ ...submission, batch }, Date.now());
		inbox.keep(event);
		const bytes = batch.packed.body.byteLength;
		underWayBytes += bytes;
		records
			.takeIn({ eventId: event.eventId, batch, trace: submission.trace })
			// What the records' thread cannot take in now stays in the inbox.
			.catch(() => undefined)
			.finally(() => {
				underWayBytes -= bytes;
			});
		return Promise.resolve({ eventId: event.eventId });
	};
	const readAndStore = (submission: Submission): Promise<{ eventId: string }> => {
		const stored = store(readSubmission(submission, { maxLinks: settings.maxLinksPerEvent }));
		// A small one is kept as it came; but it has been written, or copied for the other thread, when this returns.
		freeBytes(submission.body);
		return stored;
	};
	const asPiece = <Read>(reading: () => Read): Read => {
		try {
			return reading();
		} finally {
			betweenPieces();
		}
	};
	return {
		...sayingReady,
		/** Fails with `malformed-json` or `invalid-links`, and then stores nothing. */
		async accept(submission: Submission): Promise<{ eventId: string }> {
			const stored = asPiece(() => readAndStore(submission));
			if (!inbox) return stored;
			// Until this one is answered its sender sends no more: else a few would keep this thread from ever reading what the records' thread asks for.
			await messages();
			await pace();
			return stored;
		},
		/** Loads files up to their last event applied; tells how far it is. */
		async load({ paths, ...options }: LoadOrder): Promise<LoadedFiles> {
			threadGivesWay('load');
			const { loadFiles } = await import('../broker/load-files.ts');
			const pipeline = createLoadPipeline(toRecords, records, { oneWriter: settings.database.kind === 'sqlite' });
			const onProgress = (progress: LoadProgress) => notify('progress', { progress });
			const limits = { maxLinks: settings.maxLinksPerEvent, maxBytes: settings.maxBodyBytes };
			return loadFiles(paths, { ...options, ...limits, onProgress }, pipeline);
		},
		async stop(): Promise<void> {
			toRecords.close();
			inbox?.close();
		},
	};
}

/** Starts what the index's thread does: applying marks; for a load those that it has left, without waiting for more, and with a thread that writes. */
export async function indexThread(
	settings: Settings,
	{ notify, betweenPieces, works, indexWaits }: ThreadOptions & WorkingFor,
) {
	const afterLoad = works === 'for a command';
	// Fewer and larger rounds take less time: where nobody waits for a part of it, and where each has a price of its own.
	const largeRounds = afterLoad || settings.search.kind === 'opensearch';
	const pages = pagesFor({ works });
	const { links, close } = await reopenStores(settings, pages);
	const index = await openIndex(settings.search, { ...pages.index, writesInThread: afterLoad });
	const worker = startIndexWorker(links, index, {
		pollMilliseconds: settings.pollSeconds * 1000,
		leaseMilliseconds: settings.leaseSeconds * 1000,
		now: Date.now,
		log: createLog(settings.logLevel, 'index'),
		onUpdated: (marks) => notify('updated', { marks }),
		objectsElsewhere: startObjects(settings, { works }),
		betweenRounds: betweenPieces,
		onWaits: (waits) => indexWaits && setShared(indexWaits, waits ? 1 : 0),
		...(afterLoad && { nothingComes: true, failsAfterMilliseconds: failsAfterLoadMilliseconds }),
		update: { ...(afterLoad && { rounds: roundsAfterLoad }), ...(largeRounds && { relationshipsPerRound: 10_000 }) },
	});
	return {
		...sayingReady,
		wake: async () => worker.wake(),
		/** Resolves when nothing waits for the index any more that is not better built with what comes. */
		idle: () => worker.idle(),
		async stop(): Promise<void> {
			await worker.stop();
			await index.close();
			await close();
		},
	};
}

/** Starts what the thread does that derives objects while another one builds an index. */
export async function objectsThread(settings: Settings, { works, notify }: ThreadOptions & WorkingFor) {
	const pages = pagesFor({ works });
	const { links, close } = await reopenStores(settings, pages);
	const index = await openIndex(settings.search, pages.index);
	let filling: FillingObjects | undefined;
	return {
		...sayingReady,
		begin(order: ObjectsOrder): Promise<void> {
			filling = fillObjectsApart(links, index, order, (more) => notify('derived', { more }));
			return filling.begun;
		},
		filled: async () => filling?.filled,
		async stop(): Promise<void> {
			filling?.stop();
			await filling?.filled.catch(() => undefined);
			await index.close();
			await close();
		},
	};
}

/** Gives what starts a thread for the objects of an index that this one builds. */
function startObjects(settings: Settings, { works }: WorkingFor): RebuildOptions['objectsElsewhere'] {
	return (onDerived) => {
		const { calls, stop } = startThread<ObjectsCalls>(
			{ role: 'objects', settings, works },
			{
				onFailure: () => undefined,
				onNotice(told) {
					if (told.notice === 'derived') onDerived(told.more);
				},
			},
		);
		return {
			ready: () => calls.ready(undefined as never),
			begin: calls.begin,
			filled: () => calls.filled(undefined as never),
			stop,
		};
	};
}

// Between, it is decided anew whether to build; the first and the last have nothing to be done beside.
const roundsAfterLoad = 64;
// Whoever has loaded sits before it, and what is away for longer is brought up otherwise.
const failsAfterLoadMilliseconds = 30_000;

type RecordsCalls = Awaited<ReturnType<typeof recordsThread>> & Calls;
type IndexCalls = Awaited<ReturnType<typeof indexThread>> & Calls;
type ObjectsCalls = Awaited<ReturnType<typeof objectsThread>> & Calls;
type ReadingThreadCalls = ReturnType<typeof readingThread> & Calls;
/** What was read of a submission that the inbox keeps. */
type KeptSubmission = { eventId: string; batch: PackedBatch; trace?: string | undefined };
type StoringCalls = {
	accept(submission: ReadSubmission<PackedBatch>): Promise<{ eventId: string }>;
	takeIn(submission: KeptSubmission): Promise<void>;
	load(order: { chunk: PreparedChunk; noindex: boolean }): Promise<LoadedChunk>;
};
/** What the thread that reads and the one that stores share: the port between them, and how many bytes of what was read wait there to be applied, and how often some were, for who reads to keep pace. */
export type StoringOrder = { port: MessagePort; waitingBytes: SharedNumber; piecesApplied: SharedNumber };
type LoadOrder = { paths: readonly string[]; noindex: boolean; skipInvalid: boolean };

type Notice =
	| EventNotice
	| { notice: 'updated'; marks: number }
	| { notice: 'derived'; more: number }
	| { notice: 'progress'; progress: LoadProgress };

/** The background threads as the thread that started them sees them. */
export type Background = {
	records: Caller<RecordsCalls>;
	/** Has a submission read in a third thread, started with the first one, beside what is applied. */
	accept(submission: Submission): Promise<{ eventId: string }>;
	/** Resolves when all that have been started are at work. */
	ready(): Promise<void>;
	/** Calls with what the threads tell. */
	onNotice(listener: (notice: Notice) => void): void;
	/** Ends all, also where one has failed: then the others must not keep the process alive. */
	stop(): Promise<void>;
};

type StartedThread<T extends Calls> = { thread: Worker; calls: Caller<T>; stop(): Promise<void> };

/**
 * A server has several threads at work at the same time, which collect garbage between pieces of work: they make do with less room for young objects, those that submissions wait for with
 * three quarters, the others with half (0020).
 */
function youngMebibytesOf({ role, works }: Pick<BackgroundOrder, 'role' | 'works'>): number {
	if (works !== 'for a server') return usualYoungMebibytes;
	return usualYoungMebibytes * (role === 'reading' || role === 'records' ? 3 / 4 : 1 / 2);
}

function startThread<T extends Calls & { stop(): Promise<void> }>(
	order: BackgroundOrder,
	{ onNotice, onFailure }: { onNotice(notice: Notice): void; onFailure(error: Error): void },
): StartedThread<T> {
	const thread = new Worker(new URL('./background.ts', import.meta.url), {
		workerData: order,
		transferList: order.records ? [order.records.port] : [],
		resourceLimits: threadHeap({
			largestPiece: order.settings.maxBodyBytes,
			little: order.role === 'reading',
			youngMebibytes: youngMebibytesOf(order),
		}),
		// What comes to the program's standard input reaches the thread that reads when it is passed on, and no other.
		stdin: true,
	});
	let stopping = false;
	thread.on('error', onFailure);
	thread.on('message', (message: Partial<Notice>) => {
		if (message.notice !== undefined) onNotice(message as Notice);
	});
	const ended = new Promise<void>((resolve) =>
		thread.on('exit', () => {
			if (!stopping) onFailure(new Error(`The ${order.role} thread has ended.`));
			resolve();
		}),
	);
	const calls = callThread<T>(thread);
	return {
		thread,
		calls,
		async stop() {
			stopping = true;
			await calls.stop(undefined as never).catch(() => thread.terminate());
			await ended;
		},
	};
}

type Listening = { onNotice(notice: Notice): void; onFailure(error: Error): void };

/** Starts the thread that keeps the records; `startReading` starts the one that reads what is to be stored there. */
function startStoring(settings: Settings, { works, indexWaits }: WorkingFor, listening: Listening) {
	const records = startThread<RecordsCalls>({ role: 'records', settings, works, indexWaits }, listening);
	return {
		records,
		startReading() {
			const { port1, port2 } = new MessageChannel();
			const shared = { waitingBytes: createSharedNumber(), piecesApplied: createSharedNumber() };
			void records.calls.storeFrom({ port: port1, ...shared }, [port1]).catch(() => undefined);
			const toRecords = { port: port2, ...shared };
			return startThread<ReadingThreadCalls>({ role: 'reading', settings, works, records: toRecords }, listening);
		},
	};
}

/** Starts the background threads: what the one applies, the other is told to index. */
export function startBackground(settings: Settings, onFailure: (error: Error) => void): Background {
	const listeners: ((notice: Notice) => void)[] = [];
	const listening: Listening = {
		onFailure,
		onNotice(notice) {
			if (notice.notice === 'applied') void index.calls.wake(undefined as never).catch(() => undefined);
			for (const listener of listeners) listener(notice);
		},
	};
	const working = { works: 'for a server', indexWaits: createSharedNumber() } as const;
	const { records, startReading } = startStoring(settings, working, listening);
	const index = startThread<IndexCalls>({ role: 'index', settings, ...working }, listening);
	let reading: StartedThread<ReadingThreadCalls> | undefined;
	return {
		records: records.calls,
		accept(submission) {
			reading ??= startReading();
			return reading.calls.accept(submission, [submission.body.buffer as ArrayBuffer]);
		},
		onNotice: (listener) => listeners.push(listener),
		async ready() {
			await records.calls.ready(undefined as never);
			await index.calls.ready(undefined as never);
			await reading?.calls.ready(undefined as never);
		},
		async stop() {
			for (const thread of [reading, records, index]) await thread?.stop();
		},
	};
}

/** Stores files and applies what they bring, in two threads, which have ended when it resolves: each keeps the memory that it has taken. */
async function storeFiles(
	settings: Settings,
	order: LoadOrder,
	onProgress: (progress: LoadProgress) => void,
): Promise<LoadedFiles> {
	const { records, startReading } = startStoring(
		settings,
		{ works: 'for a command' },
		{
			onFailure: () => undefined,
			onNotice(told) {
				if (told.notice === 'progress') onProgress(told.progress);
			},
		},
	);
	const reading = startReading();
	if (order.paths.includes('-')) process.stdin.pipe(reading.thread.stdin as Writable);
	try {
		await Promise.all([records.calls, reading.calls].map((started) => started.ready(undefined as never)));
		return await reading.calls.load(order);
	} finally {
		process.stdin.destroy();
		await reading.stop();
		await records.stop();
	}
}

/** Brings the index up to the records in a thread of its own, and one that writes, which have ended when it resolves. Fails with `index-behind` where that fails. */
async function indexAfterLoad(settings: Settings): Promise<void> {
	const { calls, stop } = startThread<IndexCalls>(
		{ role: 'index', settings, works: 'for a command' },
		{ onFailure: () => undefined, onNotice: () => undefined },
	);
	try {
		await calls.idle(undefined as never);
	} catch (error) {
		throw new BrokerError(
			'index-behind',
			'The links are stored, but the search index cannot be brought up to them. Loading them again is not needed: a server or a worker brings it up as soon as it can.',
			{ cause: error },
		);
	} finally {
		await stop();
	}
}

/** Offers the use cases on stores of this thread; what writes links goes where `submit` sends it. */
export async function createBroker(
	settings: Settings,
	{ links, accounts, index }: { links: LinkStore; accounts: AccountStore; index: SearchIndex },
	submit: {
		accept(submission: Submission): Promise<{ eventId: string }>;
		rerun(eventIds: readonly string[] | 'errors'): Promise<number>;
		/** Counts events on another thread; if none, this one does. */
		figures?: Pick<LinkStore, 'backlog' | 'countEvents' | 'bytes'>;
	},
): Promise<Broker> {
	const { searchRelationships } = await import('../broker/search-relationships.ts');
	const rebuildOptions = {
		now: Date.now,
		leaseMilliseconds: settings.leaseSeconds * 1000,
		objectsElsewhere: startObjects(settings, { works: 'for a command' }),
	};
	return {
		acceptEvent: submit.accept,
		findEvent: async (eventId) => (await links.events({ eventId, limit: 1 }))[0],
		listEvents: (query) => links.events(query),
		rerunEvents: submit.rerun,
		searchRelationships: (query, options) => searchRelationships(index, query, options),
		searchState: () => index.state(),
		async exportEvents(options, write) {
			const { exportEvents } = await import('../broker/export-events.ts');
			return exportEvents({ links, accounts }, options, write);
		},
		async importEvents(path, onProgress) {
			const { importEvents } = await import('../broker/import-events.ts');
			return importEvents({ links, accounts }, path, onProgress);
		},
		reindex: (options) => rebuildIndex(links, index, { ...rebuildOptions, ...options }),
		async rebuildGraph({ onProgress }) {
			const { rebuildGraph } = await import('../broker/rebuild-graph.ts');
			const rebuilt = await rebuildGraph(links, onProgress);
			if (rebuilt.changed === 0) return rebuilt;
			await rebuildIndex(links, index, { ...rebuildOptions, destroy: false, onProgress }).catch((error) => {
				throw new BrokerError(
					'index-behind',
					'The groups are rebuilt, but the search index is not. Until it is, searches may answer by the old groups; rebuilding these again does not change that.',
					{ cause: error },
				);
			});
			return rebuilt;
		},
		status: createStatus(
			{
				...(submit.figures ?? links),
				recordBytes: () => (submit.figures ?? links).bytes(),
				indexSize: () => index.size(),
				indexBytes: () => bytesOfIndex(settings.search),
			},
			Date.now,
		),
		health: createHealth(links, index),
	};
}

export type Application = {
	settings: Settings;
	accounts: Accounts;
	broker: Broker & FileLoader;
	close(): Promise<void>;
};

/** Opens the program for one command: everything in this thread, others only for a load. */
export async function openApplication(settings: Settings): Promise<Application> {
	const stores = await openStores(settings);
	const index = await openIndex(settings.search).catch(async (error) => {
		await stores.close();
		throw error;
	});
	const store = createSubmissionStore(stores.links, Date.now);
	const broker = await createBroker(
		settings,
		{ ...stores, index },
		{
			async accept(submission) {
				const read = readSubmission(submission, { maxLinks: settings.maxLinksPerEvent });
				const { eventId } = await store(read);
				return { eventId };
			},
			rerun: (eventIds) => stores.links.rerun(eventIds),
		},
	);
	const loadFiles: FileLoader['loadFiles'] = async (paths, { onProgress, ...options }) => {
		const startedAt = performance.now();
		let last: LoadProgress | undefined;
		const bringUp = async () => {
			if (options.noindex) return;
			await indexAfterLoad(settings);
			if (last) onProgress({ ...last, indexed: last.applied });
		};
		const loaded = await storeFiles(settings, { paths, ...options }, (progress) => {
			last = progress;
			onProgress(progress);
		}).catch(async (error) => {
			// What came before a wrong record is there and is to be found.
			// The wrong record is what is told, also where the index cannot be brought up, which the log tells.
			if (last && error instanceof BrokerError && error.code !== 'unavailable') await bringUp().catch(() => undefined);
			throw error;
		});
		await bringUp();
		return { ...loaded, seconds: (performance.now() - startedAt) / 1000 };
	};
	return {
		settings,
		accounts: createAccounts(stores.accounts, Date.now),
		broker: {
			...broker,
			loadFiles,
			reindex(options) {
				return broker.reindex(options);
			},
			rebuildGraph(options) {
				return broker.rebuildGraph(options);
			},
		},
		async close() {
			await index.close();
			await stores.close();
		},
	};
}

/** Measures the files of an index; of another engine that is not known here. */
async function bytesOfIndex(address: SearchAddress): Promise<number | null> {
	if (address.kind !== 'sqlite') return null;
	// A file of an older generation may go meanwhile.
	const sizes = (await filesAt(address.path)).map((file) =>
		stat(file).then(
			({ size }) => size,
			() => 0,
		),
	);
	return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Lists the files that records or an index are kept in: all that begin with a path. */
async function filesAt(path: string): Promise<string[]> {
	const folder = dirname(path);
	const names = (await readdir(folder)).filter((name) => name.startsWith(basename(path)));
	return names.map((name) => join(folder, name));
}

/** Serves until the process is told to stop: HTTP and searching in this thread, accepting, applying and indexing in the background. */
export async function serve(settings: Settings): Promise<void> {
	helpersGiveWay();
	const log = createLog(settings.logLevel, 'http');
	// Whatever fails below: what was opened is closed, last opened first. A thread left behind would keep the process alive.
	await using opened = new AsyncDisposableStack();
	const pages = pagesFor({ works: 'for a server' });
	const stores = await openStores(settings, pages);
	opened.defer(() => stores.close());
	const index = await openIndex(settings.search, pages.index);
	opened.defer(() => index.close());
	const stop = untilToldToStop();
	const background = laterBackground(() =>
		startBackground(settings, (error) => {
			log.fatal({ err: error }, 'A background thread has failed');
			process.exitCode = 1;
			stop.now();
		}),
	);
	opened.defer(() => background.stop());
	const tracer = openTracer(process.env, version, log);
	opened.defer(async () => tracer?.close());
	const { app, metrics } = await serverApp(settings, { stores, index, background, tracer, log });
	const { startServer } = await import('../http/server/server.ts');
	const server = await startServer(app, { settings, log });
	opened.defer(() => server.close());
	const beginning = setTimeout(() => {
		metrics
			.watchProcess()
			.catch((err) => log.warn({ err }, 'The metrics of this process cannot be told'))
			.then(() => {
				background.started();
			})
			.catch((err) => {
				log.fatal({ err }, 'The background threads cannot be started');
				process.exitCode = 1;
				stop.now();
			});
	}, firstAnswersMilliseconds);
	opened.defer(() => clearTimeout(beginning));
	process.stdout.write(`Link Broker is serving on ${settings.publicUrl ?? server.url}\n`);
	await stop.told;
	log.info({}, 'Stopping: requests and events under way are finished first');
}

// While they load, two threads take the processor from those who wait for the first answers: they start so long after the server listens.
const firstAnswersMilliseconds = 50;

/** Background threads that start when they are asked for. */
type LaterBackground = {
	/** Fails with `unavailable` once they have been stopped. */
	started(): Background;
	/** Calls with what the threads tell, once they have started. */
	onNotice(listener: (notice: Notice) => void): void;
	stop(): Promise<void>;
};

function laterBackground(start: () => Background): LaterBackground {
	const listeners: ((notice: Notice) => void)[] = [];
	let background: Background | undefined;
	let stopped = false;
	return {
		started() {
			if (stopped) throw new BrokerError('unavailable', 'The program is stopping.');
			if (background === undefined) {
				background = start();
				background.onNotice((notice) => {
					for (const listener of listeners) listener(notice);
				});
			}
			return background;
		},
		onNotice: (listener) => listeners.push(listener),
		async stop() {
			stopped = true;
			await background?.stop();
		},
	};
}

type ServerParts = {
	stores: Stores;
	index: SearchIndex;
	background: LaterBackground;
	tracer: ReturnType<typeof openTracer>;
	log: Log;
};

/** Puts the app together: it searches in this thread and has everything that writes done by other threads. */
async function serverApp(settings: Settings, { stores, index, background, tracer, log }: ServerParts) {
	const [{ createApp }, { createMetrics }, { readExplorer }] = await Promise.all([
		import('../http/server/app.ts'),
		import('../http/operations/metrics.ts'),
		import('../http/pages/explorer.ts'),
	]);
	const records = () => background.started().records;
	const broker = await createBroker(
		settings,
		{ ...stores, index },
		{
			accept: (submission) => background.started().accept(submission),
			rerun: (eventIds) => records().rerun(eventIds),
			figures: {
				backlog: () => records().backlog(undefined as never),
				countEvents: () => records().countEvents(undefined as never),
				bytes: () => records().bytes(undefined as never),
			},
		},
	);
	// This thread never waits for the lock of a writer, so even noting that a token was used goes elsewhere.
	const accountStore = accountsWrittenBy((change) => records().changeAccounts(change), stores.accounts);
	const accounts = createAccounts(accountStore, Date.now);
	const sessions = createSessions(accountStore, accounts, Date.now);
	const metrics = createMetrics({ broker, version, now: Date.now, ofProcess: true });
	background.onNotice((told) => {
		if (told.notice === 'applied') metrics.eventApplied(told.links);
		else if (told.notice === 'failed') metrics.eventFailed();
		else if (told.notice === 'updated') metrics.marksApplied(told.marks);
	});
	const explorer = readExplorer(new URL('web/dist/', projectFolder));
	const told = { ...metrics, write: metricsOfAll(metrics.write) };
	const app = createApp({
		broker,
		accounts,
		sessions,
		metrics: told,
		tracer,
		explorer,
		settings,
		log,
		version,
		now: Date.now,
	});
	return { app, metrics };
}

/** Applies events and keeps the index up until the process is told to stop. */
export async function work(settings: Settings): Promise<void> {
	const log = createLog(settings.logLevel, 'worker');
	await (await openStores(settings)).close();
	const stop = untilToldToStop();
	const background = startBackground(settings, (error) => {
		log.fatal({ err: error }, 'A background thread has failed');
		process.exitCode = 1;
		stop.now();
	});
	// Of a thread that fails, the log tells.
	background.ready().then(
		() => {
			process.stdout.write('Link Broker is processing events\n');
		},
		() => undefined,
	);
	await stop.told;
	log.info({}, 'Stopping: the event under way is finished first');
	await background.stop();
}

/** Resolves at SIGTERM or SIGINT; a second signal ends the process at once. */
function untilToldToStop(): { told: Promise<void>; now(): void } {
	const { promise: told, resolve } = Promise.withResolvers<void>();
	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		process.once(signal, () => {
			resolve();
			process.once(signal, () => process.exit(1));
		});
	}
	return { told, now: resolve };
}
