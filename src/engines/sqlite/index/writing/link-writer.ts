// Writes links between groups, and only what differs from what is there; knows no objects.
import type { GroupBy, GroupId, IndexLink } from '../../../../ports/search/index-content.ts';
import type { Connection } from '../connection.ts';
import { codeOfRelation, levelBit, seenFromTarget } from '../schema.ts';
import { createStatementWriter, type StatementWriter, type StoredHistory } from './statement-writer.ts';
import { createTallyWriter } from './tally-writer.ts';

/** Writes links. */
export type LinkWriter = {
	/**
	 * Brings links to the states given; answers by how many the links between Identity groups grew.
	 */
	put(links: readonly IndexLink[]): number;
	/** Removes all links at one level that touch a group; answers as `put` does. */
	removeAll(level: GroupBy, group: GroupId): number;
	/** Forgets what was numbered for a transaction that was rolled back. */
	forget(): void;
};

/** What the two levels say of one link. */
type State = { identity: StoredHistory | null; version: StoredHistory | null };
/**
 * A state, and the rows that hold it: two where the levels came one by one, though they say the
 * same.
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
			// Neighbours find their page in the cache. Stable, so that of two states of one link the
			// later stays the later.
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
		forget: statements.forget,
	};
}

/** Numbers the histories that are given of a link. */
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
		/** Brings the rows of a link from those before to those after. */
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
				// What is symmetric comes in both directions.
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

/** Tells which rows hold a state: one for both levels where they say the same. */
export function levelRows({ identity, version }: State): LevelRow[] {
	const both = identity !== null && version !== null && identity.history === version.history;
	if (both) return [{ ...identity, level: levelBit.identity | levelBit.version }];
	const rows: LevelRow[] = [];
	if (identity) rows.push({ ...identity, level: levelBit.identity });
	if (version) rows.push({ ...version, level: levelBit.version });
	return rows;
}
