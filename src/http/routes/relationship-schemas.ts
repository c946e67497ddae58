// How answers to a search look.
import { z } from '@hono/zod-openapi';
import { mostViaOfItem } from '../../broker/searching/relationship-query.ts';
import { linkSchema } from '../../formats/scholix/schema.ts';
import { searchRelations } from '../../links/relation.ts';
import {
	aggregationsSchema,
	count,
	identifiersSchema,
	metadata,
	understoodQuerySchema,
} from '../answers/answer-schemas.ts';

const versionEndSchema = z.strictObject({ Identifiers: identifiersSchema }).openapi('AnsweredVersion');

const versions = z.array(versionEndSchema).optional().openapi({
	description: 'Where versions are grouped: the identifiers of each version, also where it is the only one.',
});

const answeredObjectSchema = z
	.strictObject({ ...metadata, Identifiers: identifiersSchema, Versions: versions })
	.openapi('AnsweredObject');

const relationSchema = z
	.strictObject({ Name: z.enum(searchRelations).openapi({ example: 'isCitedBy' }) })
	.openapi('AnsweredRelation', { description: 'The relation asked for; where none was, each item tells its own.' });

const providerSchema = z.strictObject({ Name: z.string().openapi({ example: 'Zenodo' }) }).openapi('AnsweredProvider');

const historyItemSchema = z
	.strictObject({
		LinkPublicationDate: z.string().openapi({ description: 'As it was given.', example: '2018-01-01' }),
		LinkProvider: providerSchema,
		SubType: z.string().optional().openapi({ description: 'The SubType as given.' }),
		SubTypes: z
			.array(z.string())
			.optional()
			.openapi({ description: 'Where several SubTypes were given: all of them.' }),
	})
	.openapi('LinkHistoryItem');

const historySchema = z.array(historyItemSchema).openapi({ description: 'Who said so, and when; newest first.' });

/** What is told of the versions that make a relationship. */
const via = {
	Via: z
		.array(
			z
				.strictObject({ Source: versionEndSchema, Target: versionEndSchema, LinkHistory: historySchema })
				.openapi('VersionLink'),
		)
		.optional()
		.openapi({
			description:
				'Where asked for versions: which version of the work asked about (Source) is linked to which of the ' +
				`other one (Target); newest first, then in the order of their identifiers, ${mostViaOfItem} at most.`,
		}),
	ViaTotal: z.int().optional().openapi({ description: 'How many there are, where Via has not all of them.' }),
};

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
		hits: z.strictObject({
			total: count.openapi({ description: 'Of the whole result, whatever the page.' }),
			hits: z
				.array(z.strictObject({ ...linkSchema.shape, ...via }).openapi('FoundLink'))
				.openapi({ description: 'The links of this page, each as POST /events takes it.' }),
		}),
		aggregations: aggregationsSchema.openapi({ description: 'Counts of the whole result.' }),
		links: z
			.strictObject({ self: z.url(), next: z.url().optional(), prev: z.url().optional() })
			.openapi({ description: 'Addresses of this page and of those beside it.' }),
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

/** Shows an answer in application/x-scholix-v3+json. */
export const scholixAnswerExample: z.infer<typeof scholixAnswerSchema> = {
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

/** Shows the same answer in application/json. */
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
			buckets: [{ key: 'literature', doc_count: 1, publication_year: { buckets: [{ key: 2016, doc_count: 1 }] } }],
		},
		publication_year: { buckets: [{ key: 2016, doc_count: 1 }] },
		subtype: { buckets: [{ key: 'IsCitedBy', doc_count: 1 }] },
	},
	links: { self: 'https://links.example.org/api/relationships?id=10.5281%2Fzenodo.11020&relation=isCitedBy' },
};
