// Harvests: what is requested from other services, the progress, and which process works on it; one
// row each.
import type { Id } from './graph.ts';
import { latestCredible } from './leases.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';

/** What is requested from which service. */
export type HarvestTask = {
	/** The name of the service: `datacite`. */
	service: string;
	/** The filters by name, as given. */
	filters: Readonly<Record<string, string>>;
	/** The address of the service, where it is not the default. */
	address: string | null;
	/** The provider of links for which the service names none. */
	provider: string | null;
};

/** How much a service has delivered. */
export type HarvestCounts = {
	pages: number;
	/** Records of the service. */
	records: number;
	links: number;
	/** Links that were not valid. */
	refused: number;
	events: number;
};

/** A run that has begun and not ended. Times are milliseconds since 1970. */
export type HarvestRun = HarvestCounts & {
	beganAt: number;
	/** It requests what changed at this moment or later; null: everything. */
	since: number | null;
	/** Where it continues, as the service counts; null: at the beginning. */
	position: unknown;
	/**
	 * The sequence of its first event, with which its load begins; none before that is stored, and in
	 * runs that earlier versions began.
	 */
	firstEvent?: Id | null;
	/** The id of its load, as `firstEvent`. */
	load?: string | null;
	/** When the last page was stored. */
	steppedAt: number;
	/** How many matching records the service has, according to its last answer. */
	total: number | null;
	/** Unusual observations, a sentence each. */
	notes: readonly string[];
};

/** How a run ended. */
export type HarvestOutcome = 'complete' | 'failed' | 'stopped' | 'waiting';

export type HarvestResult = HarvestCounts & {
	outcome: HarvestOutcome;
	/** The id of its load; none where it stored nothing, or an earlier version began it. */
	load?: string | null;
	beganAt: number;
	endedAt: number;
	notes: readonly string[];
	/** Why it failed, or waits. */
	problem: string | null;
	/** The earliest time for the next request to the service. */
	notBefore: number | null;
};

/** The progress of a harvest. */
export type HarvestState = {
	/** Where the first run begins; null: everything. */
	from: number | null;
	/** The run that is under way, or is to be continued. */
	run: HarvestRun | null;
	last: HarvestResult | null;
	/** When the last complete run began: the next requests what changed since. */
	completeFrom: number | null;
	/** When it ended. */
	succeededAt: number | null;
	/** Everything delivered so far, and how many runs failed. */
	totals: HarvestCounts & { failures: number };
};

/** A harvest; its number is never used again. */
export type Harvest = {
	number: Id;
	/** Its command: `datacite --prefix 10.5281`. */
	name: string;
	task: HarvestTask;
	state: HarvestState;
	/** How often a worker runs it; null: only on request. */
	everySeconds: number | null;
	/** When a worker is to run it; null: never. */
	nextAt: number | null;
	/** Until when the process that runs it may take for its next step; null: no process does. */
	claimedUntil: number | null;
};

/** Who works on a harvest, and until when unless the claim is renewed. */
export type HarvestClaim = { worker: string; now: number; until: number };

type Row = [
	number: number,
	name: string,
	task: string,
	state: string,
	everySeconds: number | null,
	nextAt: number | null,
	claimedUntil: number | null,
];

const columns = 'number, name, task, state, every_seconds, next_at, claimed_until';

export function openHarvests(database: SqlDatabase) {
	return {
		/** Finds the harvest of this name, or creates it; an existing one keeps its task. */
		keepHarvest: (wanted: Pick<Harvest, 'name' | 'task' | 'state'>): Promise<Harvest> =>
			database.write(async (sql) => {
				await insert(sql, { ...wanted, everySeconds: null, nextAt: null });
				return (await named(sql, wanted.name)) as Harvest;
			}),
		/** Creates a harvest with its schedule; undefined where there is one of this name. */
		createHarvest: (wanted: NewHarvest): Promise<Harvest | undefined> =>
			database.write(async (sql) => ((await insert(sql, wanted)) ? named(sql, wanted.name) : undefined)),
		/** Lists all, by their numbers. */
		harvests: (): Promise<Harvest[]> =>
			database.read(async (sql) =>
				(await sql.all<Row>(`select ${columns} from harvest order by number`)).map(harvestOf),
			),
		/** Sets how often a worker runs it and when next; false where there is none of this number. */
		scheduleHarvest: (
			number: Id,
			{ everySeconds, nextAt }: Pick<Harvest, 'everySeconds' | 'nextAt'>,
		): Promise<boolean> =>
			database.write(async (sql) => {
				const values = [number, everySeconds, nextAt];
				return (await sql.run('update harvest set every_seconds = ?2, next_at = ?3 where number = ?1', values)) === 1;
			}),
		/**
		 * Claims one; undefined where there is none of this number, or another worker has it. 'due' is
		 * the one that has been due for longest, or whose worker ended while it ran it by its schedule.
		 * The schedule gives the next due time.
		 */
		claimHarvest: (which: Id | 'due', claim: HarvestClaim): Promise<Harvest | undefined> =>
			database.write((sql) => (which === 'due' ? claimDue(sql, claim) : claimOne(sql, which, claim))),
		/** Renews a claim; false where the worker no longer has it. */
		renewHarvest: (number: Id, { worker, until }: HarvestClaim): Promise<boolean> =>
			database.write(async (sql) => {
				const values = [number, worker, until];
				return (
					(await sql.run('update harvest set claimed_until = ?3 where number = ?1 and claimed_by = ?2', values)) === 1
				);
			}),
		/** Stores the progress; false, and nothing is stored, where the worker no longer has it. */
		noteHarvest: (number: Id, worker: string, state: HarvestState): Promise<boolean> =>
			database.write(async (sql) => {
				const values = [number, worker, JSON.stringify(state)];
				return (await sql.run('update harvest set state = ?3 where number = ?1 and claimed_by = ?2', values)) === 1;
			}),
		/**
		 * Releases a claim, if the worker has it. `nextAt` replaces the due time of the schedule;
		 * undefined keeps it. A paused harvest stays paused.
		 */
		releaseHarvest: (number: Id, worker: string, nextAt: number | undefined): Promise<void> =>
			database.write(async (sql) => {
				await sql.run(
					`update harvest set claimed_by = null, claimed_until = null,
					   next_at = case when every_seconds is null or next_at is null then next_at else coalesce(?3, next_at) end
					 where number = ?1 and claimed_by = ?2`,
					[number, worker, nextAt ?? null],
				);
			}),
		/** Removes it; what it delivered stays. False where there is none of this number. */
		removeHarvest: (number: Id): Promise<boolean> =>
			database.write(async (sql) => (await sql.run('delete from harvest where number = ?1', [number])) === 1),
	};
}

export type Harvests = ReturnType<typeof openHarvests>;

type NewHarvest = Omit<Harvest, 'number' | 'claimedUntil'>;

/** Inserts a harvest, unless there is one of its name; returns whether it did. */
async function insert(sql: Sql, { name, task, state, everySeconds, nextAt }: NewHarvest): Promise<boolean> {
	const values = [name, JSON.stringify(task), JSON.stringify(state), everySeconds, nextAt];
	const inserted = await sql.run(
		`insert into harvest (name, task, state, every_seconds, next_at) values (?1, ?2, ?3, ?4, ?5)
		 on conflict (name) do nothing`,
		values,
	);
	return inserted === 1;
}

async function named(sql: Sql, name: string): Promise<Harvest | undefined> {
	const [row] = await sql.all<Row>(`select ${columns} from harvest where name = ?1`, [name]);
	return row && harvestOf(row);
}

/**
 * Writes the condition that no worker has a harvest, with placeholders of now and of the latest
 * credible moment.
 */
const isFree = (now: string, latest: string) =>
	`(claimed_by is null or claimed_until < ${now} or claimed_until > ${latest})`;

async function claimDue(sql: Sql, claim: HarvestClaim): Promise<Harvest | undefined> {
	const [due] = await sql.all<[number]>(
		`select number from harvest
		 where (next_at <= ?1 or (next_at is not null and every_seconds is not null and claimed_by is not null))
		   and ${isFree('?1', '?2')}
		 order by next_at, number limit 1 ${sql.dialect.lockRows('update skip locked')}`,
		[claim.now, latestCredible(claim.now, claim.until)],
	);
	if (!due) return undefined;
	await sql.run('update harvest set next_at = ?2 + every_seconds * 1000 where number = ?1', [due[0], claim.now]);
	return claimOne(sql, due[0], claim);
}

async function claimOne(sql: Sql, number: number, { worker, now, until }: HarvestClaim): Promise<Harvest | undefined> {
	const claimed = await sql.run(
		`update harvest set claimed_by = ?2, claimed_until = ?4 where number = ?1 and ${isFree('?3', '?5')}`,
		[number, worker, now, until, latestCredible(now, until)],
	);
	if (claimed === 0) return undefined;
	const [row] = await sql.all<Row>(`select ${columns} from harvest where number = ?1`, [number]);
	return row && harvestOf(row);
}

function harvestOf([number, name, task, state, everySeconds, nextAt, claimedUntil]: Row): Harvest {
	return {
		...{ number, name, everySeconds, nextAt, claimedUntil },
		task: JSON.parse(task) as Harvest['task'],
		state: JSON.parse(state) as Harvest['state'],
	};
}
