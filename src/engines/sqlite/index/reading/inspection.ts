// Compares the content of one generation of the index with what it should have.
import { isDeepStrictEqual } from 'node:util';
import type { GroupBy, GroupId, IndexLink, IndexObject } from '../../../../ports/search/index-content.ts';
import type { IndexCounts, LinkAtLevel } from '../../../../ports/search/index-inspection.ts';
import type { Connection, Value } from '../connection.ts';
import { leadingTo } from '../document-row.ts';
import { codeOfRelation, levelBit, objectId, talliesOfLinks } from '../schema.ts';
import { rowsOf } from '../writing/object-writer.ts';
import type { HistoryReader } from './histories.ts';

/** Inspects a generation; `groupsAfter` lists the next ones, none at the end. */
export type GenerationInspection = {
	differingObjects(objects: readonly IndexObject[]): IndexObject[];
	differingLinks(links: readonly IndexLink[]): LinkAtLevel[];
	groupsAfter(level: GroupBy, last: GroupId): GroupId[];
	counts(): IndexCounts;
};

const groupsPerStep = 5_000;

const levels: readonly GroupBy[] = ['identity', 'version'];

export function createInspection(connection: Connection, readHistory: HistoryReader): GenerationInspection {
	const isSame = createObjectComparison(connection);
	const findLink = connection.prepare(
		'SELECT level, latest, history FROM link WHERE source = ? AND relation = ? AND target = ?',
	);
	const identityGroups = connection.prepare(`SELECT id FROM object WHERE id > ? ORDER BY id LIMIT ${groupsPerStep}`);
	const versionGroups = connection.prepare(
		`SELECT -id FROM object WHERE id < -? ORDER BY id DESC LIMIT ${groupsPerStep}`,
	);
	const holds = (history: number | string, wanted: NonNullable<IndexLink['identity']>): boolean => {
		try {
			return isDeepStrictEqual(readHistory(history), wanted);
		} catch {
			// A statement is missing.
			return false;
		}
	};
	return {
		differingObjects: (objects) => objects.filter((object) => !isSame(object)),
		differingLinks: (links) =>
			links.flatMap((link) => {
				const { source, relation, target } = link;
				const rows = findLink.all<[number, number, number | string]>(source, codeOfRelation(relation), target);
				return levels.flatMap((level): LinkAtLevel[] => {
					const wanted = link[level];
					if (wanted === undefined) return [];
					const row = rows.find(([stored]) => stored & levelBit[level]);
					const latest = wanted.reduce((last, { instant }) => Math.max(last, instant), Number.NEGATIVE_INFINITY);
					const isRight = row ? row[1] === latest && holds(row[2], wanted) : wanted.length === 0;
					return isRight ? [] : [{ source, relation, target, level }];
				});
			}),
		groupsAfter: (level, last) =>
			(level === 'identity' ? identityGroups : versionGroups).all<[GroupId]>(last).map(([group]) => group),
		counts: () => countAll(connection),
	};
}

/** Compares objects with the rows that writers make of them. */
function createObjectComparison(connection: Connection): (object: IndexObject) => boolean {
	const lead = connection.prepare('SELECT identity FROM identifier WHERE key = ? AND scheme = ?');
	const hasRow = (table: string, wanted: readonly Value[]): boolean => {
		const row = connection.prepare(`SELECT * FROM ${table} WHERE id = ?`).get(wanted[0] as number);
		return row !== undefined && isDeepStrictEqual([...row], wanted.slice(0, row.length));
	};
	return (object) => {
		const id = objectId(object.level, object.group);
		const rows = Object.entries(rowsOf(object));
		const leads = leadingTo(object).every(({ key, scheme }) => lead.get<[number]>(key, scheme)?.[0] === id);
		return leads && rows.every(([table, row]) => hasRow(table, row));
	};
}

function countAll(connection: Connection): IndexCounts {
	const numbers = (sql: string) => connection.prepare(sql).get<number[]>() as number[];
	const [identityObjects = 0, versionObjects = 0] = numbers(
		'SELECT count(*) FILTER (WHERE id > 0), count(*) FILTER (WHERE id < 0) FROM object',
	);
	const [identityLinks = 0, versionLinks = 0] = numbers(
		'SELECT coalesce(sum(level & 1), 0), coalesce(sum(level >> 1), 0) FROM link',
	);
	const [objects = 0, links = 0] = numbers('SELECT objects, links FROM summary');
	const [astray = 0] = numbers(
		'SELECT count(*) FROM identifier i WHERE NOT EXISTS (SELECT 1 FROM object o WHERE o.id = i.identity)',
	);
	return {
		objects: { identity: identityObjects, version: versionObjects },
		links: { identity: identityLinks, version: versionLinks },
		miscounted:
			countWrongTallies(connection) + astray + Number(objects !== identityObjects) + Number(links !== identityLinks),
	};
}

const partiesPerStep = 50_000;

/** Counts wrong rows of `tally`, a range of parties at a time: SQLite sorts each range in memory. */
function countWrongTallies(connection: Connection): number {
	const highest = connection.prepare('SELECT coalesce(max(party), 0) FROM tally');
	const within = 'BETWEEN ?1 AND ?2';
	const compare = connection.prepare(
		`WITH wanted AS (${talliesOfLinks(within)}),
			kept AS (SELECT party, seen, identity, version FROM tally WHERE party ${within})
			SELECT (SELECT count(*) FROM (SELECT * FROM wanted EXCEPT SELECT * FROM kept))
				+ (SELECT count(*) FROM (SELECT * FROM kept EXCEPT SELECT * FROM wanted))`,
	);
	const [last = 0] = highest.get<[number]>() ?? [];
	let wrong = 0;
	for (let first = 0; ; first += partiesPerStep) {
		const isLast = first + partiesPerStep > last;
		wrong += compare.get<[number]>(first, isLast ? Number.MAX_SAFE_INTEGER : first + partiesPerStep - 1)?.[0] ?? 0;
		if (isLast) return wrong;
	}
}
