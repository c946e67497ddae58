// What the address of a work's page shows of its links, as a search: the same addresses as those of
// the explorer (web/src/address/object-view.ts). It knows no index.
import { z } from '@hono/zod-openapi';
import { readParametersBy, wholeNumber } from '../../../broker/searching/parameters.ts';
import {
	type RelationshipQuery,
	readRelationshipQuery,
	relationshipQuerySchema,
} from '../../../broker/searching/relationship-query.ts';
import type { SearchRelation } from '../../../links/relation.ts';
import { shownRelations } from '../../../links/words.ts';
import { readPageParameters } from '../../answers/query-parameters.ts';

type Counts = Readonly<Record<SearchRelation, number>>;

/** Says what is shown of a work's links; `show` is the explorer's, but for `print`. */
export type WorkView = {
	groupBy: 'identity' | 'version';
	/** Undefined: all. */
	relation: SearchRelation | undefined;
	show: 'list' | 'graph' | 'print';
	/** Which page this is; where it goes on behind another one, it is only what the reader sees. */
	pageNumber: number;
	/** What the interface is asked, in the explorer's order. */
	parameters: Readonly<Record<string, string>>;
	query: RelationshipQuery;
};

/**
 * What an address says. Where it names no relation, the view is complete once the work is known.
 */
export type AskedView = Pick<WorkView, 'groupBy' | 'show' | 'pageNumber' | 'parameters'> & {
	named: SearchRelation | 'all' | undefined;
};

const pageSizes = ['25', '50', '100'] as const;
const printedPageSize = '1000';
const filters = ['type', 'publication_year', 'from', 'to', 'q', 'via', 'subtype', 'sort'] as const;
const { type, publication_year, from, to, q, via, subtype, sort, cursor } = relationshipQuerySchema.shape;

const viewSchema = z.strictObject({
	...{ type, publication_year, from, to, q, via, subtype, sort, cursor },
	relation: z.enum(['all', ...shownRelations]).optional(),
	group_by: z.enum(['identity', 'version']).default('version'),
	size: z.enum(pageSizes).default('25'),
	page: wholeNumber('page', 1, 999_999).optional(),
	show: z.enum(['list', 'graph', 'print']).default('list'),
	// Which years the explorer plots.
	axis: z.enum(['publication', 'link']).optional(),
});

/**
 * Reads the address of a page, as far as the page knows it (see readPageParameters). Fails as the
 * interface does, with `bad-query`.
 */
export function readWorkView({ scheme, id }: { scheme: string; id: string }, url: string): AskedView {
	const given = readPageParameters(url, Object.keys(viewSchema.shape));
	const { group_by, relation, show, size, page = 1 } = readParametersBy(viewSchema, given);
	const place = given.cursor === undefined ? page > 1 && { page: String(page) } : { cursor: given.cursor };
	const parameters = {
		...{ id, scheme, group_by },
		...Object.fromEntries(filters.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]))),
		size: show === 'print' ? printedPageSize : size,
		...place,
	};
	readRelationshipQuery(parameters);
	return { groupBy: group_by, named: relation, show, pageNumber: page, parameters };
}

/** Completes a view: without a relation it is the first that has links, as `counts` tell. */
export function completeView(
	{ named, parameters, ...view }: AskedView,
	counts: Readonly<Record<WorkView['groupBy'], Counts>>,
): WorkView {
	const isOpen = named === undefined && view.show !== 'graph';
	const shown = isOpen ? firstWithLinks(counts[view.groupBy]) : named;
	const relation = shown === 'all' ? undefined : shown;
	const { id = '', scheme = '', group_by = '', ...others } = parameters;
	const all = { id, scheme, group_by, ...(relation && { relation }), ...others };
	return { ...view, relation, parameters: all, query: readRelationshipQuery(all) };
}

function firstWithLinks(counts: Counts): SearchRelation {
	return shownRelations.find((relation) => counts[relation] > 0) ?? 'isCitedBy';
}
