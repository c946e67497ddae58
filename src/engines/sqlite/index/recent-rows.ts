// Keeps rows whose places lie all over a large table in small tables where they are recent, and moves them, many neighbours at once; knows neither links nor objects.
import type { Connection, Value } from './connection.ts';
import { recentOf, type SpreadTable } from './schema.ts';

export type RecentRowsOptions = {
	/** So many rows of each kind stay recent. */
	kept?: number;
	/** As many more must have come before any are moved. */
	step?: number;
	/** After so many rows, the next table takes what comes. */
	turn?: number;
};

export type RecentRows = {
	/** Tells which of recentOf takes rows now: the same until `written`. */
	taking(): number;
	/** Hears that so many were written, and moves as many where enough are recent. */
	written(rows: number): void;
	/** Counts anew, since what was written was undone. */
	forget(): void;
};

// With 256 Ki rows, some 7 MB of links and 12 of identifiers, a page of ten million is written once for five rows or more, and what is recent stays at hand.
// A round of 10,000 relationships writes nearly all pages of the tables that take its rows: so no more than one of four.
const usual: Required<RecentRowsOptions> = { kept: 2 ** 18, step: 1_000, turn: 2 ** 13 };

// Other processes write and move rows, too, and one that is written again is counted twice.
const countedAnewAfter = 50_000;

/** How the rows of a table are moved: `rows` is a query of those that come after parameter 1, up to parameter 2. */
type Moved = {
	/** The column by which rows are in order; those that have the same in it are moved together. */
	by: string;
	/** Come before and after what is in that column; where one does not, as an empty key, it stays recent. */
	ends: readonly [Value, Value];
	/** Write them to their places. */
	writes(rows: string): readonly string[];
};

const moved: Readonly<Record<SpreadTable, Moved>> = {
	link_to: {
		by: 'target',
		ends: [0, Number.MAX_SAFE_INTEGER],
		writes: (rows) => [`INSERT OR FAIL INTO link_to ${rows} ORDER BY 1, 2, 3, 4, 5, 6`],
	},
	tally: {
		by: 'party',
		ends: [0, Number.MAX_SAFE_INTEGER],
		writes: (rows) => [
			`INSERT OR FAIL INTO tally SELECT * FROM (${rows} ORDER BY 1, 2) WHERE true
				ON CONFLICT DO UPDATE SET identity = identity + excluded.identity, version = version + excluded.version`,
			`DELETE FROM tally WHERE identity = 0 AND version = 0 AND (party, seen) IN
				(SELECT party, seen FROM (${rows}) WHERE identity < 0 OR version < 0)`,
		],
	},
	identifier: {
		by: 'key',
		ends: ['', '\u{10ffff}'],
		writes: (rows) => [`INSERT OR FAIL INTO identifier ${rows} ORDER BY 1, 2`],
	},
};

/**
 * Creates what sees to the recent rows of a table, in the connection's transaction. Of ten million links nearly each new one, each tally and
 * each identifier went to a page of its own: read, written to the log, read there and written to its place.
 */
export function createRecentRows(
	connection: Connection,
	table: SpreadTable,
	{ kept = usual.kept, step = usual.step, turn = usual.turn }: RecentRowsOptions = {},
): RecentRows {
	const { by, ends, writes } = moved[table];
	const from = recentOf(table);
	const all = (select: (recent: string) => string) => from.map(select).join(' UNION ALL ');
	const between = `${by} > ?1 AND ${by} <= ?2`;
	const count = connection.prepare(
		`SELECT sum(counted) FROM (${all((recent) => `SELECT count(*) AS counted FROM ${recent}`)})`,
	);
	const find = connection.prepare(
		`${all((recent) => `SELECT ${by} FROM ${recent} WHERE ${by} > ?1`)} ORDER BY 1 LIMIT 1 OFFSET +?2`,
	);
	const copies = writes(all((recent) => `SELECT * FROM ${recent} WHERE ${between}`)).map((sql) =>
		connection.prepare(sql),
	);
	const removes = from.map((recent) => connection.prepare(`DELETE FROM ${recent} WHERE ${between}`));
	const readTurn = connection.prepare('SELECT turn FROM recent_rows WHERE name = ?');
	const take = connection.prepare(
		`UPDATE recent_rows SET turn = (turn + (taken + ?2 >= ?3)) % ${from.length}, taken = iif(taken + ?2 >= ?3, 0, taken + ?2) WHERE name = ?1`,
	);
	const readMoved = connection.prepare('SELECT moved FROM recent_rows WHERE name = ?');
	const writeMoved = connection.prepare('UPDATE recent_rows SET moved = ?2 WHERE name = ?1');
	const [first, end] = ends;
	let taking: number | undefined;
	let rows = 0;
	let uncounted = Number.POSITIVE_INFINITY;
	/** Moves so many rows or a few more, or those up to the end; goes on after the last one that was moved, round and round: so all are moved in the end. */
	const move = (wanted: number): void => {
		const [last] = readMoved.get<[Value]>(table) as [Value];
		const after = last ?? first;
		const [found] = find.get<[Value]>(after, wanted - 1) ?? [undefined];
		for (const copy of copies) copy.run(after, found ?? end);
		let removed = 0;
		for (const remove of removes) removed += Number(remove.run(after, found ?? end).changes);
		writeMoved.run(table, found ?? null);
		// Fewer may be there than were counted.
		const everything = found === undefined && last === null;
		rows = everything ? 0 : rows - removed;
	};
	return {
		taking() {
			if (taking === undefined) [taking] = readTurn.get<[number]>(table) as [number];
			return taking;
		},
		written(added) {
			taking = undefined;
			if (added === 0) return;
			take.run(table, added, turn);
			rows += added;
			uncounted += added;
			if (uncounted > countedAnewAfter) {
				[rows] = count.get<[number]>() as [number];
				uncounted = 0;
			}
			if (rows >= kept + step) while (rows > kept) move(rows - kept);
		},
		forget() {
			taking = undefined;
			uncounted = Number.POSITIVE_INFINITY;
		},
	};
}
