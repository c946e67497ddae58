// Reads what the pages of services say of themselves: lists of records, totals, cursors. It knows
// no service.

import { BrokerError } from '../errors.ts';
import { at, text } from '../formats/dialects/values.ts';
import type { Position } from './service.ts';

/** Answers the list of records at the end of a way; fails where there is none. */
export function recordsAt(document: unknown, ...way: readonly string[]): readonly unknown[] {
	const found = way.length === 0 ? document : at(document, ...way);
	if (Array.isArray(found)) return found;
	const place = way.length === 0 ? 'a list' : `a list in ${way.join('.')}`;
	throw new BrokerError('harvest-failed', `The answer is none of this service: it has not ${place}.`);
}

/**
 * Answers the whole number at the end of a way, which may be written as a text; null where there is
 * none. Null, true and lists are none: taken for 0 or 1, they would end a harvest too early.
 */
export function numberAt(document: unknown, ...way: readonly string[]): number | null {
	const found = Number(textAt(document, ...way) ?? Number.NaN);
	return Number.isSafeInteger(found) && found >= 0 ? found : null;
}

/** Answers the text at the end of a way. */
export function textAt(document: unknown, ...way: readonly string[]): string | undefined {
	return text(at(document, ...way));
}

/**
 * Finds the next page of a list that is asked for by pages of a fixed size. Where the list has
 * become shorter, records have moved to pages that were read already: it goes back as many pages
 * as that takes.
 */
export function nextPage(
	position: Position,
	{ size, count, total, first }: { size: number; count: number; total: number | null; first: number },
): { next: Position | null; note?: string } {
	const page = Number(position.page);
	const before = position.total === null || position.total === undefined ? total : Number(position.total);
	const gone = before !== null && total !== null ? Math.max(0, before - total) : 0;
	if (gone > 0 && page > first) {
		const next = { ...position, page: Math.max(first, page - Math.ceil(gone / size)), total };
		return { next, note: `The list became shorter by ${gone} while it was read; some pages are read again.` };
	}
	const isLast = count === 0 || (total !== null && (page - first + 1) * size >= total);
	return { next: isLast ? null : { ...position, page: page + 1, total } };
}
