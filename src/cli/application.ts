// What the command line needs of the rest of the broker; knows no implementation.
import type { Accounts } from '../accounts/accounts.ts';
import type { Purpose } from '../app/priority.ts';
import type { Broker, FileLoader } from '../broker/broker.ts';
import type { Settings } from '../settings.ts';

/** Opens what commands work on; nothing is loaded or opened before a command asks for it. */
export type Composition = {
	open(settings: Settings): Promise<Application>;
	/** Serves until it is told to stop, in so many processes that share one port. */
	serve(settings: Settings, processes: number): Promise<void>;
	/** Processes events until it is told to stop. */
	work(settings: Settings): Promise<void>;
	/** Brings the database to this program's schema; answers the names of the migrations that were missing. */
	migrate(settings: Settings): Promise<{ applied: readonly string[] }>;
	/** Lets go first from now on whoever waits for an answer on this machine. */
	giveWay(purpose: Purpose): void;
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
	| 'reindex'
	| 'rebuildGraph'
	| 'searchRelationships'
> &
	FileLoader;
