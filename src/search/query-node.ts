// The tree that a free-text query is parsed into, and that every search engine compiles.
import type { ObjectTypeName } from '../links/description.ts';

/**
 * The text fields that a query may name. `provider` is about the link's providers, the others are
 * about the object.
 */
export const textFields = ['title', 'creator', 'journal', 'publisher', 'keyword', 'identifier', 'provider'] as const;
export type TextField = (typeof textFields)[number];

/** The fields that are searched for words without a field. */
export const objectTextFields = ['title', 'creator', 'journal', 'publisher', 'keyword', 'identifier'] as const;
export type ObjectTextField = (typeof objectTextFields)[number];

/**
 * One node of a parsed query. `phrase` matches an item when, within one value of the field (`field`
 * null: of any object text field), the analysed tokens stand next to each other in this order; with
 * `prefix` the last token need only begin so. A phrase has at least one token. `year` bounds are
 * inclusive, null is open; an object without a year is in none. `everything` matches all items,
 * `nothing` none.
 */
export type QueryNode =
	| { kind: 'and'; nodes: readonly QueryNode[] }
	| { kind: 'or'; nodes: readonly QueryNode[] }
	| { kind: 'not'; node: QueryNode }
	| { kind: 'phrase'; field: TextField | null; tokens: readonly string[]; prefix: boolean }
	| { kind: 'type'; type: ObjectTypeName }
	| { kind: 'year'; from: number | null; to: number | null }
	| { kind: 'everything' }
	| { kind: 'nothing' };
