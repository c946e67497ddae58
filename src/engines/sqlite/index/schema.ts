// The tables of one generation of the index, what their numbers mean, and what follows from them.
import { type ObjectTypeName, objectTypeNames } from '../../../links/description.ts';
import {
	type GroupRelation,
	relationCode,
	type SearchRelation,
	searchRelationMeaning,
	searchRelations,
} from '../../../links/relation.ts';
import type { GroupBy, GroupId, IndexObject } from '../../../ports/search/index-content.ts';
import type { IndexFormats } from '../../../ports/search/index-format.ts';
import { analyseValues } from '../../../search/analysis.ts';
import { flagRulesVersion } from '../../../search/flags/flags.ts';
import { type ObjectTextField, objectTextFields } from '../../../search/query-node.ts';
import { spacedValues } from '../../../search/relevance.ts';

/**
 * The format of a generation; stored as its `user_version` once it is complete. A change of the
 * tables, of what is stored in them or of the analysis of text takes the next number. Every
 * statement has to work on the oldest format as well, until it is no longer listed here.
 */
export const indexFormats: IndexFormats = { written: 22, oldest: 20, flagRules: flagRulesVersion };

/** The columns of `text` after the id; `version_titles` are those of IndexObject. */
export const textColumns: readonly (ObjectTextField | 'version_titles')[] = [...objectTextFields, 'version_titles'];

/**
 * `object`, `document` and `text` share ids: a group's number for an Identity group, its negative
 * for a Version group. What filters and orders (`object`) is separate from what is returned
 * (`document`, see document-row.ts) and from what is searched for words (`text`, the words of each
 * field), so each scan reads few pages.
 *
 * `object.publishers` is a JSON list of names, NULL where there is none; `object.journal` is one name
 * or NULL, and no column in format 20. `document.traits` are the keys that flags compare, one a line, and
 * no column in formats before 22. `words` is the index from
 * words to works, in rows of its own order (see word-rows.ts). It stores no text itself: removing a
 * row takes the words that it had. `vocabulary` lists its words. `year` lists the years that works
 * have or had.
 *
 * `statement` is who asserted something (`provider`), when (`instant` to `until`) and how, once for
 * all links that it is about; its rows never change. `sub_types` is a JSON list; its last element
 * is a list of the reversed ones (see HistoryItem) where there are any. `link.history` is the
 * number of the one statement, or a JSON list of them, newest first, and `link.latest` the latest
 * of their instants.
 *
 * `link.level` is the level of the link: 1 between Identity groups, 2 between Version groups, 3
 * both with the same history, so one row serves both for all groups that are alone in their Version
 * group. Where the levels of a link were written separately there may be two rows with the same
 * history.
 *
 * `tally` counts a group's links by how they are seen from it (position in searchRelations).
 * `summary` is one row: the counts of SearchReader.size, a number that grows with each update, the
 * sync token (see IndexGenerations), and the rules of flags (see Built; no column in formats before
 * 22). The number begins with the milliseconds of the clock, so a new index does not repeat the states
 * of a deleted one.
 */
export const tables = `
CREATE TABLE object (
  id INTEGER PRIMARY KEY, version INTEGER NOT NULL, type INTEGER NOT NULL, year INTEGER, published REAL,
  sort_key TEXT NOT NULL, publishers TEXT, journal TEXT
);
CREATE TABLE document (
  id INTEGER PRIMARY KEY, keys TEXT NOT NULL, identifiers TEXT NOT NULL, fields TEXT NOT NULL, versions TEXT NOT NULL,
  traits TEXT NOT NULL
);
CREATE TABLE text (id INTEGER PRIMARY KEY, ${textColumns.map((column) => `${column} TEXT NOT NULL`).join(', ')});
CREATE VIRTUAL TABLE words USING fts5 (
  ${textColumns.join(', ')}, marks, content = '', columnsize = 0, detail = none, tokenize = 'ascii'
);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, row);
CREATE TABLE year (year INTEGER PRIMARY KEY);
CREATE TABLE identifier (key TEXT, scheme TEXT, identity INTEGER NOT NULL, PRIMARY KEY (key, scheme)) WITHOUT ROWID;
CREATE TABLE provider (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE statement (
  id INTEGER PRIMARY KEY, provider INTEGER NOT NULL, date TEXT NOT NULL, sub_types TEXT NOT NULL,
  instant INTEGER NOT NULL, until INTEGER NOT NULL, UNIQUE (provider, date, sub_types)
);
CREATE TABLE link (
  source INTEGER, relation INTEGER, target INTEGER, level INTEGER, latest INTEGER NOT NULL, history INTEGER NOT NULL,
  PRIMARY KEY (source, relation, target, level)
) WITHOUT ROWID;
CREATE TABLE tally (
  party INTEGER, seen INTEGER, identity INTEGER NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (party, seen)
) WITHOUT ROWID;
CREATE TABLE summary (
  objects INTEGER NOT NULL, links INTEGER NOT NULL, revision INTEGER NOT NULL, sync_token TEXT NOT NULL,
  flag_rules INTEGER NOT NULL
);
INSERT INTO summary VALUES (0, 0, CAST(unixepoch('subsec') * 1000 AS INTEGER), '', 0);
`;

/**
 * Selects links that are seen from their target: IsRelatedTo is stored in both directions, each
 * seen from its source.
 */
export const seenFromTarget = `relation <> ${relationCode.IsRelatedTo}`;

/**
 * Searches read these indexes from either end, newest link last. Each contains the whole row, since
 * it has the columns of the primary key besides its own. A generation that is built gets them after
 * its rows.
 */
const linkIndexes: readonly string[] = [
	'CREATE INDEX link_by_source ON link (source, relation, latest, history)',
	`CREATE INDEX link_by_target ON link (target, relation, latest, history) WHERE ${seenFromTarget}`,
];

/** Finds the members of a Version group except the one with its number, if any: see membersOf. */
const memberIndex = 'CREATE INDEX object_in_family ON object (version) WHERE version <> id AND id > 0';

/** Lists all indexes beside the primary keys. */
export const indexes: readonly string[] = [...linkIndexes, memberIndex];

/** Writes a subquery of the ids of the Identity groups that are members of a Version group. */
export function membersOf(version: string): string {
	return `SELECT id FROM object WHERE id = ${version} AND version = ${version} UNION ALL
		SELECT id FROM object INDEXED BY object_in_family WHERE version = ${version} AND version <> id AND id > 0`;
}

/**
 * One way in which a group sees its links: its position in searchRelations, the stored relation,
 * the end at which the group stands and the other one.
 */
export type View = {
	seen: number;
	name: SearchRelation;
	relation: number;
	asked: 'source' | 'target';
	other: 'source' | 'target';
};

/** Lists the views in the order of searchRelations. */
export const views: readonly View[] = searchRelations.map((name, seen) => {
	const { relation, asked } = searchRelationMeaning[name];
	// IsRelatedTo, which may be asked from either end, is stored in both directions.
	const fromTarget = asked === 'target';
	return {
		seen,
		name,
		relation: relationCode[relation],
		asked: fromTarget ? 'target' : 'source',
		other: fromTarget ? 'source' : 'target',
	};
});

/**
 * How each end of a link sees a relation, by the relation's code: positions in searchRelations; the
 * target of IsRelatedTo does not see it.
 */
export const seenFrom = {
	source: seenByRelation('source'),
	target: seenByRelation('target'),
} as const;

function seenByRelation(asked: View['asked']): readonly (number | undefined)[] {
	const seen: (number | undefined)[] = [];
	for (const view of views) if (view.asked === asked) seen[view.relation] = view.seen;
	return seen;
}

/** The view in which a tally counts citing works. */
export const seenAsCited = searchRelations.indexOf('isCitedBy');

/** Returns the number of a relation between groups. */
export function codeOfRelation(relation: GroupRelation): number {
	return relationCode[relation];
}

export const levelBit: Readonly<Record<GroupBy, 1 | 2>> = { identity: 1, version: 2 };

/** Returns the id in `object`, `document` and `text`. */
export function objectId(level: GroupBy, group: GroupId): number {
	return level === 'identity' ? group : -group;
}

export function codeOfType(type: ObjectTypeName): number {
	return objectTypeNames.indexOf(type);
}

export function typeOfCode(code: number): ObjectTypeName {
	return objectTypeNames[code] as ObjectTypeName;
}

/** Analyses texts: writes the words of textColumns. */
export function textRow({ text, versionTitles }: Pick<IndexObject, 'text' | 'versionTitles'>): string[] {
	return [...objectTextFields.map((field) => wordsOf(text[field])), wordsOf(versionTitles)];
}

/** Analyses values, and writes them as spacedValues does. */
export function wordsOf(values: readonly string[]): string {
	return spacedValues(analyseValues(values));
}

/**
 * Writes the select of party, seen, identity and version of links: the rows that `tally` should have,
 * of all parties or of those that meet a condition.
 */
export function talliesOfLinks(condition = 'IS NOT NULL'): string {
	return (['source', 'target'] as const)
		.map(
			(end) => `SELECT ${end} AS party, seen, sum(level & 1) AS identity, sum(level >> 1) AS version FROM
				(SELECT ${end}, ${seenBy(end)} AS seen, level FROM link WHERE ${end} ${condition})
				WHERE seen IS NOT NULL GROUP BY ${end}, seen`,
		)
		.join(' UNION ALL ');
}

/** Writes how an end of a link sees it; NULL where it does not. */
function seenBy(end: View['asked']): string {
	const cases = views.filter(({ asked }) => asked === end).map(({ relation, seen }) => `WHEN ${relation} THEN ${seen}`);
	return `CASE relation ${cases.join(' ')} END`;
}
