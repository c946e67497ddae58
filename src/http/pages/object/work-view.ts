// What the address of a work's page shows of its links, as a search: the same addresses as those of
// the explorer (web/src/address/object-view.ts). It knows no index.
import { type RelationshipQuery, readRelationshipQuery } from '../../../broker/searching/relationship-query.ts';
import { BrokerError } from '../../../errors.ts';
import type { SearchRelation } from '../../../links/relation.ts';
import { shownRelations } from '../../../links/words.ts';

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

const pageSizes = ['25', '50', '100'];
const printedPageSize = '1000';
const filters = ['type', 'publication_year', 'from', 'to', 'q', 'via', 'subtype'];

/**
 * Reads the query of a page's address. Like the explorer, it takes what is said wrongly as not said;
 * without a relation it is the first that has links, as `counts` of each level tell.
 */
export function readWorkView(
	{ scheme, id }: { scheme: string; id: string },
	search: URLSearchParams,
	counts: Readonly<Record<WorkView['groupBy'], Counts>>,
): WorkView {
	const groupBy = search.get('group_by') === 'identity' ? 'identity' : 'version';
	const show = (['graph', 'print'] as const).find((one) => one === search.get('show')) ?? 'list';
	const named = search.get('relation');
	const relation =
		shownRelations.find((one) => one === named) ??
		(named === 'all' || show === 'graph' ? undefined : firstWithLinks(counts[groupBy]));
	const begin = { id, scheme, group_by: groupBy, ...(relation && { relation }) };
	const size = show === 'print' ? printedPageSize : (pageSizes.find((one) => one === search.get('size')) ?? '25');
	const pageNumber = Number(/^[1-9]\d{0,5}$/.exec(search.get('page') ?? '')?.[0] ?? 1);
	const place = search.get('cursor')
		? { cursor: search.get('cursor') as string }
		: pageNumber > 1 && { page: String(pageNumber) };
	const wanted = { ...begin, ...given(search, [...filters, 'sort']), size, ...place };
	const view: Pick<WorkView, 'groupBy' | 'relation' | 'show'> = { groupBy, relation, show };
	try {
		return { ...view, pageNumber, parameters: wanted, query: readRelationshipQuery(wanted) };
	} catch (error) {
		if (!isWrongQuery(error)) throw error;
		const parameters = { ...begin, size };
		return { ...view, pageNumber: 1, parameters, query: readRelationshipQuery(parameters) };
	}
}

/** Shows the same from its begin and without filters. */
export function withoutFilters(view: WorkView): WorkView {
	const { id, scheme, group_by, relation, size } = view.parameters;
	const parameters = Object.fromEntries(
		Object.entries({ id, scheme, group_by, relation, size }).filter(([, value]) => value !== undefined),
	) as Record<string, string>;
	return { ...view, pageNumber: 1, parameters, query: readRelationshipQuery(parameters) };
}

/** Tells that a search fails for what its query says, not for the work that it is about. */
export function isWrongQuery(error: unknown): boolean {
	return error instanceof BrokerError && ['bad-query', 'bad-query-string'].includes(error.code);
}

function firstWithLinks(counts: Counts): SearchRelation {
	return shownRelations.find((relation) => counts[relation] > 0) ?? 'isCitedBy';
}

function given(search: URLSearchParams, names: readonly string[]): Record<string, string> {
	const values = names.map((name): [string, string] => [name, search.get(name)?.trim() ?? '']);
	return Object.fromEntries(values.filter(([, value]) => value !== ''));
}
