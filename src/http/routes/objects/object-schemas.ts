// How answers about works look.
import { z } from '@hono/zod-openapi';
import { mostWorksLookedAt } from '../../../broker/objects/find-objects.ts';
import { mostFacetValues, mostVersionsListed } from '../../../broker/objects/works-query.ts';
import { searchRelations } from '../../../links/relation.ts';
import {
	aggregationsSchema,
	count,
	identifierSchema,
	metadata,
	textCountsSchema,
	typeCountsSchema,
	understoodQuerySchema,
	yearCountsSchema,
} from '../../answers/answer-schemas.ts';

const day = z.iso.date().nullable();

/** Describes something of each relation. */
function ofRelations<T extends z.ZodType>(value: T) {
	return z.strictObject(
		Object.fromEntries(searchRelations.map((relation) => [relation, value])) as Record<
			(typeof searchRelations)[number],
			T
		>,
	);
}

/** Describes how many works each relation leads to. */
export const countsSchema = ofRelations(count).openapi('RelationCounts', {
	description: 'How many works each relation leads to.',
});

/** Describes counts at both levels. */
export const levelCountsSchema = z
	.strictObject({ identity: countsSchema, version: countsSchema })
	.openapi('LevelCounts', {
		description: 'identity: of the work itself; version: of all its versions together, to works over all theirs.',
	});

/** Describes identifiers with their addresses. */
export const identifiersSchema = z
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
const versionSchema = z.strictObject({ ...described, counts: countsSchema, ...linked }).openapi('VersionOfWork');

const facetsSchema = ofRelations(aggregationsSchema).openapi('RelationFacets');

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
		total: count.openapi({ description: 'Of the works that were looked at, whatever the page.' }),
		total_relation: z.enum(['eq', 'gte']).openapi({
			description:
				'eq: there are so many. gte: there are at least so many; the words, type and years are those of more than ' +
				`${mostWorksLookedAt.toLocaleString('en')} works, of which so many were looked at, the most cited first.`,
		}),
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
				type: typeCountsSchema,
				publication_year: yearCountsSchema,
				publisher: textCountsSchema.openapi({ description: `The ${mostFacetValues} with most works.` }),
			})
			.openapi({ description: 'Counts of what total counts.' }),
		suggestions: z
			.array(z.string())
			.optional()
			.openapi({
				description:
					'Only where nothing was found: queries with other words in the place of those that no work has, or, where ' +
					'works have each word, of one of the rarest. Each finds something, with the same filters.',
				example: ['dark galaxies'],
			}),
		links: z
			.strictObject({ self: z.url(), next: z.url().optional() })
			.openapi({ description: 'Addresses of this page and of the next.' }),
	})
	.openapi('FoundWorks');
