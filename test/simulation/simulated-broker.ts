// The program as the simulation runs it: servers with the real workers and use cases, and commands.
// It knows neither what is done with them nor what is to be true.
import { type EventWorkerOptions, startEventWorker } from '../../src/app/workers/event-worker.ts';
import { startIndexWorker } from '../../src/app/workers/index-worker.ts';
import { createAcceptEvent, createStoreEvent, type Submission } from '../../src/broker/accept-event.ts';
import { createBodyReading } from '../../src/broker/read-bodies.ts';
import { openSqliteDatabase } from '../../src/engines/sqlite/records/sqlite-database.ts';
import type { SearchIndex } from '../../src/ports/search/search-index.ts';
import { type ModelStore, openModelIndex } from '../../src/ports/search/suite/search-index.model.ts';
import type { ClaimedEvent } from '../../src/store/claims.ts';
import type { NewEvent } from '../../src/store/events.ts';
import { openRecords, type Records } from '../../src/store/records.ts';

import { type Machine, type SimulatedProcess, startProcess, type World } from './simulated-process.ts';
import { reachDatabase, reachStore } from './simulated-stores.ts';

const minute = 60_000;

export const leaseMilliseconds = minute;
export const pollMilliseconds = 60 * minute;
export const maxAttempts = 8;
const retryMilliseconds = 1_000;
/** Where the data are, and a way to break the program on purpose. */
export type Data = {
	path: string;
	index: ModelStore;
	/** How many ids make a part of a rebuild; undefined where one process builds all of it. */
	idsPerPart: number | undefined;
	/** Few where the index is to be built anew now and then instead of brought up entry by entry. */
	fewestLinksToRebuild: number;
	/** What the workers take for the stores. */
	recordsAre(records: Records): Records;
	indexIs(index: SearchIndex): SearchIndex;
};

/** What a process has of the stores; `close` frees the files once it is dead. */
export type Stores = { process: SimulatedProcess; records: Records; index: SearchIndex; close(): Promise<void> };

/** A server: it takes submissions and runs both workers. */
export type Server = Stores & {
	/** Answers the number of the event, as HTTP answers 202. */
	submit(submission: Submission): Promise<void>;
};

function openThread(process: SimulatedProcess, data: Data): { records: Records; close(): Promise<void> } {
	const real = openSqliteDatabase(data.path);
	return { records: data.recordsAre(openRecords(reachDatabase(process, real))), close: () => real.close() };
}

/** Starts what runs a command, or a thread of a server. */
export function openStores(world: World, machine: Machine, data: Data, role: string): Stores {
	const process = startProcess(world, machine, `${machine.name}-${role}-${++world.processes}`);
	const thread = openThread(process, data);
	const index = reachStore(process, 'index', openModelIndex(data.index, data.idsPerPart));
	return { process, ...thread, index: data.indexIs(index) };
}

/** Who is notified of events: before they are stored, and once they are applied. */
export type Followers = { onAccept(events: readonly NewEvent[]): void; onApplied(event: ClaimedEvent): void };

/** Starts a server. */
export function startServer(world: World, machine: Machine, data: Data, { onAccept, onApplied }: Followers): Server {
	const stores = openStores(world, machine, data, 'server');
	const { process, records, index } = stores;
	const { clock } = process;
	const ofIndex = openThread(process, data);
	const log = {
		info: () => undefined,
		warn: (fields: object, message: string) =>
			world.trace(`${process.name} warns: ${message} (${(fields as { err?: Error }).err?.message})`),
	};
	const indexWorker = startIndexWorker(ofIndex.records, index, {
		...{ clock, log, leaseMilliseconds, pollMilliseconds },
		fewestLinksToRebuild: data.fewestLinksToRebuild,
	});
	const options: EventWorkerOptions = {
		...{ name: process.name, clock, log, leaseMilliseconds, pollMilliseconds, maxAttempts, retryMilliseconds },
		onApplied({ event }) {
			onApplied(event);
			indexWorker.wake();
		},
	};
	const eventWorker = startEventWorker(records, options);
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
	return {
		...stores,
		async submit(submission) {
			await accept(submission);
			eventWorker.wake();
		},
		async close() {
			await stores.close();
			await ofIndex.close();
		},
	};
}
