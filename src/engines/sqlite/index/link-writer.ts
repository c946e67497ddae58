// Writes links between groups, their tallies, and only what differs from what is there; knows no objects.
import type { Connection, Statement, Value } from './connection.ts';
import { type LinkRows, unpackLinks } from './packed-rows.ts';
import { createRecentRows, type RecentRows, type RecentRowsOptions } from './recent-rows.ts';
import { codeOfRelation, levelBit, recentOf, seenFrom, withRecent } from './schema.ts';
import { createStatementWriter, type StoredHistory } from './statements.ts';

export type LinkWriter = {
	/** Brings links to the states given; answers by how many the links between Identity groups grew. */
	put(rows: LinkRows): number;
	/** Removes all links at one level that touch a group; answers by how many the links between Identity groups grew (never up). */
	removeAll(level: keyof typeof levelBit, group: number): number;
	/** Forgets what was prepared for a transaction that was not to be. */
	forget(): void;
};

/** What the two levels say of one link. */
type State = { identity: StoredHistory | null; version: StoredHistory | null };
type LevelRow = { level: number } & StoredHistory;
/** The rows are those that keep the state: two where the levels came one by one, though they say the same. */
type KeptState = State & { rows: readonly LevelRow[] };
type Key = { source: number; relation: number; target: number };

const nowhere: KeptState = { identity: null, version: null, rows: [] };

/** Writes links in the connection's transaction. */
export function createLinkWriter(connection: Connection, recent?: RecentRowsOptions): LinkWriter {
	const statements = createStatementWriter(connection);
	const recentRows = {
		link: createRecentRows(connection, 'link_to', recent),
		tally: createRecentRows(connection, 'tally', recent),
	};
	const rows = createKeptLinks(connection, recentRows.link);
	const addTallies = createTallyWriter(connection, recentRows.tally);
	const settle = (written: number, tally: Tally): number => {
		const grown = addTallies(tally);
		recentRows.link.written(written);
		recentRows.tally.written(tally.size);
		return grown;
	};

	return {
		put({ links, histories }) {
			const sorted = [...unpackLinks(links, histories.map(statements.store))];
			// Stable, so that of two states of one link the later stays the later.
			sorted.sort(
				(one, other) => one.source - other.source || one.relation - other.relation || one.target - other.target,
			);
			const tally: Tally = new Map();
			let source = -1;
			let fresh = false;
			let last: Key = { source: -1, relation: -1, target: -1 };
			for (const link of sorted) {
				if (link.source !== source) {
					source = link.source;
					fresh = !rows.hasAny(source);
				}
				const again = last.target === link.target && last.relation === link.relation && last.source === source;
				const old = fresh && !again ? nowhere : rows.read(link);
				const state = {
					identity: link.identity === undefined ? old.identity : link.identity,
					version: link.version === undefined ? old.version : link.version,
				};
				rows.write(link, old.rows, state);
				countChange(tally, link, old, state);
				last = link;
			}
			return settle(sorted.length, tally);
		},
		removeAll(level, group) {
			const tally: Tally = new Map();
			const keys = rows.touching(group);
			for (const key of keys) {
				const old = rows.read(key);
				if (old[level] === null) continue;
				const state = { ...old, [level]: null };
				rows.write(key, old.rows, state);
				countChange(tally, key, old, state);
			}
			return settle(keys.length, tally);
		},
		forget() {
			statements.forget();
			recentRows.link.forget();
			recentRows.tally.forget();
		},
	};
}

type KeptLinks = {
	hasAny(source: number): boolean;
	read(key: Key): KeptState;
	/** Brings what is kept of a link from these rows to the state. */
	write(key: Key, before: readonly LevelRow[], state: State): void;
	/** Lists the links with the group at either end, whatever their level. */
	touching(group: number): Key[];
};

function createKeptLinks(connection: Connection, recent: RecentRows): KeptLinks {
	const any = connection.prepare('SELECT 1 FROM link WHERE source = ? LIMIT 1');
	const find = connection.prepare(
		'SELECT level, latest, history FROM link WHERE source = ? AND relation = ? AND target = ?',
	);
	const put = connection.prepare('INSERT OR FAIL INTO link VALUES (?, ?, ?, ?, ?, ?)');
	const remove = connection.prepare('DELETE FROM link WHERE source = ? AND relation = ? AND target = ? AND level = ?');
	const bySource = connection.prepare('SELECT DISTINCT relation, target FROM link WHERE source = ?');
	const byTarget = connection.prepare(
		withRecent('link_to')
			.map((table) => `SELECT relation, source FROM ${table} WHERE target = ?1`)
			.join(' UNION '),
	);
	const toTarget = createLinksTo(connection, recent);
	return {
		hasAny: (source) => any.get(source) !== undefined,
		read({ source, relation, target }) {
			const found = find.all<[number, number, number | string]>(source, relation, target);
			const rows = found.map(([level, latest, history]): LevelRow => ({ level, latest, history }));
			return {
				rows,
				identity: rows.find(({ level }) => level & levelBit.identity) ?? null,
				version: rows.find(({ level }) => level & levelBit.version) ?? null,
			};
		},
		write({ source, relation, target }, before, state) {
			const after = levelRows(state);
			for (const row of before) {
				if (after.some((other) => isSame(row, other))) continue;
				remove.run(source, relation, target, row.level);
				toTarget.remove({ source, relation, target }, row);
			}
			for (const row of after) {
				const { level, latest, history } = row;
				if (before.some((other) => isSame(row, other))) continue;
				put.run(source, relation, target, level, latest, history);
				toTarget.add({ source, relation, target }, row);
			}
		},
		touching(group) {
			const keys: Key[] = [];
			for (const [relation, target] of bySource.all<[number, number]>(group)) {
				keys.push({ source: group, relation, target });
				// What is related says so from both ends.
				if (relation === codeOfRelation('IsRelatedTo')) keys.push({ source: target, relation, target: group });
			}
			for (const [relation, source] of byTarget.all<[number, number]>(group)) {
				keys.push({ source, relation, target: group });
			}
			return keys;
		},
	};
}

type LinksTo = { add(key: Key, row: LevelRow): void; remove(key: Key, row: LevelRow): void };

/** Keeps rows of links for those who walk from targets, as far as they are seen from there: new ones are recent. */
function createLinksTo(connection: Connection, recent: RecentRows): LinksTo {
	const adds = recentOf('link_to').map((table) =>
		connection.prepare(`INSERT OR FAIL INTO ${table} VALUES (?, ?, ?, ?, ?, ?)`),
	);
	const removes = withRecent('link_to').map((table) =>
		connection.prepare(
			`DELETE FROM ${table} WHERE target = ? AND relation = ? AND latest = ? AND history = ? AND source = ? AND level = ?`,
		),
	);
	const columnsOf = ({ source, relation, target }: Key, { level, latest, history }: LevelRow): Value[] => [
		target,
		relation,
		latest,
		history,
		source,
		level,
	];
	const isSeen = ({ relation }: Key) => seenFrom.target[relation] !== undefined;
	return {
		add(key, row) {
			if (isSeen(key)) (adds[recent.taking()] as Statement).run(...columnsOf(key, row));
		},
		remove(key, row) {
			if (isSeen(key)) removes.some((statement) => Number(statement.run(...columnsOf(key, row)).changes) > 0);
		},
	};
}

function isSame(one: LevelRow, other: LevelRow): boolean {
	return one.level === other.level && one.history === other.history && one.latest === other.latest;
}

/** Tells which rows keep a state: one for both levels where they say the same. */
export function levelRows({ identity, version }: State): LevelRow[] {
	const both = identity !== null && version !== null && identity.history === version.history;
	if (both) return [{ ...identity, level: levelBit.identity | levelBit.version }];
	const rows = [];
	if (identity) rows.push({ ...identity, level: levelBit.identity });
	if (version) rows.push({ ...version, level: levelBit.version });
	return rows;
}

/** Gathers by how much tallies change, by party and view as one number, so that each is written once. */
type Tally = Map<number, { identity: number; version: number }>;
const viewsPerParty = 8;

function countChange(tally: Tally, { source, relation, target }: Key, old: State, state: State): void {
	const identity = Number(state.identity !== null) - Number(old.identity !== null);
	const version = Number(state.version !== null) - Number(old.version !== null);
	if (identity === 0 && version === 0) return;
	countSeen(tally, source, seenFrom.source[relation], identity, version);
	countSeen(tally, target, seenFrom.target[relation], identity, version);
}

function countSeen(tally: Tally, party: number, seen: number | undefined, identity: number, version: number): void {
	if (seen === undefined) return;
	const key = party * viewsPerParty + seen;
	const change = tally.get(key);
	if (change) {
		change.identity += identity;
		change.version += version;
	} else tally.set(key, { identity, version });
}

/** Makes what adds changes to the tallies kept; it answers by how many the links between Identity groups grew. */
function createTallyWriter(connection: Connection, recent: RecentRows): (tally: Tally) => number {
	const writers = recentOf('tally').map((table) => ({
		add: connection.prepare(
			`INSERT OR FAIL INTO ${table} VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET identity = identity + excluded.identity, version = version + excluded.version`,
		),
		removeEmpty: connection.prepare(
			`DELETE FROM ${table} WHERE party = ? AND seen = ? AND identity = 0 AND version = 0`,
		),
	}));
	return (tally) => {
		const { add, removeEmpty } = writers[recent.taking()] as (typeof writers)[number];
		let links = 0;
		for (const key of Float64Array.from(tally.keys()).sort()) {
			const { identity, version } = tally.get(key) as { identity: number; version: number };
			if (identity === 0 && version === 0) continue;
			const seen = key % viewsPerParty;
			const party = (key - seen) / viewsPerParty;
			const parameters: Value[] = [party, seen];
			add.run(...parameters, identity, version);
			// What comes to nothing otherwise goes when it is moved.
			if (identity < 0 || version < 0) removeEmpty.run(...parameters);
			if (seenFrom.source.includes(seen)) links += identity;
		}
		return links;
	};
}
