// What the explorer calls the relations and types of the field; knows no answer and no page.
import { type ObjectTypeName, objectTypeNames } from '../../src/links/description.ts';
import type { SearchRelation } from '../../src/links/relation.ts';

export type { ObjectTypeName, SearchRelation };

/** Lists the object types in the order in which they are drawn and offered. */
export const typeNames = objectTypeNames;

/**
 * Lists the relations in the order of their tabs: what others say about the work before what it
 * says itself.
 */
export const relationNames: readonly SearchRelation[] = [
	'isCitedBy',
	'cites',
	'isSupplementedBy',
	'isSupplementTo',
	'isRelatedTo',
];

/** Names one relation, or all of them together. */
export type RelationChoice = SearchRelation | 'all';

/** Names a relation on a tab. */
export const relationTitle: Readonly<Record<RelationChoice, string>> = {
	isCitedBy: 'Cited by',
	cites: 'Cites',
	isSupplementedBy: 'Supplemented by',
	isSupplementTo: 'Supplement to',
	isRelatedTo: 'Related to',
	all: 'All links',
};

/** Says what a number of works has to do with the asked one: `cited by` goes before `12 works`. */
export const relationPhrase: Readonly<Record<RelationChoice, string>> = {
	isCitedBy: 'cited by',
	cites: 'cites',
	isSupplementedBy: 'supplemented by',
	isSupplementTo: 'supplement to',
	isRelatedTo: 'related to',
	all: 'linked to',
};

/** Names a type of object; in the singular, as on one item. */
export const typeTitle: Readonly<Record<ObjectTypeName, string>> = {
	literature: 'Literature',
	software: 'Software',
	dataset: 'Data set',
	unknown: 'Unknown type',
};

/** Reads a type as an answer gives it; what is not known is `unknown`. */
export function readType(name: string | undefined): ObjectTypeName {
	return typeNames.find((known) => known === name) ?? 'unknown';
}
