// The question how often the works on a page of links are cited.
import type { RelationshipsPage } from '../../../clients/typescript/src/relationships-page.ts';
import { mainIdentifier } from '../../../src/links/words.ts';
import type { GroupBy } from '../address/object-view.ts';
import { type Question, question } from '../asking/answers.ts';

/** How many works cite each work, in the order of the links; null: not known. */
export type Citations = readonly (number | null)[];

/** Asks with one request how many works cite each related work, at a level. */
export function citationsOf(
	{ Relationships: links }: Pick<RelationshipsPage, 'Relationships'>,
	groupBy: GroupBy,
): Question<Citations> | undefined {
	if (links.length === 0) return undefined;
	const ids = links.map(({ Target }) => {
		const { ID, IDScheme } = mainIdentifier(Target.Identifiers);
		return { ID, IDScheme };
	});
	return question('citations', { ids, groupBy }, async ({ broker }) => {
		const { results } = await broker.lookUpOnce(ids);
		return results.map(({ counts }) => counts?.[groupBy].isCitedBy ?? null);
	});
}
