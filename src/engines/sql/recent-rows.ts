// Rows whose places lie all over a large table: that they come to small tables of recent ones first, and when they are moved; knows no record.
import type { Id } from '../../ports/records/link-store.ts';
import type { Dialect, Sql } from './sql-database.ts';

/** The tables that have tables of recent rows: the numbers that their rows are ordered by, then the others. */
const columnsOf = {
	assertion_to: { key: ['target_id', 'relation', 'source_id', 'provenance_id', 'event_sequence'], others: [] },
	identifier_description: { key: ['identifier_id', 'event_sequence'], others: ['description_id'] },
} as const;

type SpreadTable = keyof typeof columnsOf;

export type RecentRows = {
	/** Lists the FROM items that hold the rows of a table, each row in one of them (one that was added again, perhaps in two). */
	sources(table: SpreadTable): readonly string[];
	/** Adds rows that events bring, each in the order of the table's columns. */
	add(sql: Sql, table: SpreadTable, rows: readonly (readonly number[])[]): Promise<void>;
	/** Hears that a trigger added so many rows, and moves as many where enough are recent. */
	added(sql: Sql, table: SpreadTable, rows: number): Promise<void>;
};

export type RecentRowsOptions = {
	/** So many rows of each table stay recent. */
	kept?: number;
	/** As many more must have come before any are moved. */
	step?: number;
};

// With 512 Ki rows, some 10 MB in all four, a page of a table of ten million is written once for ten rows or more.
const usual: Required<RecentRowsOptions> = { kept: 2 ** 19, step: 1_000 };

// Other processes add and move rows, too.
const countedAnewAfter = 50_000;

// Sixteen events in turn come to one table, so that a transaction writes to a part of the pages; each table is one more place to look in. The triggers of
// 0005-recent-runs.sql choose alike.
const runs = [0, 1, 2, 3] as const;
const runOf = (event: Id): number => Math.floor(event / 16) % runs.length;

/**
 * Creates what sees to recent rows, one for each handle. Of ten million links each row of these tables went to another page: which was read, written to the
 * log, read there and written to its place. These were 7 of 10 pages that the records wrote, and a third of those that they read. Now rows wait where all
 * pages are at hand, and those that lie side by side are moved together.
 */
export function createRecentRows(dialect: Dialect, options: RecentRowsOptions = {}): RecentRows {
	if (!dialect.recentTables) {
		const tables = { assertion_to: 'assertion', identifier_description: 'identifier_description' };
		return {
			sources: (table) => [tables[table]],
			add: (sql, table, rows) => sql.insert(tables[table], integers(namesOf(table)), rows.flat()),
			added: async () => undefined,
		};
	}
	const { kept, step } = { ...usual, ...options };
	const movers = {
		assertion_to: createMover('assertion_to', kept, step),
		identifier_description: createMover('identifier_description', kept, step),
	};
	return {
		sources: (table) => [table, ...recentOf(table)],
		async add(sql, table, rows) {
			const event = namesOf(table).indexOf('event_sequence');
			for (const [run, those] of Map.groupBy(rows, (row) => runOf(row[event] as Id))) {
				await sql.insert(recent(table, run), integers(namesOf(table)), those.flat());
			}
			await movers[table](sql, rows.length);
		},
		added: (sql, table, rows) => movers[table](sql, rows),
	};
}

const recent = (table: SpreadTable, run: number): string => `recent_${table}_${run}`;

const recentOf = (table: SpreadTable): readonly string[] => runs.map((run) => recent(table, run));

const namesOf = (table: SpreadTable): readonly string[] => [...columnsOf[table].key, ...columnsOf[table].others];

const integers = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'integer' as const]));

function createMover(table: SpreadTable, kept: number, step: number): (sql: Sql, added: number) => Promise<void> {
	const from = recentOf(table);
	const key = columnsOf[table].key.join(', ');
	const width = columnsOf[table].key.length;
	const tuple = (first: number) => `(${columnsOf[table].key.map((_, at) => `?${first + at}`).join(', ')})`;
	const start: readonly number[] = columnsOf[table].key.map(() => 0);
	const end = start.map(() => Number.MAX_SAFE_INTEGER);
	const all = (select: (run: string) => string) => from.map(select).join(' union all ');
	const count = `select sum(counted) from (${all((run) => `select count(*) as counted from ${run}`)})`;
	const after = `(${key}) > ${tuple(1)}`;
	const range = `${after} and (${key}) <= ${tuple(width + 1)}`;
	const nthKey = `${all((run) => `select ${key} from ${run} where ${after}`)} order by ${key} limit 1 offset ?${width + 1}`;
	const copy = `insert into ${table} select * from (${all((run) => `select * from ${run} where ${range}`)}) where true order by ${key} on conflict do nothing`;
	const lastKey = async (sql: Sql): Promise<readonly number[]> => {
		const [row] = await sql.all<[string]>('select last_key from recent_row_move where moved_table = ?1', [table]);
		return row ? (JSON.parse(row[0]) as number[]) : start;
	};
	let rows = 0;
	let uncounted = Number.POSITIVE_INFINITY;
	/** Moves so many rows, or those up to the last one; goes on after the last one that was moved, round and round: so all are moved in the end. */
	const move = async (sql: Sql, wanted: number): Promise<void> => {
		const last = await lastKey(sql);
		const [found] = await sql.all<number[]>(nthKey, [...last, wanted - 1]);
		const bounds = [...last, ...(found ?? end)];
		await sql.run(copy, bounds);
		let moved = 0;
		for (const run of from) moved += await sql.run(`delete from ${run} where ${range}`, bounds);
		await sql.run('insert or replace into recent_row_move values (?1, ?2)', [table, JSON.stringify(found ?? start)]);
		// Fewer may be there than were counted, where another process has moved some.
		const everything = !found && last.every((number) => number === 0);
		rows = everything ? 0 : rows - moved;
	};
	return async (sql, added) => {
		rows += added;
		uncounted += added;
		if (uncounted > countedAnewAfter) {
			const [[counted]] = (await sql.all<[number]>(count)) as [[number]];
			rows = counted;
			uncounted = 0;
		}
		if (rows < kept + step) return;
		while (rows > kept) await move(sql, rows - kept);
	};
}
