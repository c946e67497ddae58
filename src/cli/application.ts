// What the command line needs of the rest of the broker; knows no implementation.
import type { Accounts } from '../accounts/accounts.ts';
import type { Broker, FileLoader } from '../broker/broker.ts';
import type { Settings } from '../settings.ts';

/** Names what a command may change for minutes: the records, or the index alone. */
export type LongWork = 'records' | 'index';

/** Opens what commands work on; nothing is loaded or opened before a command asks for it. */
export type Composition = {
	open(settings: Settings): Promise<Application>;
	/** Serves until it is told to stop, in so many processes that share one port. */
	serve(settings: Settings, processes: number): Promise<void>;
	/** Processes events until it is told to stop. */
	work(settings: Settings): Promise<void>;
	/** Brings the database to this program's schema; answers the migrations that were missing. */
	migrate(settings: Settings): Promise<{ applied: readonly string[] }>;
	/** Lowers the priority of this process: requests on this machine come first. */
	lowerPriority(purpose: LongWork): void;
};

/** Holds what one command works on. */
export type Application = { accounts: Accounts; broker: CommandBroker; close(): Promise<void> };

/** Names the use cases that have a command. */
export type CommandBroker = Pick<
	Broker,
	| 'exportEvents'
	| 'importEvents'
	| 'findEvent'
	| 'listEvents'
	| 'rerunEvents'
	| 'auditEntries'
	| 'withdrawEvent'
	| 'restoreEvent'
	| 'reindex'
	| 'rebuildGraph'
	| 'doctor'
	| 'searchRelationships'
	| 'lookUpObjects'
	| 'readChanges'
	| 'explainWhy'
> &
	FileLoader;
