// The orders of a result, the position of an item in each, and its cursor.
import { BrokerError } from '../../errors.ts';
import { compareText } from '../../identifiers/index.ts';
import { searchRelations } from '../../links/relation.ts';

/** What an order goes by; each has one direction and its reverse. */
type OrderedBy = 'link' | 'published' | 'title' | 'cited';
type Order = { readonly by: OrderedBy; readonly reverse: boolean };

/** Lists the orders of a result; see SearchRequest.order. */
export const linkOrders = {
	newest: { by: 'link', reverse: false },
	oldest: { by: 'link', reverse: true },
	latestPublished: { by: 'published', reverse: false },
	firstPublished: { by: 'published', reverse: true },
	title: { by: 'title', reverse: false },
	titleReversed: { by: 'title', reverse: true },
	mostCited: { by: 'cited', reverse: false },
	leastCited: { by: 'cited', reverse: true },
} as const satisfies Readonly<Record<string, Order>>;

export type LinkOrder = keyof typeof linkOrders;

/**
 * The position of an item: the value that the order goes by (null where the other object has none),
 * the other object's sortKey, the relation's number in searchRelations.
 */
export type Position = { value: number | string | null; sortKey: string; relation: number };

/** The characters of a title that decide its place. A cursor contains them. */
export const titleOrderLength = 200;

/** Returns what orders by title go by, given the analysed titles of an object; null without one. */
export function titleOrderOf(titles: readonly string[]): string | null {
	const [first] = titles;
	// A character has at most two UTF-16 units.
	return first ? [...first.slice(0, 2 * titleOrderLength)].slice(0, titleOrderLength).join('') : null;
}

/** Compares two positions in the order asked for: negative where the first comes first. */
export function comparePositions(order: LinkOrder, one: Position, other: Position): number {
	const { reverse } = linkOrders[order];
	// What has no value comes last in either direction.
	if (one.value === null || other.value === null) {
		if (one.value !== other.value) return one.value === null ? 1 : -1;
	}
	const forward =
		compareValues(one.value, other.value) || compareText(one.sortKey, other.sortKey) || one.relation - other.relation;
	return reverse ? 0 - forward : forward;
}

/** Greater numbers come first, and smaller texts. */
function compareValues(one: Position['value'], other: Position['value']): number {
	if (typeof one === 'string') return compareText(one, other as string);
	return (other as number) - (one as number);
}

/**
 * Makes the failure of a search in an order that has to sort more items than an engine sorts in one
 * search.
 */
export function tooManyToSort(total: number, most: number): BrokerError {
	const message =
		`At most ${most} relationships are sorted by publication date, title or citations, and there are ${total}. ` +
		'Narrow the search (one relation, one type, a range of years, words), or sort by mostrecent.';
	return new BrokerError('bad-query', message, { problems: [{ field: 'sort', message }] });
}

/** Writes a position as a cursor: opaque text of letters, digits, - and _. */
export function writeCursor(order: LinkOrder, { value, sortKey, relation }: Position): string {
	const { by } = linkOrders[order];
	const position = by === 'link' ? [value, sortKey, relation] : [by, value, sortKey, relation];
	return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/**
 * Reads what writeCursor wrote for this order or its reverse; anything else fails with `bad-query`,
 * field `cursor`.
 */
export function readCursor(order: LinkOrder, cursor: string): Position {
	const position = parseCursor(order, cursor);
	// Only cursors in the spelling of writeCursor are accepted.
	if (position && writeCursor(order, position) === cursor) return position;
	const message = 'The cursor was not returned by a search in this order; begin again without it';
	throw new BrokerError('bad-query', message, { problems: [{ field: 'cursor', message }] });
}

function parseCursor(order: LinkOrder, cursor: string): Position | undefined {
	const { by } = linkOrders[order];
	let parts: unknown;
	try {
		parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
	} catch {
		return undefined;
	}
	if (!Array.isArray(parts)) return undefined;
	const [value, sortKey, relation, ...more] = (by === 'link' ? parts : parts.slice(1)) as unknown[];
	if (more.length > 0 || typeof sortKey !== 'string' || !isValue(by, value)) return undefined;
	if (!Number.isInteger(relation) || searchRelations[relation as number] === undefined) return undefined;
	return { value, sortKey, relation: relation as number };
}

function isValue(by: OrderedBy, value: unknown): value is Position['value'] {
	if (value === null) return by === 'published' || by === 'title';
	return by === 'title' ? typeof value === 'string' : Number.isFinite(value);
}
