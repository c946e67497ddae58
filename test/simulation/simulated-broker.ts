// The program as the simulation runs it: servers with the real workers and use cases, and commands.
// It knows neither what is done with them nor what is to be true.
import { type EventWorkerOptions, startEventWorker } from '../../src/app/workers/event-worker.ts';
import { startIndexWorker } from '../../src/app/workers/index-worker.ts';
import { startIndexRenewal } from '../../src/app/workers/renew-index.ts';
import { createAcceptEvent, createStoreEvent, type Submission } from '../../src/broker/accept-event.ts';
import { createBodyReading } from '../../src/broker/read-bodies.ts';
import { openSqliteDatabase } from '../../src/engines/sqlite/records/sqlite-database.ts';
import type { SearchIndex } from '../../src/ports/search/search-index.ts';
import { type ModelStore, openModelIndex } from '../../src/ports/search/suite/search-index.model.ts';
import type { ClaimedEvent } from '../../src/store/claims.ts';
import type { NewEvent } from '../../src/store/events.ts';
import { migrate, type refuseNewerSchema } from '../../src/store/migrate.ts';
import { openRecords, type Records } from '../../src/store/records.ts';

import { type Machine, type SimulatedProcess, startProcess, type World } from './simulated-process.ts';
import { reachDatabase, reachStore, watchFormat, watchSchema } from './simulated-stores.ts';
import type { Version } from './versions.ts';

const minute = 60_000;

export const leaseMilliseconds = minute;
export const pollMilliseconds = 60 * minute;
export const maxAttempts = 8;
const retryMilliseconds = 1_000;
const renewalMilliseconds = 20 * minute;
/** Where the data are, and a way to break the program on purpose. */
export type Data = {
	path: string;
	versions: readonly Version[];
	index: ModelStore;
	/** How many ids make a part of a rebuild; undefined where one process builds all of it. */
	idsPerPart: number | undefined;
	/** Few where the index is to be built anew now and then instead of brought up entry by entry. */
	fewestLinksToRebuild: number;
	/** How each program opens the database, and what the workers take for the stores. */
	open: typeof refuseNewerSchema;
	recordsAre(records: Records): Records;
	indexIs(index: SearchIndex): SearchIndex;
};

/** What a process has of the stores; `close` frees the files once it is dead. */
export type Stores = {
	process: SimulatedProcess;
	records: Records;
	index: SearchIndex;
	/** Brings the schema to that of the program, as each start does. */
	begin(): Promise<void>;
	close(): Promise<void>;
};

/** A server: it takes submissions and runs both workers. */
export type Server = Stores & {
	/** Answers the number of the event, as HTTP answers 202. */
	submit(submission: Submission): Promise<void>;
};

/** Opens the stores of a thread; `close` may be called again. */
function openThread(world: World, process: SimulatedProcess, data: Data, version: Version): Omit<Stores, 'process'> {
	const { migrations, formats } = version;
	const onFault = (fault: string) => world.faults.push(fault);
	const real = openSqliteDatabase(data.path);
	const database = reachDatabase(process, watchSchema(real, version, onFault));
	const model = openModelIndex(data.index, data.idsPerPart, formats);
	// Only `search reindex --destroy` may replace an index of a newer version.
	const index = process.name.includes('destroy') ? model : watchFormat(model, data.index, onFault);
	let closed: Promise<void> | undefined;
	return {
		records: data.recordsAre(openRecords(data.open(database, migrations))),
		index: data.indexIs(reachStore(process, 'index', index)),
		begin: async () => void (await migrate(database, migrations)),
		close: () => (closed ??= real.close()),
	};
}

/** Starts what runs a command, or a thread of a server. */
export function openStores(world: World, machine: Machine, data: Data, role: string): Stores {
	const version = data.versions[machine.version] as Version;
	const process = startProcess(world, machine, `${machine.name}-v${machine.version}-${role}-${++world.processes}`);
	return { process, ...openThread(world, process, data, version) };
}

/** Who is notified of events: before they are stored, and once they are applied. */
export type Followers = { onAccept(events: readonly NewEvent[]): void; onApplied(event: ClaimedEvent): void };

/** Starts a server. It ends where the program cannot use the schema. */
export function startServer(world: World, machine: Machine, data: Data, { onAccept, onApplied }: Followers): Server {
	const version = data.versions[machine.version] as Version;
	const stores = openStores(world, machine, data, 'server');
	const { process, records, index } = stores;
	const { clock } = process;
	const warn = (err: unknown, message: string) =>
		world.trace(`${process.name} warns: ${message} (${(err as Error | undefined)?.message})`);
	const log = {
		info: () => undefined,
		warn: (fields: object, message: string) => warn((fields as { err?: unknown }).err, message),
	};
	const threads = [stores];
	const openAnother = (): Omit<Stores, 'process'> => {
		const thread = { process, ...openThread(world, process, data, version) };
		threads.push(thread);
		return thread;
	};
	const startWorkers = () => {
		const common = { clock, log, leaseMilliseconds, pollMilliseconds };
		const { fewestLinksToRebuild } = data;
		const indexWorker = startIndexWorker(openAnother().records, index, { ...common, fewestLinksToRebuild });
		startIndexRenewal(index, async () => openAnother(), { ...common, delayMilliseconds: renewalMilliseconds });
		const options: EventWorkerOptions = {
			...{ name: process.name, ...common, maxAttempts, retryMilliseconds },
			onApplied({ event }) {
				onApplied(event);
				indexWorker.wake();
			},
		};
		return startEventWorker(records, options);
	};
	const store = createStoreEvent(
		{
			accept(events) {
				onAccept(events);
				return records.accept(events);
			},
		},
		clock,
	);
	const bodies = createBodyReading({ maxLinksPerEvent: 1_000, maxBodyBytes: 2 ** 25 });
	const accept = createAcceptEvent(bodies.submission, store);
	const working = stores.begin().then(startWorkers);
	working.catch((error) => {
		warn(error, 'The server ends');
		if (!process.isDead) process.die();
	});
	return {
		...stores,
		async submit(submission) {
			const eventWorker = await working;
			await accept(submission);
			eventWorker.wake();
		},
		async close() {
			for (const thread of threads) await thread.close();
		},
	};
}
