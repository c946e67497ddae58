// The position of an item in a result's total order, and its cursor.
import { BrokerError } from '../../errors.ts';
import { compareText } from '../../identifiers/index.ts';
import { searchRelations } from '../../links/relation.ts';
import type { SearchRequest } from './search-reader.ts';

/**
 * The position of an item: the latest instant of its LinkHistory, the other object's sortKey, the
 * relation's number in searchRelations.
 */
export type Position = { latest: number; sortKey: string; relation: number };

/** Compares two positions in the order asked for: negative where the first comes first. */
export function comparePositions(order: SearchRequest['order'], one: Position, other: Position): number {
	const newestFirst =
		other.latest - one.latest || compareText(one.sortKey, other.sortKey) || one.relation - other.relation;
	return order === 'newest' ? newestFirst : -newestFirst;
}

/** Writes a position as a cursor: opaque text of letters, digits, - and _. */
export function writeCursor({ latest, sortKey, relation }: Position): string {
	return Buffer.from(JSON.stringify([latest, sortKey, relation])).toString('base64url');
}

/** Reads what writeCursor wrote; anything else fails with `bad-query`, field `cursor`. */
export function readCursor(cursor: string): Position {
	const position = parseCursor(cursor);
	// Only cursors in the spelling of writeCursor are accepted.
	if (position && writeCursor(position) === cursor) return position;
	const message = 'The cursor was not returned by a search; begin again without it';
	throw new BrokerError('bad-query', message, { problems: [{ field: 'cursor', message }] });
}

function parseCursor(cursor: string): Position | undefined {
	let parts: unknown;
	try {
		parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
	} catch {
		return undefined;
	}
	if (!Array.isArray(parts) || parts.length !== 3) return undefined;
	const [latest, sortKey, relation] = parts as unknown[];
	if (!Number.isFinite(latest) || typeof sortKey !== 'string') return undefined;
	if (!Number.isInteger(relation) || searchRelations[relation as number] === undefined) return undefined;
	return { latest: latest as number, sortKey, relation: relation as number };
}
