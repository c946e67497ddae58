// Writes what a search filters by as a condition of SQL, but for free text (query.ts).
// It knows no order and no page.
// In a condition `l` is a link and `o` the object at its other end.
import { longestPeriod } from '../../../../links/link-date.ts';
import type { SearchRequest } from '../../../../ports/search/search-reader.ts';
import { codeOfType } from '../schema.ts';
import type { QueryCondition } from './query.ts';
import type { Parameters } from './select-links.ts';

/** What a search may filter by. */
export type Filters = Pick<SearchRequest, 'type' | 'years' | 'asserted' | 'q'>;

type Bind = Parameters['bind'];
type Range = { from: number | null; to: number | null };

/**
 * Writes the condition that all filters hold; undefined where there is none. What is cheap to look
 * at comes first.
 */
export function conditionOf(
	{ type, years, asserted, q }: Filters,
	bind: Bind,
	queryHolds: QueryCondition,
): string | undefined {
	const conditions: string[] = [];
	if (type !== undefined) conditions.push(`o.type = ${bind(codeOfType(type))}`);
	if (years) conditions.push(hasYear(years, bind));
	if (asserted) conditions.push(wasAsserted(asserted, bind));
	if (q) conditions.push(queryHolds(q));
	return conditions.length === 0 ? undefined : conditions.join(' AND ');
}

/** Holds for no object without a year, whose year is NULL. */
function hasYear({ from, to }: Range, bind: Bind): string {
	return `o.year >= ${bind(from ?? Number.NEGATIVE_INFINITY)} AND o.year <= ${bind(to ?? Number.POSITIVE_INFINITY)}`;
}

/**
 * Most links have one statement, whose time begins at `link.latest`: where that lies within, the
 * statement does. Only of what begins before the range, or of a list that ends after it, must the
 * statements be read, and no time is longer than `longestPeriod`. `link.history` is the number of a
 * statement or a JSON list of them; json_each takes both.
 */
function wasAsserted({ from, to }: Range, bind: Bind): string {
	const first = bind(from ?? Number.NEGATIVE_INFINITY);
	const last = bind(to ?? Number.POSITIVE_INFINITY);
	const meets = `EXISTS (SELECT 1 FROM json_each(l.history) said CROSS JOIN statement s ON s.id = said.value
		WHERE s.until >= ${first} AND s.instant <= ${last})`;
	return `(l.latest >= ${first} - ${longestPeriod} AND (l.latest >= ${first} AND l.latest <= ${last}
		OR (l.latest < ${first} OR typeof(l.history) = 'text') AND ${meets}))`;
}
