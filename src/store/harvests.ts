// The contract of harvests: what is asked of other services, how far that is, and which process is
// at it. It knows no service.
import type { Id } from './graph.ts';

/** What is asked of which service. */
export type HarvestTask = {
	/** The name of the service: `datacite`. */
	service: string;
	/** The filters by name, as they were given. */
	filters: Readonly<Record<string, string>>;
	/** The address of the service, where it is not its usual one. */
	address: string | null;
	/** Who says the links for which the service names nobody. */
	provider: string | null;
};

/** How much came of a service. */
export type HarvestCounts = {
	pages: number;
	/** Records of the service. */
	records: number;
	links: number;
	/** Links that were not valid. */
	refused: number;
	events: number;
};

/** A run that has begun and not come to its end. Times are milliseconds since 1970. */
export type HarvestRun = HarvestCounts & {
	beganAt: number;
	/** It takes what changed at this moment or later; null: everything. */
	since: number | null;
	/** Where it goes on, as the service counts; null: at the beginning. */
	position: unknown;
	/** When the last page was stored. */
	steppedAt: number;
	/** How many records the service has of what was asked, as it told last. */
	total: number | null;
	/** What was odd, in a sentence each. */
	notes: readonly string[];
};

/** How a run ended. */
export type HarvestOutcome = 'complete' | 'failed' | 'stopped' | 'waiting';

export type HarvestResult = HarvestCounts & {
	outcome: HarvestOutcome;
	beganAt: number;
	endedAt: number;
	notes: readonly string[];
	/** Why it failed, or waits. */
	problem: string | null;
	/** The service is not to be asked before. */
	notBefore: number | null;
};

/** How far a harvest is. */
export type HarvestState = {
	/** What the first run begins with; null: everything. */
	from: number | null;
	/** The run that goes on, or is to be gone on with. */
	run: HarvestRun | null;
	last: HarvestResult | null;
	/** When the last complete run began: the next takes what changed since. */
	completeFrom: number | null;
	/** When it ended. */
	succeededAt: number | null;
	/** All that ever came, and how many runs failed. */
	totals: HarvestCounts & { failures: number };
};

/** A harvest; its number is given to no other. */
export type Harvest = {
	number: Id;
	/** Its command: `datacite --prefix 10.5281`. */
	name: string;
	task: HarvestTask;
	state: HarvestState;
	/** A worker runs it so often; null: only when told to. */
	everySeconds: number | null;
	/** When a worker is to run it; null: not at all. */
	nextAt: number | null;
	/** Until when the process that runs it may take for its next step; null: none does. */
	claimedUntil: number | null;
};

/** Who works on a harvest, and until when unless the claim is renewed. */
export type HarvestClaim = { worker: string; now: number; until: number };

/** Keeps harvests; one process works on each at a time. */
export interface Harvests {
	/** Finds the harvest of this name, or makes it; what it is asked stays as it was first. */
	keepHarvest(harvest: Pick<Harvest, 'name' | 'task' | 'state'>): Promise<Harvest>;
	/** Lists all, by their numbers. */
	harvests(): Promise<Harvest[]>;
	/** Says how often a worker runs it and when next; false where there is none of this number. */
	scheduleHarvest(number: Id, schedule: Pick<Harvest, 'everySeconds' | 'nextAt'>): Promise<boolean>;
	/** Claims one; undefined where there is none of this number, or another worker has it. */
	claimHarvest(number: Id, claim: HarvestClaim): Promise<Harvest | undefined>;
	/**
	 * Claims the one that has been due for longest, or of which the worker is gone that ran it by
	 * its schedule. What it is next due at follows from its schedule.
	 */
	claimDueHarvest(claim: HarvestClaim): Promise<Harvest | undefined>;
	/** Renews a claim; false where the worker has it no more. */
	renewHarvest(number: Id, claim: HarvestClaim): Promise<boolean>;
	/** Stores how far it is; false where the worker has it no more, and then stores nothing. */
	noteHarvest(number: Id, worker: string, state: HarvestState): Promise<boolean>;
	/**
	 * Lets go of a claim, if the worker has it. `nextAt`: a harvest with a schedule is due then, and
	 * not as its schedule says; undefined: as it says. One that is paused stays so.
	 */
	releaseHarvest(number: Id, worker: string, nextAt: number | undefined): Promise<void>;
	/** Forgets it; what it brought stays. False where there is none of this number. */
	removeHarvest(number: Id): Promise<boolean>;
}
