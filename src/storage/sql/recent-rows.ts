// Rows whose places lie all over a large table: that they come to a small table of recent ones first, and when they are moved; knows no record.
import type { Dialect, Sql } from './sql-database.ts';

/** The tables that have a table of recent rows, with the numbers that their rows are ordered by. */
const keys = {
	assertion_to: ['target_id', 'relation', 'source_id', 'provenance_id', 'event_sequence'],
	identifier_description: ['identifier_id', 'event_sequence'],
} as const;

type SpreadTable = keyof typeof keys;

export type RecentRows = {
	/** Lists the tables that hold the rows of one, each row in one of them (one that was added again, perhaps in both). */
	tables(table: SpreadTable): readonly string[];
	/** Names the table that takes new rows. */
	newest(table: SpreadTable): string;
	/** Hears that so many rows were added, and moves as many where enough are recent. */
	added(sql: Sql, table: SpreadTable, rows: number): Promise<void>;
};

export type RecentRowsOptions = {
	/** So many rows of each table stay recent. */
	kept?: number;
	/** As many more must have come before any are moved. */
	step?: number;
};

// With 512 Ki rows, some 10 MB, a page of a table of ten million is written once for ten rows or more.
const usual: Required<RecentRowsOptions> = { kept: 2 ** 19, step: 1_000 };

// Other processes add and move rows, too.
const countedAnewAfter = 50_000;

/**
 * Creates what sees to recent rows, one for each handle. Of ten million links each row of these tables went to another page: which was read, written to the
 * log, read there and written to its place. These were 7 of 10 pages that the records wrote, and a third of those that they read. Now rows wait where all
 * pages are at hand, and those that lie side by side are moved together.
 */
export function createRecentRows(dialect: Dialect, options: RecentRowsOptions = {}): RecentRows {
	if (!dialect.recentTables) {
		const tables = { assertion_to: 'assertion', identifier_description: 'identifier_description' };
		return {
			tables: (table) => [tables[table]],
			newest: (table) => tables[table],
			added: async () => undefined,
		};
	}
	const { kept, step } = { ...usual, ...options };
	const movers = {
		assertion_to: createMover('assertion_to', kept, step),
		identifier_description: createMover('identifier_description', kept, step),
	};
	return {
		tables: (table) => [table, recent(table)],
		newest: recent,
		added: (sql, table, rows) => movers[table](sql, rows),
	};
}

const recent = (table: SpreadTable): string => `recent_${table}`;

function createMover(table: SpreadTable, kept: number, step: number): (sql: Sql, added: number) => Promise<void> {
	const from = recent(table);
	const columns = keys[table].join(', ');
	const tuple = (first: number) => `(${keys[table].map((_, at) => `?${first + at}`).join(', ')})`;
	const width = keys[table].length;
	const start: readonly number[] = keys[table].map(() => 0);
	const end = start.map(() => Number.MAX_SAFE_INTEGER);
	const range = `(${columns}) > ${tuple(1)} and (${columns}) <= ${tuple(width + 1)}`;
	const keyAt = `select ${columns} from ${from} where (${columns}) > ${tuple(1)} order by ${columns} limit 1 offset ?${width + 1}`;
	const copy = `insert into ${table} select * from ${from} where ${range} on conflict do nothing`;
	const remove = `delete from ${from} where ${range}`;
	const lastKey = async (sql: Sql): Promise<readonly number[]> => {
		const [row] = await sql.all<[string]>('select last_key from recent_row_move where moved_table = ?1', [table]);
		return row ? (JSON.parse(row[0]) as number[]) : start;
	};
	let rows = 0;
	let uncounted = Number.POSITIVE_INFINITY;
	/** Moves so many rows, going on after the last one that was moved, round and round: so all are moved in the end. */
	const move = async (sql: Sql, wanted: number): Promise<void> => {
		const last = await lastKey(sql);
		const [found] = await sql.all<number[]>(keyAt, [...last, wanted - 1]);
		const bounds = [...last, ...(found ?? end)];
		await sql.run(copy, bounds);
		const moved = await sql.run(remove, bounds);
		await sql.run('insert or replace into recent_row_move values (?1, ?2)', [table, JSON.stringify(found ?? start)]);
		// Fewer may be there than were counted, where another process has moved some.
		const all = !found && last.every((number) => number === 0);
		rows = all ? 0 : rows - moved;
	};
	return async (sql, added) => {
		rows += added;
		uncounted += added;
		if (uncounted > countedAnewAfter) {
			const [[count]] = (await sql.all<[number]>(`select count(*) from ${from}`)) as [[number]];
			rows = count;
			uncounted = 0;
		}
		while (rows >= kept + step) await move(sql, rows - kept);
	};
}
