// The questions which works are around one, and what they cite among themselves.
import type { AnsweredObject, Relationship } from '../../../clients/typescript/src/schemas.ts';
import { mainIdentifier } from '../../../src/links/words.ts';
import type { ObjectView } from '../address/object-view.ts';
import { type Question, question } from '../asking/answers.ts';
import { resultQuery } from '../object/links.ts';
import { type RelationChoice, relationNames } from '../relations.ts';
import { type CrossLink, chooseNeighbours, crossLinks, type Neighbour } from './neighbours.ts';

const mostNeighbours = 60;
const citedPerNeighbour = 200;

/** Holds the works around one, and how many links lead to them in truth. */
export type Neighbourhood = { neighbours: readonly Neighbour[]; total: number };

/**
 * Asks for the first page of each shown relation, within the filters of the view, and chooses among
 * them.
 */
export function neighbourhoodOf(view: ObjectView, relation: RelationChoice): Question<Neighbourhood> {
	const query = { ...resultQuery(view, 'all'), size: mostNeighbours };
	const relations = relationNames.filter((name) => relation === 'all' || name === relation);
	return question('neighbourhood', { relations, query }, async ({ broker }) => {
		const pages = await Promise.all(relations.map((name) => broker.relationshipsPage({ ...query, relation: name })));
		const links = new Map(relations.map((name, at) => [name, pages[at]?.Relationships.map(drawnOf) ?? []]));
		return {
			neighbours: chooseNeighbours(links, mostNeighbours),
			total: pages.reduce((sum, { total }) => sum + total, 0),
		};
	});
}

const drawnFields = ['Identifiers', 'Title', 'TitleMarkup', 'Type', 'PublicationDate', 'Versions'];

/** Takes what is drawn of the other work: the page is sent with the answer. */
function drawnOf(link: Relationship): Relationship {
	const fields = Object.entries(link.Target).filter(([name]) => drawnFields.includes(name));
	return { ...link, Target: Object.fromEntries(fields) as AnsweredObject };
}

/** Asks what each neighbour cites, and keeps what lies among them: one request for each. */
export function crossLinksOf(
	neighbours: readonly Neighbour[],
	groupBy: ObjectView['groupBy'],
): Question<readonly CrossLink[]> {
	const asked = neighbours.map(({ object }) => mainIdentifier(object.Identifiers));
	return question('cross links', { asked, groupBy }, async ({ broker }) => {
		const pages = await Promise.all(
			neighbours.map(async ({ key }, at) => {
				const { ID: id = '', IDScheme: scheme } = asked[at] ?? {};
				const query = { id, scheme, groupBy, relation: 'cites', size: citedPerNeighbour } as const;
				return [key, (await broker.relationshipsPage(query)).Relationships] as const;
			}),
		);
		return crossLinks(neighbours, new Map(pages));
	});
}
