// Searches for relationships: GET /relationships.
import { z } from '@hono/zod-openapi';
import type { Broker } from '../../broker/broker.ts';
import { shownCounted } from '../../broker/counting/counting.ts';
import {
	mostViaOfItem,
	type RelationshipQuery,
	readRelationshipQuery,
	relationshipQuerySchema,
} from '../../broker/searching/relationship-query.ts';
import type { RelationshipAnswer } from '../../broker/searching/search-relationships.ts';
import { exportFormats } from '../../formats/export-formats.ts';
import { readObject } from '../../formats/scholix/described-object.ts';
import { linkSchema } from '../../formats/scholix/schema.ts';
import { type ShownIdentifier, withAddresses } from '../../formats/scholix/writing/object-document.ts';
import {
	describeQuery,
	describeUnknownObject,
	writeLinksAnswer,
	writeScholixAnswer,
} from '../../formats/scholix/writing/write-answers.ts';
import { shownLimits } from '../../links/limits.ts';
import { searchRelations } from '../../links/relation.ts';
import { type Answer, abandonedAnswer } from '../answers/answer.ts';
import {
	addressOfAll,
	aggregationsSchema,
	count,
	countedMembers,
	flagSchema,
	identifiersSchema,
	metadata,
	totalOf,
	understoodQuerySchema,
	versionNameSchema,
} from '../answers/answer-schemas.ts';
import { unchanged, unlessUnchanged } from '../answers/conditional.ts';
import { exportAnswer } from '../answers/export-answer.ts';
import {
	type AnswerMediaType,
	chooseMediaType,
	exportForms,
	jsonMediaType,
	scholixMediaType,
} from '../answers/media-types.ts';
import { countedHeaders, linkHeader, type PageAddresses, pageAddresses, understoodHeaders } from '../answers/paging.ts';
import { type Parameters, readParameters } from '../answers/query-parameters.ts';
import { baseAddress } from '../server/addresses.ts';
import type { AppNeeds } from '../server/app.ts';
import { disconnectSignal, type HttpContext, isAbandoned } from '../server/http-context.ts';
import { countedHeaderSchemas, defineRoute, header, optionalHeader, type Route, text } from './route.ts';

const answerHeaders = {
	Link: optionalHeader(
		'Addresses of other pages: rel first, prev, next and last (RFC 8288). Absent if the whole result ' +
			'is returned as a file.',
	),
	'Content-Disposition': optionalHeader('The file name, if the whole result is returned as a file.'),
	'X-Total-Count': header('The number of relationships in the whole result.', { type: 'integer', minimum: 0 }),
	'X-Understood-As': header(
		'How id was read: scheme, colon, identifier. Characters that a header cannot hold are ' + 'percent-encoded.',
	),
	'X-Known': header('Whether the identifier is known.', { ...text, enum: ['true', 'false'] }),
	...countedHeaderSchemas,
	ETag: optionalHeader('Changes with the search index. Absent if the state of the index is unknown.'),
	'Cache-Control': header('Always no-cache: use If-None-Match to check a stored answer.'),
	Vary: header('Always Accept.'),
};

const versionEndSchema = z
	.strictObject({
		Identifiers: identifiersSchema,
		IdentifierTotal: totalOf('identifiers'),
		VersionName: versionNameSchema,
	})
	.openapi('AnsweredVersion');

const versions = z.array(versionEndSchema).max(shownLimits.items).optional().openapi({
	description: 'With group_by=version: the identifiers of each version, even if there is only one.',
});

const answeredObjectSchema = z
	.strictObject({
		...metadata,
		Identifiers: identifiersSchema,
		Versions: versions,
		VersionsTotal: totalOf('versions'),
		AllVersions: addressOfAll('versions'),
	})
	.openapi('AnsweredObject');

const relationSchema = z
	.strictObject({ Name: z.enum(searchRelations).openapi({ example: 'isCitedBy' }) })
	.openapi('AnsweredRelation', { description: 'The requested relation. Without one, each relationship has its own.' });

const providerSchema = z.strictObject({ Name: z.string().openapi({ example: 'Zenodo' }) }).openapi('AnsweredProvider');

/** Describes an item of a LinkHistory. */
export const historyItemSchema = z
	.strictObject({
		LinkPublicationDate: z.string().openapi({ description: 'As given by the provider.', example: '2018-01-01' }),
		LinkProvider: providerSchema,
		SubType: z.string().optional().openapi({ description: 'The relation type as the provider gave it.' }),
		SubTypes: z
			.array(z.string())
			.optional()
			.openapi({ description: 'The relation types, if the provider gave several.' }),
	})
	.openapi('LinkHistoryItem');

const historySchema = z
	.array(historyItemSchema)
	.openapi({ description: 'The distinct pairs of provider and date, newest first.' });

const historyTotal = { LinkHistoryTotal: totalOf('pairs of provider and date') };
const shortenedHistory = { ...historyTotal, AllLinkHistory: addressOfAll('pairs') };

/** Describes the versions that a relationship connects. */
const via = {
	Via: z
		.array(
			z
				.strictObject({
					Source: versionEndSchema,
					Target: versionEndSchema,
					LinkHistory: historySchema,
					...historyTotal,
				})
				.openapi('VersionLink'),
		)
		.optional()
		.openapi({
			description:
				'With group_by=version: which version of the work (Source) is linked to which version of the ' +
				`related work (Target). Newest first, then by identifier; at most ${mostViaOfItem}.`,
		}),
	ViaTotal: z.int().optional().openapi({ description: 'The total number of pairs, if Via is shortened.' }),
};

const flagsSchema = z
	.array(flagSchema)
	.optional()
	.openapi({
		description: 'The flags of the relationship; see GET /definitions. Absent if it has none. POST /events ignores it.',
		example: ['author-self'],
	});

/** Describes the answer in application/x-scholix-v3+json. */
export const scholixAnswerSchema = z
	.strictObject({
		Source: answeredObjectSchema,
		Relation: relationSchema.optional(),
		GroupBy: z.enum(['identity', 'version']),
		Relationships: z.array(
			z
				.strictObject({
					Target: answeredObjectSchema,
					Relation: relationSchema.optional(),
					LinkHistory: historySchema,
					...shortenedHistory,
					Flags: flagsSchema,
					...via,
				})
				.openapi('Relationship'),
		),
	})
	.openapi('RelationshipsAnswer');

/** Describes the answer in application/json. */
export const jsonAnswerSchema = z
	.strictObject({
		query: understoodQuerySchema,
		...countedMembers,
		hits: z.strictObject({
			total: count.openapi({ description: 'The number of relationships in the whole result.' }),
			hits: z
				.array(
					z.strictObject({ ...linkSchema.shape, ...shortenedHistory, Flags: flagsSchema, ...via }).openapi('FoundLink'),
				)
				.openapi({ description: 'The links of this page, in the form that POST /events accepts.' }),
		}),
		aggregations: aggregationsSchema.openapi({ description: 'Counts over the whole result.' }),
		links: z
			.strictObject({ self: z.url(), next: z.url().optional(), prev: z.url().optional() })
			.openapi({ description: 'Addresses of this page, the next one and the previous one.' }),
	})
	.openapi('RelationshipsHits');

const workAsked = {
	Title: 'corner.py: Scatterplot matrices in Python',
	Type: { Name: 'software' },
	PublicationDate: '2014-07-29',
} as const;
const workFound = { Title: 'A paper that uses it', Type: { Name: 'literature' }, PublicationDate: '2016-05' } as const;
const identifierAsked = { ID: '10.5281/zenodo.11020', IDScheme: 'doi' };
const identifierFound = { ID: '10.1000/182', IDScheme: 'doi' };

const publishedIn = { buckets: [{ key: 2016, doc_count: 1 }] };
const linkedIn = { buckets: [{ key: 2018, doc_count: 1 }] };

/** An example of an answer in application/x-scholix-v3+json. */
const scholixAnswerExample: z.infer<typeof scholixAnswerSchema> = {
	Source: { ...workAsked, Identifiers: [identifierAsked] },
	Relation: { Name: 'isCitedBy' },
	GroupBy: 'identity',
	Relationships: [
		{
			Target: { ...workFound, Identifiers: [identifierFound] },
			LinkHistory: [{ LinkPublicationDate: '2018-01-01', LinkProvider: { Name: 'Zenodo' }, SubType: 'Cites' }],
		},
	],
};

/** The same answer in application/json. */
export const jsonAnswerExample: z.infer<typeof jsonAnswerSchema> = {
	query: { understood_as: identifierAsked, known: true, suggestions: [] },
	hits: {
		hits: [
			{
				Source: { ...workFound, Identifier: [identifierFound] },
				RelationshipType: { Name: 'References', SubType: 'Cites', SubTypeSchema: 'DataCite' },
				Target: { ...workAsked, Identifier: [identifierAsked] },
				LinkProvider: [{ Name: 'Zenodo' }],
				LinkPublicationDate: '2018-01-01',
			},
		],
		total: 1,
	},
	aggregations: {
		type: {
			buckets: [{ key: 'literature', doc_count: 1, publication_year: publishedIn, link_year: linkedIn }],
		},
		publication_year: publishedIn,
		link_year: linkedIn,
		subtype: { buckets: [{ key: 'IsCitedBy', doc_count: 1 }] },
	},
	links: { self: 'https://links.example.org/api/relationships?id=10.5281%2Fzenodo.11020&relation=isCitedBy' },
};

type Needs = Pick<AppNeeds, 'broker' | 'settings' | 'version' | 'log'>;

/** Creates the route of searches. */
export function createRelationshipRoute(needs: Needs): Route {
	return defineRoute({
		route: 'GET /relationships',
		access: 'anyone',
		needs: 'index',
		shared: true,
		id: 'searchRelationships',
		tag: 'relationships',
		summary: 'Search the relationships of a work',
		description:
			'Returns the works that are related to one work. Name the work by any of its identifiers. The ' +
			'search covers all identifiers of each work and, with group_by=version, all versions. A text that ' +
			'is not an identifier is refused. An unknown identifier has no relationships, and X-Known is false.',
		query: { described: relationshipQuerySchema, read: (url: string) => readParameters(url, { lists: ['only'] }) },
		answers: {
			200: {
				description: 'One page of the relationships.',
				headers: answerHeaders,
				content: {
					[scholixMediaType]: { schema: scholixAnswerSchema, example: scholixAnswerExample },
					[jsonMediaType]: { schema: jsonAnswerSchema, example: jsonAnswerExample },
					...exportContents(),
				},
			},
			304: unchanged,
		},
		problems: [
			...(['not-an-identifier', 'several-identifiers', 'ambiguous-identifier'] as const),
			...(['bad-query-string', 'not-acceptable'] as const),
		],
		handle: ({ context, query }) => answerSearch(context, query, needs),
	});
}

async function answerSearch(context: HttpContext, parameters: Parameters, needs: Needs): Promise<Answer> {
	const { broker, settings, log } = needs;
	const { url } = context.req;
	const query = readRelationshipQuery(parameters);
	const form = query.format ?? chooseMediaType(context.req.header('accept'));
	if (isAbandoned(context)) return abandonedAnswer;
	const base = baseAddress(url, settings.publicUrl);
	const signal = disconnectSignal(context);
	const search: Broker['searchRelationships'] = async (asked, options) =>
		withAddressesOfLists(await broker.searchRelationships(asked, { ...options, signal }), base);
	const answer = async () => {
		if (form !== scholixMediaType && form !== jsonMediaType) {
			const onFailure = (err: unknown) => log.warn({ err }, 'An export was interrupted');
			return exportAnswer(context, search, { query, parameters, format: form }, onFailure);
		}
		// Only one of the media types has facets.
		const isOfLinks = form === jsonMediaType;
		const found = await search(query, { facets: isOfLinks, named: true, repeatsSource: isOfLinks });
		if (isAbandoned(context)) return abandonedAnswer;
		return relationshipsPage(found, form, pageAddresses(`${base}/relationships`, parameters, found), query);
	};
	return unlessUnchanged(needs, context, answer, form);
}

/** Adds the addresses of lists that are shown in part; `base` is where addresses begin. */
function withAddressesOfLists(found: RelationshipAnswer, base: string): RelationshipAnswer {
	const { asked, groupBy } = found;
	return {
		...found,
		source: found.source && withAddresses(found.source, base),
		items: found.items.map((item) => {
			const object = withAddresses(item.object, base);
			if (item.historyTotal === undefined) return { ...item, object };
			const [other] = readObject(object).Identifiers as [ShownIdentifier];
			const question = new URLSearchParams({
				...{ id: asked.value, scheme: asked.scheme, other: other.ID, other_scheme: other.IDScheme },
				...{ relation: item.relation, group_by: groupBy },
			});
			return { ...item, object, allHistory: `${base}/relationships/history?${question}` };
		}),
	};
}

/** Answers a page of a result. */
function relationshipsPage(
	found: RelationshipAnswer,
	mediaType: AnswerMediaType,
	pages: PageAddresses,
	options: Pick<RelationshipQuery, 'prettyprint' | 'flags'>,
): Answer {
	const { asked, relation, groupBy, items, total, facets, names } = found;
	const prettyprint = options.prettyprint === '1';
	const source = found.source ?? describeUnknownObject(asked.value, asked.scheme);
	const answer = { source, groupBy, items, names, ...(relation && { relation }) };
	const headers = {
		'Content-Type': mediaType,
		Link: linkHeader(pages),
		'X-Total-Count': String(total),
		...understoodHeaders(found),
		...countedHeaders(found, { hasMembers: mediaType === jsonMediaType }),
	};
	const body =
		mediaType === scholixMediaType
			? writeScholixAnswer(answer, { prettyprint, flags: options.flags === '1' })
			: writeLinksAnswer(
					{
						...{ ...answer, total, links: pages, query: describeQuery(found), counted: shownCounted(found) },
						...(facets && { facets }),
					},
					{ prettyprint },
				);
	return { status: 200, headers, body };
}

/** Describes the formats of the whole result that Accept can select. */
function exportContents(): Record<string, { schema: typeof text }> {
	const named = exportFormats.flatMap((format) => exportForms[format].accepted ?? []);
	return Object.fromEntries(named.map((mediaType) => [mediaType, { schema: text }]));
}
