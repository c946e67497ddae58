// How answers about works look, for the description in OpenAPI; knows no writer.
import { z } from '@hono/zod-openapi';
import { mostFacetValues, mostVersionsListed } from '../../../broker/objects/object-query.js';
import { searchRelations } from '../../../links/relation.js';
import {
	aggregationsSchema,
	bucketsOf,
	count,
	identifierSchema,
	metadata,
	typeNames,
	understoodQuerySchema,
} from '../../answers/answer-schemas.js';

const day = z.iso.date().nullable();

/** Describes something of each relation. */
function ofRelations                     (value   ) {
	return z.strictObject(
		Object.fromEntries(searchRelations.map((relation) => [relation, value]))           
			                                 
			 
		 ,
	);
}

const countsSchema = ofRelations(count).openapi('RelationCounts', {
	description: 'How many works each relation leads to.',
});

/** Describes counts at both levels. */
export const levelCountsSchema = z.strictObject({ identity: countsSchema, version: countsSchema }).openapi({
	description: 'identity: of the work itself; version: of all its versions together, to works over all theirs.',
});

const identifiersSchema = z
	.array(z.strictObject({ ...identifierSchema.shape, IDURL: z.url().optional() }).openapi('IdentifierWithAddress'))
	.min(1)
	.openapi({ description: 'IDURL is the address on the web, where there is one.' });

/** Describes an address that stays. */
export const self = z.url().openapi({
	description:
		'An address that stays: after merges, splits and reindexes it leads to the work that the identifier belongs to then.',
	example: 'https://links.example.org/objects/17',
});

const linked = {
	first_linked: day.openapi({
		description: 'The earliest day of which anybody said a link of it; null where there is none.',
	}),
	last_linked: day.openapi({ description: 'The latest one.' }),
};

const described = { self, ...metadata, Identifiers: identifiersSchema };

/** Describes a work that is one of several. */
export const versionSchema = z.strictObject({ ...described, counts: countsSchema, ...linked }).openapi('VersionOfWork');

const facetsSchema = ofRelations(aggregationsSchema);

/** Describes all that is told of a work. */
export const workSchema = z
	.strictObject({
		query: understoodQuerySchema,
		...described,
		counts: levelCountsSchema,
		...linked,
		family: z
			.strictObject({
				...metadata,
				Identifiers: identifiersSchema,
				versions: z.array(versionSchema).openapi({
					description: `The latest published first, ${mostVersionsListed} at most; counts are those of each version itself.`,
				}),
				versions_total: count,
			})
			.openapi({ description: 'The work with all its versions, described by the one that they come from.' }),
		facets: z
			.strictObject({ identity: facetsSchema, version: facetsSchema })
			.optional()
			.openapi({ description: 'Only with facets=1: the counts of each whole result.' }),
	})
	.openapi('Work');

/** Describes a page of works. */
export const worksSchema = z
	.strictObject({
		total: count.openapi({ description: 'Of the whole result, whatever the page.' }),
		hits: z.array(
			z
				.strictObject({
					...described,
					counts: countsSchema,
					versions_total: count.openapi({ description: 'How many versions it stands for; with group_by=identity 1.' }),
				})
				.openapi('FoundWork'),
		),
		aggregations: z
			.strictObject({
				type: bucketsOf(z.enum(typeNames)),
				publication_year: bucketsOf(z.int()),
				publisher: bucketsOf(z.string()).openapi({ description: `The ${mostFacetValues} with most works.` }),
			})
			.openapi({ description: 'Counts of the whole result.' }),
		links: z
			.strictObject({ self: z.url(), next: z.url().optional() })
			.openapi({ description: 'Addresses of this page and of the next.' }),
	})
	.openapi('FoundWorks');
