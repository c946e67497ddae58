// Asks for the works around one, and for the citations among them; knows no drawing.

import type { Relationship } from '../../../clients/typescript/src/schemas.ts';
import { mainIdentifier } from '../../../src/links/words.ts';
import type { ObjectView } from '../address/object-view.ts';
import { resultParameters } from '../api/api-address.ts';
import { askLinks } from '../api/broker-api.ts';
import { type RelationChoice, relationNames, type SearchRelation } from '../relations.ts';
import { type CrossLink, chooseNeighbours, crossLinks, type Neighbour } from './neighbours.ts';

export const mostNeighbours = 60;
const citedPerNeighbour = '200';

/** Holds the works around one, and how many there are in truth. */
export type Neighbourhood = { neighbours: readonly Neighbour[]; total: number };

/**
 * Asks for the first page of each shown relation, within the filters of the view, and chooses among
 * them.
 */
export async function askNeighbourhood(view: ObjectView, relation: RelationChoice): Promise<Neighbourhood> {
	const relations = relationNames.filter((name) => relation === 'all' || name === relation);
	const pages = await Promise.all(
		relations.map((name) => askLinks({ ...resultParameters(view, name), size: String(mostNeighbours) })),
	);
	const links = new Map<SearchRelation, readonly Relationship[]>(
		relations.map((name, at) => [name, pages[at]?.answer.Relationships ?? []]),
	);
	return {
		neighbours: chooseNeighbours(links, mostNeighbours),
		total: pages.reduce((sum, { total }) => sum + total, 0),
	};
}

/** Asks what each neighbour cites, and keeps what lies among them: one request for each. */
export async function askCrossLinks(
	neighbours: readonly Neighbour[],
	groupBy: ObjectView['groupBy'],
): Promise<CrossLink[]> {
	const pages = await Promise.all(
		neighbours.map(async ({ key, object }) => {
			const { ID, IDScheme } = mainIdentifier(object.Identifiers);
			const page = await askLinks({
				id: ID,
				scheme: IDScheme,
				group_by: groupBy,
				relation: 'cites',
				size: citedPerNeighbour,
			});
			return [key, page.answer.Relationships] as const;
		}),
	);
	return crossLinks(neighbours, new Map(pages));
}
