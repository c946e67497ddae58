// GET /compat/asclepias/api/relationships: answers that clients of an Asclepias Broker read, such as
// the citation box of Zenodo. Only their base address changes.
import { z } from '@hono/zod-openapi';
import {
	deepestPagedItem,
	type RelationshipQuery,
	readRelationshipQuery,
	relationshipQuerySchema,
	wholeQuery,
} from '../../broker/searching/relationship-query.ts';
import type { RelationshipAnswer } from '../../broker/searching/search-relationships.ts';
import { wrongParameter } from '../../errors/wrong-input.ts';
import { describeAsclepiasPage } from '../../formats/compat/asclepias.ts';
import { objectTypeNames } from '../../links/description.ts';
import { writtenJson } from '../answers/answer.ts';
import { unchanged, unlessUnchanged } from '../answers/conditional.ts';
import { countedHeaders } from '../answers/paging.ts';
import type { Parameters } from '../answers/query-parameters.ts';
import { countedHeaderSchemas, defineRoute, type Route } from '../routes/route.ts';
import { baseAddress } from '../server/addresses.ts';
import type { AppNeeds } from '../server/app.ts';
import { disconnectSignal } from '../server/http-context.ts';
import {
	canonicalLink,
	type ForeignParameters,
	foreignRoute,
	foreignSize,
	itemsOnPage,
	readForeignPage,
	readForeignParameters,
	unknownWork,
	unlessNoIdentifier,
} from './foreign.ts';

const path = '/compat/asclepias/api/relationships';

const { relation, group_by, publication_year, q, from, to, sort, definition, prettyprint } =
	relationshipQuerySchema.shape;
const described = z.strictObject({
	id: relationshipQuerySchema.shape.id,
	scheme: relationshipQuerySchema.shape.scheme,
	...{ relation, group_by, publication_year, q, from, to, definition, prettyprint },
	type: z
		.array(z.enum(objectTypeNames))
		.max(objectTypeNames.length)
		.optional()
		.openapi({ description: 'Related works of any of these types. Repeated, or separated by commas.' }),
	keyword: q.meta({ ...q.meta(), description: 'Only related works with these keywords.' }),
	journal: q.meta({ ...q.meta(), description: 'Only related works that appeared in this journal.' }),
	sort: sort.unwrap().optional().openapi({
		description: 'mostrecent: newest link first. The deployed Asclepias Broker does the reverse.',
	}),
	size: foreignSize,
	page: z.int().min(1).optional().openapi({ description: 'The page number, from 1.' }),
});

const hit = z.looseObject({
	id: z.uuid(),
	metadata: z.looseObject({
		ID: z.uuid(),
		RelationshipType: z.strictObject({ Name: z.enum(['Cites', 'IsSupplementTo', 'IsRelatedTo']) }),
		History: z.array(z.looseObject({ LinkPublicationDate: z.string() })),
	}),
});
const answerSchema = z
	.looseObject({
		hits: z.strictObject({ total: z.int().min(0), hits: z.array(hit) }),
		aggregations: z.looseObject({}),
		links: z.strictObject({ self: z.url(), prev: z.url().optional(), next: z.url().optional() }),
	})
	.openapi('AsclepiasRelationships');

/** Creates the route. */
export function createAsclepiasRoute(needs: AppNeeds): Route {
	const { broker, settings } = needs;
	return defineRoute({
		route: `GET ${path}`,
		...foreignRoute,
		id: 'searchAsclepias',
		summary: 'Search as in an Asclepias Broker',
		description:
			'Answers the relationships of a work as an Asclepias Broker does. Unknown parameters are ignored. A text ' +
			'that is not an identifier has no relationships.',
		query: { described, read: readForeignParameters },
		answers: {
			200: {
				description: 'One page.',
				headers: countedHeaderSchemas,
				content: { 'application/json': { schema: answerSchema } },
			},
			304: unchanged,
		},
		problems: ['bad-query-string'],
		handle: ({ context, query: parameters }) =>
			unlessUnchanged(needs, context, async () => {
				const page = readForeignPage(parameters, 1);
				const asked: Parameters = { ...questionOf(parameters), ...page.asParameters };
				const query = readRelationshipQuery(asked);
				const signal = disconnectSignal(context);
				const search = (wanted: RelationshipQuery, facets: boolean) =>
					broker
						.searchRelationships(wanted, { facets, repeatsSource: true, signal })
						.catch((error) => unlessNoIdentifier(error));
				// Counts are those without the chosen types and years: the boxes to tick do not vanish.
				const { q: _, type: __, publication_year: ___, ...others } = asked;
				const unfiltered = readRelationshipQuery({ ...others, ...wordsOf(parameters), size: '1', page: '1' });
				const isFiltered = parameters.all('type').length > 0 || query.publication_year !== undefined;
				const found = await search(query, !isFiltered);
				const facets = (isFiltered ? await search(unfiltered, true) : found)?.facets;
				const base = baseAddress(context.req.url, settings.publicUrl);
				const result = found ?? { items: [], total: 0 };
				const document = describeAsclepiasPage({
					...{ items: itemsOnPage(result, page), total: result.total },
					source: found?.source ?? unknownWork,
					group: found?.group,
					groupBy: query.group_by,
					facets,
					links: pagesAround(base + path, parameters, { page: page.number + 1, size: query.size }, result.total),
				});
				const headers = {
					...canonicalLink(`${base}/relationships`, asked),
					...countedHeaders(found, { hasMembers: false }),
				};
				return writtenJson(document, { prettyprint: query.prettyprint === '1', headers });
			}),
	});
}

const sameNames = [
	'id',
	'scheme',
	'relation',
	'group_by',
	'publication_year',
	'from',
	'to',
	'sort',
	'definition',
	'prettyprint',
] as const;

/** Puts the question in the parameters of GET /relationships. */
function questionOf(parameters: ForeignParameters): Parameters {
	const types = parameters.all('type').map((type) => `type:${knownType(type)}`);
	return {
		...parameters.pick(sameNames),
		...wordsOf(parameters, types.length === 0 ? [] : [types.join(' OR ')]),
	};
}

function knownType(given: string): string {
	const type = given.trim().toLowerCase();
	if (objectTypeNames.some((name) => name === type)) return type;
	throw wrongParameter('type', `type must be one of ${objectTypeNames.join(', ')}.`);
}

/** Joins the words, the keyword, the journal and further conditions. */
function wordsOf(parameters: ForeignParameters, further: readonly string[] = []): { q?: string } {
	const [q, keyword, journal] = (['q', 'keyword', 'journal'] as const).map((name) => parameters.first(name));
	const conditions = [
		...(q === undefined ? [] : [wholeQuery('q', q)]),
		...(keyword === undefined ? [] : [`keyword:(${wholeQuery('keyword', keyword)})`]),
		...(journal === undefined ? [] : [`journal:${JSON.stringify(journal)}`]),
		...further,
	];
	if (conditions.length < 2) return conditions.length === 0 ? {} : { q: conditions[0] as string };
	return { q: conditions.map((condition) => `(${condition})`).join(' AND ') };
}

function pagesAround(
	address: string,
	parameters: ForeignParameters,
	{ page, size }: { page: number; size: number },
	total: RelationshipAnswer['total'],
) {
	const numbered = (number: number) => `${address}?${parameters.with({ page: String(number), size: String(size) })}`;
	const hasNext = page * size < total && (page + 1) * size <= deepestPagedItem;
	return {
		self: numbered(page),
		...(page > 1 && { prev: numbered(page - 1) }),
		...(hasNext && { next: numbered(page + 1) }),
	};
}
