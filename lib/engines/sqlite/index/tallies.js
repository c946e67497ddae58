// How the counts in `tally` follow from the links: what a build writes, and what they are held
// against.
import {            views } from './schema.js';

/** Selects party, seen, identity and version of all links: the rows that `tally` should have. */
export const talliesOfLinks = (['source', 'target']         )
	.map(
		(end) => `SELECT ${end} AS party, seen, sum(level & 1) AS identity, sum(level >> 1) AS version FROM
			(SELECT ${end}, ${seenBy(end)} AS seen, level FROM link) WHERE seen IS NOT NULL GROUP BY ${end}, seen`,
	)
	.join(' UNION ALL ');

/** Writes how an end of a link sees it; NULL where it does not. */
function seenBy(end               )         {
	const cases = views.filter(({ asked }) => asked === end).map(({ relation, seen }) => `WHEN ${relation} THEN ${seen}`);
	return `CASE relation ${cases.join(' ')} END`;
}
