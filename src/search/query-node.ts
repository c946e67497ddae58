// The tree that a free-text query is parsed into: what every search engine compiles.
import type { ObjectTypeName } from '../links/description.ts';

/**
 * Lists the fields of text that a query may name. `provider` speaks of the link's providers, the
 * others of the object.
 */
export const textFields = ['title', 'creator', 'journal', 'publisher', 'keyword', 'identifier', 'provider'] as const;
export type TextField = (typeof textFields)[number];

/** Lists the fields that words without a field are looked for in. */
export const objectTextFields = ['title', 'creator', 'journal', 'publisher', 'keyword', 'identifier'] as const;
export type ObjectTextField = (typeof objectTextFields)[number];

/**
 * One node of a parsed query. `phrase` holds for an item when, within one value of the field
 * (`field` null: of any object text field), the analysed tokens stand next to each other in this
 * order; with `prefix` the last token need only begin so. A phrase has one token or more. `year`
 * bounds are inclusive, null is open; an object without a year is in none. `everything` holds for
 * all items, `nothing` for none.
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
