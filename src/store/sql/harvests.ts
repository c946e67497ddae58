// Keeps harvests: a row each, with what is asked and how far it is as JSON. It knows no service.
import type { Harvest, HarvestClaim, Harvests } from '../harvests.ts';
import type { Sql, SqlDatabase } from '../sql-database.ts';
import { latestCredible } from './stored-times.ts';

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
export function openHarvests(database: SqlDatabase): Harvests {
	return {
		keepHarvest: ({ name, task, state }) =>
			database.write(async (sql) => {
				await sql.run('insert into harvest (name, task, state) values (?1, ?2, ?3) on conflict (name) do nothing', [
					name,
					JSON.stringify(task),
					JSON.stringify(state),
				]);
				const [row] = await sql.all<Row>(`select ${columns} from harvest where name = ?1`, [name]);
				return harvestOf(row as Row);
			}),
		harvests: () =>
			database.read(async (sql) =>
				(await sql.all<Row>(`select ${columns} from harvest order by number`)).map(harvestOf),
			),
		scheduleHarvest: (number, { everySeconds, nextAt }) =>
			database.write(async (sql) => {
				const values = [number, everySeconds, nextAt];
				return (await sql.run('update harvest set every_seconds = ?2, next_at = ?3 where number = ?1', values)) === 1;
			}),
		claimHarvest: (number, claim) => database.write((sql) => claimOne(sql, number, claim)),
		claimDueHarvest: (claim) =>
			database.write(async (sql) => {
				const [due] = await sql.all<[number]>(
					`select number from harvest
					 where (next_at <= ?1 or (next_at is not null and every_seconds is not null and claimed_by is not null)) and ${isFree('?1', '?2')}
					 order by next_at, number limit 1 ${sql.dialect.lockRows('update skip locked')}`,
					[claim.now, latestCredible(claim.now, claim.until)],
				);
				if (!due) return undefined;
				await sql.run('update harvest set next_at = ?2 + every_seconds * 1000 where number = ?1', [due[0], claim.now]);
				return claimOne(sql, due[0], claim);
			}),
		renewHarvest: (number, { worker, until }) =>
			database.write(async (sql) => {
				const values = [number, worker, until];
				return (
					(await sql.run('update harvest set claimed_until = ?3 where number = ?1 and claimed_by = ?2', values)) === 1
				);
			}),
		noteHarvest: (number, worker, state) =>
			database.write(async (sql) => {
				const values = [number, worker, JSON.stringify(state)];
				return (await sql.run('update harvest set state = ?3 where number = ?1 and claimed_by = ?2', values)) === 1;
			}),
		releaseHarvest: (number, worker, nextAt) =>
			database.write(async (sql) => {
				await sql.run(
					`update harvest set claimed_by = null, claimed_until = null,
					   next_at = case when every_seconds is null or next_at is null then next_at else coalesce(?3, next_at) end
					 where number = ?1 and claimed_by = ?2`,
					[number, worker, nextAt ?? null],
				);
			}),
		removeHarvest: (number) =>
			database.write(async (sql) => (await sql.run('delete from harvest where number = ?1', [number])) === 1),
	};
}

/**
 * Writes that no worker has a harvest, by placeholders of now and of the latest credible moment.
 */
const isFree = (now: string, latest: string) =>
	`(claimed_by is null or claimed_until < ${now} or claimed_until > ${latest})`;

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
