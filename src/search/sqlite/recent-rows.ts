// Moves rows whose places lie all over a large table there, many neighbours at once, from a small table where they are recent; knows neither links nor objects.
import type { Connection, Value } from './connection.ts';

export type RecentRowsOptions = {
	/** So many rows of each kind stay recent. */
	kept?: number;
	/** As many more must have come before any are moved. */
	step?: number;
};

export type RecentRows = {
	/** Hears that so many were written, and moves as many where enough are recent. */
	written(rows: number): void;
	/** Counts anew, since what was written was undone. */
	forget(): void;
};

// With 256 Ki rows, some 7 MB of links and 12 of identifiers, a page of ten million is written once for five rows or more, and what is recent stays at hand.
const usual: Required<RecentRowsOptions> = { kept: 2 ** 18, step: 1_000 };

// Other processes write and move rows, too, and one that is written again is counted twice.
const countedAnewAfter = 50_000;

type Moved = {
	recent: string;
	/** The column by which rows are in order; those that have the same in it are moved together. */
	by: string;
	/** Come before and after what is in that column; where one does not, as an empty key, it stays recent. */
	ends: readonly [Value, Value];
	/** Write the rows that come after parameter 1, up to parameter 2, to their places. */
	writes: readonly string[];
};

const between = (column: string) => `${column} > ?1 AND ${column} <= ?2`;

const moved = {
	link: {
		recent: 'recent_link_to',
		by: 'target',
		ends: [0, Number.MAX_SAFE_INTEGER],
		writes: [
			`INSERT OR FAIL INTO link_to SELECT * FROM recent_link_to WHERE ${between('target')} ORDER BY 1, 2, 3, 4, 5, 6`,
		],
	},
	tally: {
		recent: 'recent_tally',
		by: 'party',
		ends: [0, Number.MAX_SAFE_INTEGER],
		writes: [
			`INSERT OR FAIL INTO tally SELECT * FROM recent_tally WHERE ${between('party')} ORDER BY party, seen
				ON CONFLICT DO UPDATE SET identity = identity + excluded.identity, version = version + excluded.version`,
			`DELETE FROM tally WHERE identity = 0 AND version = 0 AND (party, seen) IN
				(SELECT party, seen FROM recent_tally WHERE ${between('party')} AND (identity < 0 OR version < 0))`,
		],
	},
	identifier: {
		recent: 'recent_identifier',
		by: 'key',
		ends: ['', '\u{10ffff}'],
		writes: [
			`INSERT OR FAIL INTO identifier SELECT * FROM recent_identifier WHERE ${between('key')} ORDER BY key, scheme`,
		],
	},
} as const satisfies Record<string, Moved>;

/**
 * Creates what sees to the recent rows of one kind, in the connection's transaction. Of ten million links nearly each new one, each tally and
 * each identifier went to a page of its own: read, written to the log, read there and written to its place.
 */
export function createRecentRows(
	connection: Connection,
	kind: keyof typeof moved,
	{ kept = usual.kept, step = usual.step }: RecentRowsOptions = {},
): RecentRows {
	const { recent, by, ends, writes }: Moved = moved[kind];
	const count = connection.prepare(`SELECT count(*) FROM ${recent}`);
	const find = connection.prepare(`SELECT ${by} FROM ${recent} WHERE ${by} > ?1 ORDER BY ${by} LIMIT 1 OFFSET +?2`);
	const copies = writes.map((sql) => connection.prepare(sql));
	const remove = connection.prepare(`DELETE FROM ${recent} WHERE ${between(by)}`);
	const changes = connection.prepare('SELECT changes()');
	const readLast = connection.prepare('SELECT last FROM recent_row_move WHERE moved = ?');
	const writeLast = connection.prepare('INSERT OR REPLACE INTO recent_row_move VALUES (?, ?)');
	const [first, end] = ends;
	let rows = 0;
	let uncounted = Number.POSITIVE_INFINITY;
	/** Moves so many rows or a few more, or those up to the end; goes on after the last one that was moved, round and round: so all are moved in the end. */
	const move = (wanted: number): void => {
		const [last] = readLast.get<[Value]>(kind) ?? [first];
		const [found] = find.get<[Value]>(last, wanted - 1) ?? [undefined];
		for (const statement of [...copies, remove]) statement.run(last, found ?? end);
		const [removed] = changes.get<[number]>() as [number];
		writeLast.run(kind, found ?? first);
		// Fewer may be there than were counted.
		const everything = found === undefined && last === first;
		rows = everything ? 0 : rows - removed;
	};
	return {
		written(added) {
			rows += added;
			uncounted += added;
			if (uncounted > countedAnewAfter) {
				[rows] = count.get<[number]>() as [number];
				uncounted = 0;
			}
			if (rows >= kept + step) while (rows > kept) move(rows - kept);
		},
		forget() {
			uncounted = Number.POSITIVE_INFINITY;
		},
	};
}
