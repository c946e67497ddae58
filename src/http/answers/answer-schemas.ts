// How what several answers have in common looks, for the description in OpenAPI.
import { z } from '@hono/zod-openapi';
import { mostFacetValues } from '../../broker/searching/relationship-query.ts';
import { suggestionReasons } from '../../broker/searching/suggest-identifiers.ts';
import { objectTypeNames } from '../../links/description.ts';
import { shownLimits } from '../../links/limits.ts';

/** Describes an identifier of an answer. */
export const identifierSchema = z
	.strictObject({
		ID: z.string().openapi({ example: '10.5281/zenodo.11020' }),
		IDScheme: z.string().openapi({ example: 'doi' }),
	})
	.openapi('AnsweredIdentifier');

export const identifiersSchema = z.array(identifierSchema).min(1);

const agentSchema = z
	.looseObject({ Name: z.string().openapi({ example: 'Foreman-Mackey, Daniel' }) })
	.openapi('AnsweredAgent');

export const typeNames = objectTypeNames as ['literature', 'software', 'dataset', 'unknown'];

/** Describes how many there are of what is listed in part. */
function totalOf(what: string) {
	return z
		.int()
		.min(1)
		.optional()
		.openapi({ description: `How many ${what} are known, where the list has but the first of them.` });
}

const answeredTypeSchema = z
	.strictObject({
		Name: z.enum(typeNames).openapi({ description: 'unknown where nothing better is known.', example: 'software' }),
		SubType: z.string().optional(),
		SubTypeSchema: z.string().optional(),
	})
	.openapi('AnsweredType');

const answeredContainerSchema = z
	.strictObject({
		Title: z.string().openapi({ description: 'As text, like Title.', example: 'The Journal of Open Source Software' }),
	})
	.openapi('AnsweredContainer', {
		description: 'The journal, book or proceedings in which the object appeared. An addition to Scholix.',
	});

/** What is known of an object; absent: not known. */
export const metadata = {
	Title: z.string().optional().openapi({
		description: 'As text, whatever mark-up it was given in.',
		example: 'corner.py: Scatterplot matrices in Python',
	}),
	TitleMarkup: z
		.string()
		.optional()
		.openapi({
			description:
				'Only where it tells more than Title: the title as HTML, in the elements i, b, sub, sup and scp (small capitals) ' +
				'without attributes, and &amp;, &lt; and &gt;.',
		}),
	Creator: z.array(agentSchema).max(shownLimits.items).optional(),
	CreatorTotal: totalOf('creators'),
	Type: answeredTypeSchema,
	PublicationDate: z.string().optional().openapi({ description: 'As it was given.', example: '2014-07-29' }),
	Container: answeredContainerSchema.optional(),
	Publisher: z.array(agentSchema).max(shownLimits.items).optional(),
	PublisherTotal: totalOf('publishers'),
	Keywords: z.array(z.string()).max(shownLimits.items).optional(),
	KeywordsTotal: totalOf('keywords'),
};

export const count = z.int().min(0);

/** Describes a time as answers have it: ISO 8601 in UTC, with milliseconds. */
export const time = z.iso.datetime({ precision: 3 });

/** Gives an example of a time. */
export const exampleTime = '2026-01-31T12:00:00.000Z';

/** Describes counts by one thing; `name` says which, as YearCounts. */
function countsBy(name: string, key: z.ZodType) {
	const bucket = z.strictObject({ key, doc_count: count }).openapi(name.slice(0, -1));
	return z.strictObject({ buckets: z.array(bucket) }).openapi(name);
}

/** Describes counts by the type of works. */
export const typeCountsSchema = countsBy('TypeCounts', z.enum(typeNames));

/** Describes counts by the year of works. */
export const yearCountsSchema = countsBy('YearCounts', z.int());

/** Describes counts by a text. */
export const textCountsSchema = countsBy('TextCounts', z.string());

/** Describes how a question was understood. */
export const understoodQuerySchema = z
	.strictObject({
		understood_as: identifierSchema.openapi({ description: 'What id was understood to be.' }),
		known: z.boolean().openapi({ description: 'Whether anything is known of it.' }),
		suggestions: z
			.array(
				z
					.strictObject({
						...identifierSchema.shape,
						reason: z.enum(suggestionReasons).openapi({
							description:
								'broader: what was asked for is a version or a part of it; ' +
								'other-scheme: the text is an identifier of this scheme as well.',
						}),
					})
					.openapi('Suggestion'),
			)
			.openapi({ description: 'Known identifiers that may be meant, where this one is not known.' }),
	})
	.openapi('UnderstoodQuery');

/** Describes the counts of a whole result. */
export const aggregationsSchema = z
	.strictObject({
		type: z.strictObject({
			buckets: z.array(
				z.strictObject({ key: z.enum(typeNames), doc_count: count, publication_year: yearCountsSchema }),
			),
		}),
		publication_year: yearCountsSchema,
		subtype: textCountsSchema.openapi({
			description:
				'How providers worded the relation, as it reads from the work asked about; ' +
				`the ${mostFacetValues} most frequent.`,
		}),
		via: z
			.strictObject({
				buckets: z.array(z.strictObject({ key: z.string(), Identifiers: identifiersSchema, doc_count: count })),
			})
			.optional()
			.openapi({
				description:
					'Where asked for versions: how many relationships each version of the work has part in, ' +
					`the ${mostFacetValues} with most; key is what via takes.`,
			}),
	})
	.openapi('Aggregations');
