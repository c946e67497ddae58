// Lists the whole LinkHistory of a relationship in pages, for answers that show only its newest
// items.
import { z } from 'zod';
import type { HistoryItem } from '../../links/provenance.ts';
import { searchRelations } from '../../links/relation.ts';
import type { AnsweringIndex } from '../../ports/search/search-index.ts';
import { findAsked } from './find-asked.ts';
import { identifierParameter, pageParameter, prettyprintParameter, schemeOf, schemeParameter } from './parameters.ts';
import { relationshipQuerySchema } from './relationship-query.ts';

/** The most items of one page. */
export const historyPerPage = 1_000;

/** Describes and checks the query: two works, the relation between them, and a page. */
export const historyQuerySchema = z.strictObject({
	id: relationshipQuerySchema.shape.id,
	scheme: schemeParameter,
	other: identifierParameter('other', '10.5281/zenodo.11020').meta({
		description: 'An identifier of the related work.',
		example: '10.1000/182',
	}),
	other_scheme: schemeOf('other_scheme', 'doi').meta({ description: 'The scheme of other.', example: 'doi' }),
	relation: z.enum(searchRelations).meta({ description: 'The relation, as seen from the work.', example: 'isCitedBy' }),
	group_by: relationshipQuerySchema.shape.group_by,
	page: pageParameter,
	prettyprint: prettyprintParameter,
});

export type HistoryQuery = z.output<typeof historyQuerySchema>;

/** A page of a LinkHistory, newest first; `total` is 0 where there is no such relationship. */
export type HistoryPage = { history: readonly HistoryItem[]; total: number; isLast: boolean };

/** Lists a page; fails as findAsked does where it is not clear which works are meant. */
export async function listHistory(
	index: AnsweringIndex,
	{ id, scheme, other, other_scheme, relation, group_by, page }: HistoryQuery,
	signal?: AbortSignal,
): Promise<HistoryPage> {
	const [{ located }, { located: related }] = await Promise.all([
		findAsked(index, { id, scheme, group_by }),
		findAsked(index, { id: other, scheme: other_scheme, group_by }),
	]);
	if (!located || !related) return { history: [], total: 0, isLast: true };
	const offset = (page - 1) * historyPerPage;
	const result = await index.search(
		{
			...{ groupBy: group_by, group: located[group_by], located, relation, other: related[group_by] },
			...{ order: 'newest', size: 1, offset: 0, facets: false, counted: false },
			history: { offset, size: historyPerPage },
		},
		signal,
	);
	const item = result?.items[0];
	if (!item) return { history: [], total: 0, isLast: true };
	const total = item.historyTotal ?? item.history.length;
	return { history: item.history, total, isLast: offset + historyPerPage >= total };
}
