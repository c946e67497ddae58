// The questions for the graph: the works linked to one work, and the citations between them.
import type { AnsweredObject, Relationship } from '../../../clients/typescript/src/schemas.ts';
import { mainIdentifier } from '../../../src/links/words.ts';
import type { ObjectView } from '../address/object-view.ts';
import { type Question, question } from '../asking/answers.ts';
import { definitionOf, whyNot } from '../object/definitions.ts';
import { resultQuery } from '../object/links.ts';
import { type RelationChoice, relationNames, type SearchRelation } from '../relations.ts';
import { type CrossLink, chooseNeighbours, crossLinks, type Neighbour } from './neighbours.ts';

const mostNeighbours = 60;
const citedPerNeighbour = 200;

/** Holds the linked works of the graph, and the total number of links. */
export type Neighbourhood = { neighbours: readonly Neighbour[]; total: number };

/** Asks for the first page of each shown relation, within the filters, and chooses among them. */
export function neighbourhoodOf(view: ObjectView, relation: RelationChoice): Question<Neighbourhood> {
	const query = { ...resultQuery(view, 'all'), size: mostNeighbours };
	const definition = definitionOf(view);
	const isCounted = (name: SearchRelation) => !definition || !whyNot(definition, { ...view, relation: name });
	const relations = relationNames.filter((name) => (relation === 'all' ? isCounted(name) : name === relation));
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

/** Keeps only the drawn fields of the other work, since the answer is sent with the page. */
function drawnOf(link: Relationship): Relationship {
	const fields = Object.entries(link.Target).filter(([name]) => drawnFields.includes(name));
	return { ...link, Target: Object.fromEntries(fields) as AnsweredObject };
}

/** Finds the citations between neighbours, with one request for each of them. */
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
