// The tables of one generation of the index and what their numbers mean; knows no search.
import { type ObjectTypeName, objectTypeNames } from '../../../links/description.ts';
import {
	type GroupRelation,
	relationCode,
	type SearchRelation,
	searchRelationMeaning,
	searchRelations,
} from '../../../links/relation.ts';
import type { GroupBy, GroupId } from '../../../ports/search/search-index.ts';
import { analyseValues } from '../../../search/analysis.ts';
import { type ObjectTextField, objectTextFields } from '../../../search/query-node.ts';

/**
 * Numbers the format of a generation; kept as its `user_version` once it is complete. A change of the tables, of what is stored in them or
 * of the analysis of text takes the next number, and indexes of other numbers must be rebuilt.
 */
export const formatNumber = 6;

/** The tables whose rows come to tables of recent rows first. */
export type SpreadTable = 'identifier' | 'link_to' | 'tally';

const turns = [0, 1, 2, 3];

/** Names the tables of a table's recent rows, which take what comes by turns. */
export function recentOf(table: SpreadTable): readonly string[] {
	return turns.map((turn) => `recent_${table}_${turn}`);
}

/** Names a table and those of its recent rows. */
export function withRecent(table: SpreadTable): readonly string[] {
	return [table, ...recentOf(table)];
}

/** Who has said something, and what, each once. */
export const statementTables = `
CREATE TABLE provider (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE statement (id INTEGER PRIMARY KEY, provider INTEGER NOT NULL, date TEXT NOT NULL, sub_types TEXT NOT NULL, instant INTEGER NOT NULL, UNIQUE (provider, date, sub_types));
`;

/**
 * `object`, `document` and `text` share ids: a group's number for an Identity group, its negative for a Version group. What filters and orders
 * (`object`) lies apart from what is answered (`document`) and what is searched for words (`text`), so that each walk reads few pages.
 * `link.level` says where the link lies: 1 between Identity groups, 2 between Version groups, 3 both with the same history: one row
 * serves both for all groups that are alone in their Version group; where the levels of a link came one by one there may be two. `link.history` is the number of the one statement, or a JSON list of them.
 * `document` is shortened, see document-row.ts. `text` holds the words of each field.
 * `tally` counts a group's links by how they are seen from it (number in searchRelations); what is recent of it is to be added, and may be negative:
 * only the sum counts.
 * Each row of `link` that is seen from its target is in `link_to` as well, or recent, in the order that searches walk. Where an identifier leads stands
 * in `identifier`, or is recent.
 * `recent_rows` tells of each of these three which of its tables of recent rows takes what comes now, for how many rows it has, and up to where rows were moved last; see recent-rows.ts.
 */
export const tables = `
CREATE TABLE object (id INTEGER PRIMARY KEY, version INTEGER NOT NULL, type INTEGER NOT NULL, year INTEGER, sort_key TEXT NOT NULL);
CREATE TABLE document (id INTEGER PRIMARY KEY, keys TEXT NOT NULL, identifiers TEXT NOT NULL, fields TEXT NOT NULL, versions TEXT NOT NULL);
CREATE TABLE text (id INTEGER PRIMARY KEY, ${objectTextFields.map((field) => `${field} TEXT NOT NULL`).join(', ')});
${alsoRecent('identifier', 'key TEXT, scheme TEXT, identity INTEGER NOT NULL, PRIMARY KEY (key, scheme)')}
${statementTables}
CREATE TABLE link (source INTEGER, relation INTEGER, target INTEGER, level INTEGER, latest INTEGER NOT NULL, history INTEGER NOT NULL, PRIMARY KEY (source, relation, target, level)) WITHOUT ROWID;
${alsoRecent('link_to', 'target INTEGER, relation INTEGER, latest INTEGER, history INTEGER, source INTEGER, level INTEGER, PRIMARY KEY (target, relation, latest, history, source, level)')}
${alsoRecent('tally', 'party INTEGER, seen INTEGER, identity INTEGER NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (party, seen)')}
CREATE TABLE recent_rows (name TEXT PRIMARY KEY, turn INTEGER NOT NULL, taken INTEGER NOT NULL, moved) WITHOUT ROWID;
INSERT INTO recent_rows VALUES ('identifier', 0, 0, NULL), ('link_to', 0, 0, NULL), ('tally', 0, 0, NULL);
CREATE TABLE size (objects INTEGER NOT NULL, links INTEGER NOT NULL);
INSERT INTO size VALUES (0, 0);
`;

/**
 * What is made after the rows when a whole generation is built: the index that searches walk from sources, newest link last, with the rest of the row in
 * it, so that a walk needs nothing else of `link`.
 */
export const linkIndex = 'CREATE INDEX link_by_source ON link (source, relation, latest, history)';

/** Puts all links there that are seen from their targets. */
export const linksToArrangement = `INSERT INTO link_to SELECT target, relation, latest, history, source, level FROM link
	WHERE relation <> ${relationCode.IsRelatedTo} ORDER BY 1, 2, 3, 4, 5, 6`;

function alsoRecent(name: SpreadTable, columns: string): string {
	return withRecent(name)
		.map((table) => `CREATE TABLE ${table} (${columns}) WITHOUT ROWID;`)
		.join('\n');
}

/** One way in which a group sees its links: the number in searchRelations, the stored relation and the end at which the group stands. */
export type View = { seen: number; name: SearchRelation; relation: number; asked: 'source' | 'target' };

/** Lists the views in the order of searchRelations. */
export const views: readonly View[] = searchRelations.map((name, seen) => {
	const { relation, asked } = searchRelationMeaning[name];
	return { seen, name, relation: relationCode[relation], asked: asked === 'target' ? 'target' : 'source' };
});

/** Tells how each end of a link sees a relation, by the relation's code: numbers in searchRelations; the target of IsRelatedTo does not. */
export const seenFrom = {
	source: seenByRelation('source'),
	target: seenByRelation('target'),
} as const;

function seenByRelation(asked: View['asked']): readonly (number | undefined)[] {
	const seen: (number | undefined)[] = [];
	for (const view of views) if (view.asked === asked) seen[view.relation] = view.seen;
	return seen;
}

/** Numbers a relation between groups. */
export function codeOfRelation(relation: GroupRelation): number {
	return relationCode[relation];
}

/** Gives the bit of `link.level`. */
export const levelBit: Readonly<Record<GroupBy, 1 | 2>> = { identity: 1, version: 2 };

/** Gives the id in `object`, `document` and `text`. */
export function objectId(level: GroupBy, group: GroupId): number {
	return level === 'identity' ? group : -group;
}

/** Numbers a type. */
export function codeOfType(type: ObjectTypeName): number {
	return objectTypeNames.indexOf(type);
}

/** Names a numbered type. */
export function typeOfCode(code: number): ObjectTypeName {
	return objectTypeNames[code] as ObjectTypeName;
}

/** Analyses texts: writes the words of each field, as the columns of `text`. */
export function textColumns(text: Readonly<Record<ObjectTextField, readonly string[]>>): string[] {
	return objectTextFields.map((field) => wordsOf(analyseValues(text[field])));
}

/** Writes values so that words stand between spaces and no phrase reaches from one value into the next. */
function wordsOf(values: readonly string[]): string {
	return values.length === 0 ? '' : ` ${values.join(' | ')} `;
}
