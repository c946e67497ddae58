// Schemas that several answers share, for OpenAPI.
import { z } from '@hono/zod-openapi';
import { flags } from '../../broker/counting/counting-parameters.ts';
import { mostMembersListed } from '../../broker/objects/works-query.ts';
import { mostFacetValues } from '../../broker/searching/relationship-query.ts';
import { suggestionReasons } from '../../broker/searching/suggest-identifiers.ts';
import { noticeKinds, objectTypeNames } from '../../links/description.ts';
import { linkLimits, shownLimits } from '../../links/limits.ts';

/** Describes an identifier of an answer. */
export const identifierSchema = z
	.strictObject({
		ID: z.string().openapi({ example: '10.5281/zenodo.11020' }),
		IDScheme: z.string().openapi({ example: 'doi' }),
	})
	.openapi('AnsweredIdentifier');

export const identifiersSchema = z.array(identifierSchema).min(1).max(shownLimits.items);

/** Describes a person or organisation. */
export const agentSchema = z
	.looseObject({ Name: z.string().openapi({ example: 'Foreman-Mackey, Daniel' }) })
	.openapi('AnsweredAgent');

export const typeNames = objectTypeNames as ['literature', 'software', 'dataset', 'unknown'];

/** Describes the length of a list that is shown in part. */
export function totalOf(what: string) {
	return z
		.int()
		.min(1)
		.optional()
		.openapi({ description: `The total number of ${what}, if the list is shortened.` });
}

/** Describes the address of all of a list that is shown in part. */
export function addressOfAll(what: string) {
	return z
		.url()
		.optional()
		.openapi({ description: `The address of all ${what}, if the list is shortened.` });
}

const answeredTypeSchema = z
	.strictObject({
		Name: z.enum(typeNames).openapi({ description: 'unknown if no type was given.', example: 'software' }),
		SubType: z.string().optional(),
		SubTypeSchema: z.string().optional(),
	})
	.openapi('AnsweredType');

/** Describes what a work appeared in. */
export const answeredContainerSchema = z
	.strictObject({
		Title: z
			.string()
			.optional()
			.openapi({ description: 'Plain text, like Title.', example: 'The Journal of Open Source Software' }),
		ISSN: z
			.array(z.string().openapi({ example: '1932-6203' }))
			.max(linkLimits.issns)
			.optional(),
		Volume: z.string().optional().openapi({ example: '12' }),
		Issue: z.string().optional().openapi({ example: '3' }),
		Pages: z
			.string()
			.optional()
			.openapi({ description: 'The pages, or the number of the article.', example: '101-110' }),
	})
	.openapi('AnsweredContainer', {
		description:
			'The journal, book or proceedings in which the work appeared, and where in it. An extension of Scholix.',
	});

/** Describes a notice. */
export const noticeSchema = z
	.strictObject({
		Kind: z.enum(noticeKinds).openapi({ description: 'retraction also stands for a withdrawal or removal.' }),
		Date: z.string().optional().openapi({ description: 'When the notice was published.', example: '2015-06-03' }),
		Identifier: identifierSchema.optional().openapi({ description: 'An identifier of the notice.' }),
	})
	.openapi('AnsweredNotice', {
		description: 'Says that a work was retracted or corrected, or that there is a concern. An extension of Scholix.',
	});

/** Describes the name of a version. */
export const versionNameSchema = z
	.string()
	.optional()
	.openapi({
		description:
			'What the version is called, different for each version of a work: the first that exists of the stated ' +
			'version, the one in its title or in an identifier, the part of the title that only this version has, its ' +
			'title, and its identifier. A date or the end of an identifier is added where names would be the same. Only ' +
			`works with several versions have it, for the latest ${mostMembersListed.toLocaleString('en')} of them.`,
		example: 'v2.0.1',
	});

/** Describes an object. Unknown fields are absent. */
export const metadata = {
	Title: z.string().optional().openapi({
		description: 'Plain text, without markup.',
		example: 'corner.py: Scatterplot matrices in Python',
	}),
	TitleMarkup: z
		.string()
		.optional()
		.openapi({
			description:
				'The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small ' +
				'capitals), without attributes. Character references: &amp;, &lt; and &gt;.',
		}),
	Creator: z.array(agentSchema).max(shownLimits.items).optional(),
	CreatorTotal: totalOf('creators'),
	Type: answeredTypeSchema,
	PublicationDate: z.string().optional().openapi({ description: 'As given by the provider.', example: '2014-07-29' }),
	Container: answeredContainerSchema.optional(),
	Edition: z
		.string()
		.optional()
		.openapi({ description: 'The edition of a book, or the version of software or data.', example: '2nd' }),
	Publisher: z.array(agentSchema).max(shownLimits.items).optional(),
	PublisherTotal: totalOf('publishers'),
	PublisherPlace: z
		.string()
		.optional()
		.openapi({ description: 'The place of the publisher.', example: 'Cambridge, MA' }),
	Keywords: z.array(z.string()).max(shownLimits.items).optional(),
	KeywordsTotal: totalOf('keywords'),
	Notice: z.array(noticeSchema).max(shownLimits.items).optional().openapi({
		description: 'The notices about the work. Of a work with several versions: those about the main version.',
	}),
	NoticeTotal: totalOf('notices'),
	IdentifierTotal: totalOf('identifiers'),
	AllIdentifiers: addressOfAll('identifiers'),
};

export const count = z.int().min(0);

/** Describes a flag of a link. */
export const flagSchema = z.enum(flags).openapi('Flag', { description: 'See GET /definitions.' });

/** Describes numbers of links by flag. */
export const flagNumbersSchema = z.record(z.string(), count).openapi('FlagNumbers', {
	description:
		'Numbers of links by flag, of every flag that is left out, also 0. excluded: how many links were left out, each ' +
		'under the first of its flags in the order of GET /definitions; together with the total, they are the total of ' +
		'the same question without exclude. unknown: of how many links that were kept the flag is unknown.',
	example: { 'author-self': 12 },
});

/** Describes how a total was counted. */
export const countedMembers = {
	definition: z.string().optional().openapi({
		description: 'The definition of a citation that was asked for; see GET /definitions.',
		example: 'strict',
	}),
	excluded: flagNumbersSchema.optional(),
	unknown: flagNumbersSchema.optional(),
};

/** Describes a time as answers have it: ISO 8601 in UTC, with milliseconds. */
export const time = z.iso.datetime({ precision: 3 });

/** Gives an example of a time. */
export const exampleTime = '2026-01-31T12:00:00.000Z';

/** Describes counts by a key. `name` is the name of the schema, such as YearCounts. */
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

/** Describes how an identifier was read. */
export const understoodQuerySchema = z
	.strictObject({
		understood_as: identifierSchema.openapi({ description: 'The identifier that the broker read from id.' }),
		known: z.boolean().openapi({ description: 'Whether the identifier is known.' }),
		suggestions: z
			.array(
				z
					.strictObject({
						...identifierSchema.shape,
						reason: z.enum(suggestionReasons).openapi({
							description:
								'broader: the requested identifier is a version or part of this one. version: this is a version of ' +
								'the same work. other-scheme: the text is also an identifier of this scheme.',
						}),
					})
					.openapi('Suggestion'),
			)
			.openapi({ description: 'Known identifiers that may be meant, if the requested one is unknown.' }),
	})
	.openapi('UnderstoodQuery');

/** Describes the counts of a whole result. */
export const aggregationsSchema = z
	.strictObject({
		type: z.strictObject({
			buckets: z.array(
				z.strictObject({
					key: z.enum(typeNames),
					doc_count: count,
					publication_year: yearCountsSchema,
					link_year: yearCountsSchema,
				}),
			),
		}),
		publication_year: yearCountsSchema,
		link_year: yearCountsSchema.openapi({
			description:
				'The years (UTC) of the latest LinkPublicationDate of each relationship, as sort=mostrecent uses it.',
		}),
		subtype: textCountsSchema.openapi({
			description: `Relation types as the providers gave them, seen from the work; the ${mostFacetValues} most frequent.`,
		}),
		via: z
			.strictObject({
				buckets: z.array(
					z.strictObject({
						key: z.string(),
						Identifiers: identifiersSchema,
						VersionName: versionNameSchema,
						doc_count: count,
					}),
				),
			})
			.optional()
			.openapi({
				description:
					'With group_by=version: the number of relationships of each version of the work, for the ' +
					`${mostFacetValues} versions with most. Pass the key of a version as via.`,
			}),
		flags: z
			.strictObject({
				buckets: z.array(z.strictObject({ key: flagSchema, doc_count: count, unknown: count }).openapi('FlagCount')),
			})
			.optional()
			.openapi({
				description:
					'Only with flags=1 on GET /relationships: how many relationships of the result have each flag, and of how ' +
					'many it is unknown. One with several flags counts for each.',
			}),
	})
	.openapi('Aggregations');
