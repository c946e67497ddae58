// Harvests: what is asked of other services, how far that is, and which process is at it; a row
// each.
import type { Id } from './graph.ts';
import { latestCredible } from './leases.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';

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

/** Opens the harvests of a database. */
export function openHarvests(database: SqlDatabase) {
	return {
		/** Finds the harvest of this name, or makes it; what it is asked stays as it was first. */
		keepHarvest: ({ name, task, state }: Pick<Harvest, 'name' | 'task' | 'state'>): Promise<Harvest> =>
			database.write(async (sql) => {
				await sql.run('insert into harvest (name, task, state) values (?1, ?2, ?3) on conflict (name) do nothing', [
					name,
					JSON.stringify(task),
					JSON.stringify(state),
				]);
				const [row] = await sql.all<Row>(`select ${columns} from harvest where name = ?1`, [name]);
				return harvestOf(row as Row);
			}),
		/** Lists all, by their numbers. */
		harvests: (): Promise<Harvest[]> =>
			database.read(async (sql) =>
				(await sql.all<Row>(`select ${columns} from harvest order by number`)).map(harvestOf),
			),
		/** Says how often a worker runs it and when next; false where there is none of this number. */
		scheduleHarvest: (
			number: Id,
			{ everySeconds, nextAt }: Pick<Harvest, 'everySeconds' | 'nextAt'>,
		): Promise<boolean> =>
			database.write(async (sql) => {
				const values = [number, everySeconds, nextAt];
				return (await sql.run('update harvest set every_seconds = ?2, next_at = ?3 where number = ?1', values)) === 1;
			}),
		/**
		 * Claims one; undefined where there is none of this number, or another worker has it. The one
		 * 'due' is that which has been due for longest, or of which the worker is gone that ran it by its
		 * schedule; what it is next due at follows from its schedule.
		 */
		claimHarvest: (which: Id | 'due', claim: HarvestClaim): Promise<Harvest | undefined> =>
			database.write((sql) => (which === 'due' ? claimDue(sql, claim) : claimOne(sql, which, claim))),
		/** Renews a claim; false where the worker has it no more. */
		renewHarvest: (number: Id, { worker, until }: HarvestClaim): Promise<boolean> =>
			database.write(async (sql) => {
				const values = [number, worker, until];
				return (
					(await sql.run('update harvest set claimed_until = ?3 where number = ?1 and claimed_by = ?2', values)) === 1
				);
			}),
		/** Stores how far it is; false where the worker has it no more, and then stores nothing. */
		noteHarvest: (number: Id, worker: string, state: HarvestState): Promise<boolean> =>
			database.write(async (sql) => {
				const values = [number, worker, JSON.stringify(state)];
				return (await sql.run('update harvest set state = ?3 where number = ?1 and claimed_by = ?2', values)) === 1;
			}),
		/**
		 * Lets go of a claim, if the worker has it. `nextAt`: a harvest with a schedule is due then, and
		 * not as its schedule says; undefined: as it says. One that is paused stays so.
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
		/** Forgets it; what it brought stays. False where there is none of this number. */
		removeHarvest: (number: Id): Promise<boolean> =>
			database.write(async (sql) => (await sql.run('delete from harvest where number = ?1', [number])) === 1),
	};
}

export type Harvests = ReturnType<typeof openHarvests>;

/**
 * Writes that no worker has a harvest, by placeholders of now and of the latest credible moment.
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
