// What the explorer calls the relations and types of the field, as all pages of the broker do, and
// all relations together.
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
export const relationTitle: Readonly<Record<RelationChoice, string>> = { ...words.relationTitle, all: 'All links' };

/** Says what a number of works has to do with the asked one. */
export const relationPhrase: Readonly<Record<RelationChoice, string>> = { ...words.relationPhrase, all: 'linked to' };

/** Names a type of object. */
export const { typeTitle } = words;

/** Reads a type as an answer gives it; what is not known is `unknown`. */
export function readType(name: string | undefined): ObjectTypeName {
	return typeNames.find((known) => known === name) ?? 'unknown';
}
