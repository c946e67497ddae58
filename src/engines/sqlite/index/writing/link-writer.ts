// Writes links between groups where they differ from what is stored; counts how many links groups
// have in each view.
import type { GroupBy, GroupId, IndexLink } from '../../../../ports/search/index-content.ts';
import type { Connection } from '../connection.ts';
import { codeOfRelation, levelBit, seenAsCited, seenFrom, seenFromTarget } from '../schema.ts';
import { createStatementWriter, type StatementWriter, type StoredHistory } from './statement-writer.ts';

export type LinkWriter = {
	/** Sets links to the states given; returns by how many the links between Identity groups grew. */
	put(links: readonly IndexLink[]): number;
	/** Removes all links of a group at one level; returns the growth as `put` does. */
	removeAll(level: GroupBy, group: GroupId): number;
	/** Clears the numbers given in a transaction that was rolled back. */
	reset(): void;
};

/** The state of one link at both levels. */
type State = { identity: StoredHistory | null; version: StoredHistory | null };
/**
 * A state, and its rows: two where the levels were written separately, even if they are the same.
 */
type StoredState = State & { rows: readonly LevelRow[] };
type LevelRow = { level: number } & StoredHistory;
type Key = { source: GroupId; relation: number; target: GroupId };

/** Writes links in the connection's transaction; for `onCitations` see createTallyWriter. */
export function createLinkWriter(connection: Connection, onCitations: (group: GroupId) => void): LinkWriter {
	const statements = createStatementWriter(connection);
	const tallies = createTallyWriter(connection, onCitations);
	const rows = createLinkRows(connection);
	const bring = (key: Key, old: StoredState, state: State): void => {
		rows.write(key, old.rows, levelRows(state));
		tallies.add(key, {
			identity: Number(state.identity !== null) - Number(old.identity !== null),
			version: Number(state.version !== null) - Number(old.version !== null),
		});
	};
	return {
		put(links) {
			// Neighbours find their page in the cache. Stable, so the later of two states of one link
			// stays the later.
			const sorted = links.toSorted((one, other) => one.source - other.source || one.target - other.target);
			for (const { source, relation, target, ...histories } of sorted) {
				const key = { source, relation: codeOfRelation(relation), target };
				const old = rows.read(key);
				bring(key, old, { ...old, ...storedHistories(statements, histories) });
			}
			return tallies.write();
		},
		removeAll(level, group) {
			for (const key of rows.touching(group)) {
				const old = rows.read(key);
				bring(key, old, { ...old, [level]: null });
			}
			return tallies.write();
		},
		reset: statements.reset,
	};
}

function storedHistories(
	{ store }: StatementWriter,
	{ identity, version }: Pick<IndexLink, 'identity' | 'version'>,
): Partial<State> {
	const stored: Partial<State> = {};
	if (identity) stored.identity = store(identity);
	if (version) stored.version = store(version);
	return stored;
}

function createLinkRows(connection: Connection) {
	const find = connection.prepare(
		'SELECT level, latest, history FROM link WHERE source = ? AND relation = ? AND target = ?',
	);
	const put = connection.prepare('INSERT INTO link VALUES (?, ?, ?, ?, ?, ?)');
	const remove = connection.prepare('DELETE FROM link WHERE source = ? AND relation = ? AND target = ? AND level = ?');
	const bySource = connection.prepare('SELECT DISTINCT relation, target FROM link WHERE source = ?');
	const byTarget = connection.prepare(
		`SELECT DISTINCT relation, source FROM link INDEXED BY link_by_target WHERE target = ? AND ${seenFromTarget}`,
	);
	return {
		read({ source, relation, target }: Key): StoredState {
			const found = find.all<[number, number, number | string]>(source, relation, target);
			const rows = found.map(([level, latest, history]): LevelRow => ({ level, latest, history }));
			return {
				rows,
				identity: rows.find(({ level }) => level & levelBit.identity) ?? null,
				version: rows.find(({ level }) => level & levelBit.version) ?? null,
			};
		},
		/** Replaces the earlier rows of a link with the new ones. */
		write({ source, relation, target }: Key, before: readonly LevelRow[], after: readonly LevelRow[]): void {
			for (const row of before) {
				if (!after.some((other) => isSame(row, other))) remove.run(source, relation, target, row.level);
			}
			for (const row of after) {
				if (before.some((other) => isSame(row, other))) continue;
				put.run(source, relation, target, row.level, row.latest, row.history);
			}
		},
		/** Lists the links with the group at either end, whatever their level. */
		touching(group: GroupId): Key[] {
			const keys: Key[] = [];
			for (const [relation, target] of bySource.all<[number, number]>(group)) {
				keys.push({ source: group, relation, target });
				// Symmetric links are stored in both directions.
				if (relation === codeOfRelation('IsRelatedTo')) keys.push({ source: target, relation, target: group });
			}
			for (const [relation, source] of byTarget.all<[number, number]>(group)) {
				keys.push({ source, relation, target: group });
			}
			return keys;
		},
	};
}

function isSame(one: LevelRow, other: LevelRow): boolean {
	return one.level === other.level && one.history === other.history && one.latest === other.latest;
}

/** Returns the rows of a state: one for both levels where they are the same. */
export function levelRows({ identity, version }: State): LevelRow[] {
	const both = identity !== null && version !== null && identity.history === version.history;
	if (both) return [{ ...identity, level: levelBit.identity | levelBit.version }];
	const rows: LevelRow[] = [];
	if (identity) rows.push({ ...identity, level: levelBit.identity });
	if (version) rows.push({ ...version, level: levelBit.version });
	return rows;
}

/** By how much the links at either level grow. */
type Growth = { identity: number; version: number };

/** Gathers changes of tallies, so each is written once. */
type TallyWriter = {
	/** Counts a change of a link at both of its ends. */
	add(link: { source: number; relation: number; target: number }, growth: Growth): void;
	/** Writes what was gathered; returns by how many the links between Identity groups grew. */
	write(): number;
};

// Party and view as one number.
const viewsPerParty = 8;

/**
 * Writes tallies in the connection's transaction; `onCitations` is called with a group before its
 * number of citing works changes.
 */
function createTallyWriter(connection: Connection, onCitations: (group: GroupId) => void): TallyWriter {
	const grow = connection.prepare(
		`INSERT INTO tally VALUES (?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET identity = identity + excluded.identity, version = version + excluded.version`,
	);
	const removeEmpty = connection.prepare(
		'DELETE FROM tally WHERE party = ? AND seen = ? AND identity = 0 AND version = 0',
	);
	let gathered = new Map<number, Growth>();
	let links = 0;
	const count = (party: number, seen: number | undefined, { identity, version }: Growth): void => {
		if (seen === undefined) return;
		const key = party * viewsPerParty + seen;
		const before = gathered.get(key) ?? { identity: 0, version: 0 };
		gathered.set(key, { identity: before.identity + identity, version: before.version + version });
	};
	return {
		add({ source, relation, target }, growth) {
			if (growth.identity === 0 && growth.version === 0) return;
			links += growth.identity;
			count(source, seenFrom.source[relation], growth);
			count(target, seenFrom.target[relation], growth);
		},
		write() {
			// In their order, so neighbours find their page in the cache.
			for (const [key, { identity, version }] of [...gathered].sort(([one], [other]) => one - other)) {
				const seen = key % viewsPerParty;
				const party = (key - seen) / viewsPerParty;
				if (seen === seenAsCited) onCitations(party);
				grow.run(party, seen, identity, version);
				if (identity < 0 || version < 0) removeEmpty.run(party, seen);
			}
			const grown = links;
			gathered = new Map();
			links = 0;
			return grown;
		},
	};
}
