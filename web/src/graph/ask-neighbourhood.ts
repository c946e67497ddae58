// Asks for the works around one, and for the citations among them; knows no drawing.
import type { ObjectView } from '../address.ts';
import { workParameters } from '../api-address.ts';
import { askLinks } from '../broker-api.ts';
import { relationNames, type SearchRelation } from '../relations.ts';
import { mainIdentifier, type WireLink } from '../scholix-answer.ts';
import { type CrossLink, chooseNeighbours, crossLinks, type Neighbour } from './neighbours.ts';

export const mostNeighbours = 60;
const citedPerNeighbour = '200';

/** Holds the works around one, and how many there are in truth. */
export type Neighbourhood = { neighbours: readonly Neighbour[]; total: number };

/** Asks for the first page of each relation and chooses among them. */
export async function askNeighbourhood(view: Pick<ObjectView, 'scheme' | 'id' | 'groupBy'>): Promise<Neighbourhood> {
	const pages = await Promise.all(
		relationNames.map((relation) => askLinks({ ...workParameters(view), relation, size: String(mostNeighbours) })),
	);
	const links = new Map<SearchRelation, readonly WireLink[]>(
		relationNames.map((relation, at) => [relation, pages[at]?.answer.Relationships ?? []]),
	);
	return { neighbours: chooseNeighbours(links, mostNeighbours), total: pages.reduce((sum, { total }) => sum + total, 0) };
}

/** Asks what each neighbour cites, and keeps what lies among them: one request for each. */
export async function askCrossLinks(neighbours: readonly Neighbour[], groupBy: ObjectView['groupBy']): Promise<CrossLink[]> {
	const pages = await Promise.all(
		neighbours.map(async ({ key, object }) => {
			const { ID, IDScheme } = mainIdentifier(object);
			const page = await askLinks({ id: ID, scheme: IDScheme, group_by: groupBy, relation: 'cites', size: citedPerNeighbour });
			return [key, page.answer.Relationships] as const;
		}),
	);
	return crossLinks(neighbours, new Map(pages));
}
