// The tables of one generation of the index and what their numbers mean; knows no search.
import { type ObjectTypeName, objectTypeNames } from '../../links/description.ts';
import {
	type GroupRelation,
	relationCode,
	type SearchRelation,
	searchRelationMeaning,
	searchRelations,
} from '../../links/relation.ts';
import { analyseValues } from '../analysis.ts';
import { type ObjectTextField, objectTextFields } from '../query-node.ts';
import type { GroupBy, GroupId } from '../search-index.ts';

/**
 * Numbers the format of a generation; kept as its `user_version` once it is complete. A change of the tables, of what is stored in them or
 * of the analysis of text takes the next number, and indexes of other numbers must be rebuilt.
 */
export const formatNumber = 4;

/**
 * `object`, `document` and `text` share ids: a group's number for an Identity group, its negative for a Version group. What filters and orders
 * (`object`) lies apart from what is answered (`document`) and what is searched for words (`text`), so that each walk reads few pages.
 * `link.level` says where the link lies: 1 between Identity groups, 2 between Version groups, 3 both with the same history: one row
 * serves both for all groups that are alone in their Version group; where the levels of a link came one by one there may be two. `link.history` is the number of the one statement, or a JSON list of them.
 * `document` is shortened, see document-row.ts. `text` holds the words of each field.
 * `tally` counts a group's links by how they are seen from it (number in searchRelations).
 */
export const tables = `
CREATE TABLE object (id INTEGER PRIMARY KEY, version INTEGER NOT NULL, type INTEGER NOT NULL, year INTEGER, sort_key TEXT NOT NULL);
CREATE TABLE document (id INTEGER PRIMARY KEY, keys TEXT NOT NULL, identifiers TEXT NOT NULL, fields TEXT NOT NULL, versions TEXT NOT NULL);
CREATE TABLE text (id INTEGER PRIMARY KEY, ${objectTextFields.map((field) => `${field} TEXT NOT NULL`).join(', ')});
CREATE TABLE identifier (key TEXT, scheme TEXT, identity INTEGER NOT NULL, PRIMARY KEY (key, scheme)) WITHOUT ROWID;
CREATE TABLE provider (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE statement (id INTEGER PRIMARY KEY, provider INTEGER NOT NULL, date TEXT NOT NULL, sub_types TEXT NOT NULL, instant INTEGER NOT NULL, UNIQUE (provider, date, sub_types));
CREATE TABLE link (source INTEGER, relation INTEGER, target INTEGER, level INTEGER, latest INTEGER NOT NULL, history INTEGER NOT NULL, PRIMARY KEY (source, relation, target, level)) WITHOUT ROWID;
CREATE TABLE tally (party INTEGER, seen INTEGER, identity INTEGER NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (party, seen)) WITHOUT ROWID;
CREATE TABLE size (objects INTEGER NOT NULL, links INTEGER NOT NULL);
INSERT INTO size VALUES (0, 0);
`;

/**
 * The indexes that searches walk, newest link last; with the rest of the row in them, so that a walk needs nothing else of `link`. Made after the
 * rows when a whole generation is built. IsRelatedTo (3) is seen from its source alone.
 */
export const indexes: readonly string[] = [
	'CREATE INDEX link_by_source ON link (source, relation, latest, history)',
	'CREATE INDEX link_by_target ON link (target, relation, latest, history) WHERE relation <> 3',
];

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
