// Writes what a search filters by as a condition of SQL, but for free text (query.ts) and words
// (wording.ts). It knows no order and no page.
// In a condition `l` is a link and `o` the object at its other end.
import { longestPeriod } from '../../../../links/link-date.js';
                                                                               
import { codeOfType, membersOf,           } from '../schema.js';
                                                 
                                                               
                                                     

/** What a search may filter by, and the Version group that `via` is to be a member of. */
                                                                                                             

/** What is evaluated by functions that SQL calls. */
                                                                                   

                               
                                                        

/** Tells whether a search leaves links out. */
export function isFiltered({ type, years, asserted, via, subType, q }         )          {
	return [type, years, asserted, via, subType, q].some((filter) => filter !== undefined);
}

/**
 * Writes the condition that all filters hold, of the links in a view; undefined where there is
 * none. What is cheap to look at comes first.
 */
export function conditionOf(
	{ type, years, asserted, via, subType, q, group }         ,
	bind      ,
	{ queryHolds, saysWord }           ,
)            {
	const conditions              = [];
	const add = (condition        ) => conditions.push(() => condition);
	if (type !== undefined) add(`o.type = ${bind(codeOfType(type))}`);
	if (years) add(hasYear(years, bind));
	if (asserted) add(wasAsserted(asserted, bind));
	if (via !== undefined) conditions.push(isLinkOf(bind(via), bind(group)));
	if (subType !== undefined) conditions.push(saysWord(subType));
	if (q) add(queryHolds(q));
	return (view) => (conditions.length === 0 ? undefined : conditions.map((write) => write(view)).join(' AND '));
}

/** Holds for links between Version groups that some link of a member of the asked one makes. */
function isLinkOf(member        , version        )            {
	return ({ asked, other, relation }      ) =>
		`EXISTS (SELECT 1 FROM object WHERE id = ${member} AND version = ${version})
			AND EXISTS (SELECT 1 FROM (${membersOf(`l.${other}`)}) b CROSS JOIN link v
				WHERE v.${other} = b.id AND v.${asked} = ${member} AND v.relation = ${relation} AND v.level & 1)`;
}

/** Holds for no object without a year, whose year is NULL. */
export function hasYear({ from, to }       , bind      )         {
	return `o.year >= ${bind(from ?? Number.NEGATIVE_INFINITY)} AND o.year <= ${bind(to ?? Number.POSITIVE_INFINITY)}`;
}

/**
 * Most links have one statement, whose time begins at `link.latest`: where that lies within, the
 * statement does. Only of what begins before the range, or of a list that ends after it, must the
 * statements be read, and no time is longer than `longestPeriod`. `link.history` is the number of a
 * statement or a JSON list of them; json_each takes both.
 */
function wasAsserted({ from, to }       , bind      )         {
	const first = bind(from ?? Number.NEGATIVE_INFINITY);
	const last = bind(to ?? Number.POSITIVE_INFINITY);
	const meets = `EXISTS (SELECT 1 FROM json_each(l.history) said CROSS JOIN statement s ON s.id = said.value
		WHERE s.until >= ${first} AND s.instant <= ${last})`;
	return `(l.latest >= ${first} - ${longestPeriod} AND (l.latest >= ${first} AND l.latest <= ${last}
		OR (l.latest < ${first} OR typeof(l.history) = 'text') AND ${meets}))`;
}
