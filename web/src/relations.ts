// The names of relations and types on the pages, with one for all relations together.
import { type ObjectTypeName, objectTypeNames } from '../../src/links/description.ts';
import type { SearchRelation } from '../../src/links/relation.ts';
import * as words from '../../src/links/words.ts';

export type { ObjectTypeName, SearchRelation };

/** Lists the object types in the order in which they are drawn and offered. */
export const typeNames = objectTypeNames;

/** Lists the relations in the order of their tabs. */
export const relationNames = words.shownRelations;

/** Names one relation, or all of them together. */
export type RelationChoice = SearchRelation | 'all';

/** Names a relation on a tab. */
export const relationTitle: Readonly<Record<RelationChoice, string>> = { ...words.relationTitle, all: 'All relations' };

/** Names the relation of a number of works to the asked one: `cited by`. */
export const relationPhrase: Readonly<Record<RelationChoice, string>> = { ...words.relationPhrase, all: 'linked to' };

/** Names a type of object. */
export const { typeTitle } = words;

/** Reads the type of an answer; unknown names are `unknown`. */
export function readType(name: string | undefined): ObjectTypeName {
	return typeNames.find((known) => known === name) ?? 'unknown';
}
