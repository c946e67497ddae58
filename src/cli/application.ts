// What the command line needs of the rest of the broker; knows no implementation.
import type { Accounts } from '../accounts/accounts.ts';
import type { Actor } from '../broker/audit.ts';
import type { Broker } from '../broker/broker.ts';
import type { Dumped, DumpOptions } from '../broker/dumps/dump-graph.ts';
import type { LoadOptions, LoadSummary } from '../broker/load-files.ts';
import type { RecordsWork } from '../broker/records-work.ts';
import type { Harvester } from '../harvest/harvester.ts';
import type { Settings } from '../settings.ts';

/** Names what a command may change for minutes: the records, or the index alone. */
export type LongWork = 'records' | 'index';

/**
 * What is in a copy of the records: its events, users, and the last number of its log of changes.
 */
export type CopyContent = { events: number; users: number; lastChange: number };

/** What a copy is made of or put in the place of; `done` and `total` are pages of a file. */
export type CopyOptions = {
	file: string;
	/** Whether what is in the way goes. */
	force: boolean;
	by: Actor;
	onProgress(progress: { done: number; total: number }): void;
};

/** What is to be dumped, and where to: to a file or folder, or to `write` where that is null. */
export type DumpOrder = Omit<DumpOptions, 'now'> & {
	file: string | null;
	write(text: string): Promise<void>;
	/** Whether what is in the way is overwritten. */
	force: boolean;
	by: Actor;
};

/** Opens what commands work on; nothing is loaded or opened before a command asks for it. */
export type Composition = {
	open(settings: Settings): Promise<Application>;
	/** Serves until it is told to stop, in so many processes that share one port. */
	serve(settings: Settings, processes: number): Promise<void>;
	/** Processes events until it is told to stop. */
	work(settings: Settings): Promise<void>;
	/** Brings the database to this program's schema; answers the migrations that were missing. */
	migrate(settings: Settings): Promise<{ applied: readonly string[] }>;
	/** Copies the records to a file, whoever uses them. */
	backUp(settings: Settings, options: CopyOptions): Promise<CopyContent & { bytes: number; audited: boolean }>;
	/**
	 * Puts the records of a file in the place of those that the settings name; `kept` is the file
	 * that has what was there, null where that is gone or there was nothing.
	 */
	restore(settings: Settings, options: CopyOptions): Promise<CopyContent & { kept: string | null }>;
	/** Writes the whole graph to files, whoever uses the records. */
	dump(settings: Settings, order: DumpOrder): Promise<Dumped & { bytes: number }>;
	/** Lowers the priority of this process: requests on this machine come first. */
	lowerPriority(purpose: LongWork): void;
};

/** Holds what one command works on. */
export type Application = { accounts: Accounts; broker: CommandBroker; close(): Promise<void> };

/** The use cases, and those of the command line alone. */
export type CommandBroker = Broker &
	Harvester & {
		/** Loads files of links and sees their events through to the end. */
		loadFiles(by: Actor, paths: readonly string[], options: LoadOptions): Promise<LoadSummary>;
		/** Counts what is still to be applied and indexed. */
		backlog: RecordsWork['backlog'];
	};
