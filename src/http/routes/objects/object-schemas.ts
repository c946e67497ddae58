// Schemas of answers about works.
import { z } from '@hono/zod-openapi';
import { mostWorksLookedAt } from '../../../broker/objects/find-objects.ts';
import { mostFacetValues, mostVersionsListed } from '../../../broker/objects/works-query.ts';
import { searchRelations } from '../../../links/relation.ts';
import {
	aggregationsSchema,
	count,
	countedMembers,
	flagNumbersSchema,
	identifierSchema,
	metadata,
	textCountsSchema,
	typeCountsSchema,
	understoodQuerySchema,
	versionNameSchema,
	yearCountsSchema,
} from '../../answers/answer-schemas.ts';

const citations = z
	.strictObject({ total: count, excluded: flagNumbersSchema, unknown: flagNumbersSchema })
	.openapi('CountedCitations', {
		description: 'The citations that count, the links that were left out, and those of which a flag is unknown.',
	});

/** Describes citations by what counts as one, at both levels. */
export const citationsSchema = z
	.strictObject({
		definition: countedMembers.definition,
		identity: citations.optional(),
		version: citations.optional(),
	})
	.openapi('CitationCounts', {
		description:
			'Only with definition or exclude: the citations that count, of the work itself (identity), and of all its ' +
			'versions together (version). A level at which the definition does not count is absent.',
	});

const day = z.iso.date().nullable();

/** Describes a value for each relation. */
function ofRelations<T extends z.ZodType>(value: T) {
	return z.strictObject(
		Object.fromEntries(searchRelations.map((relation) => [relation, value])) as Record<
			(typeof searchRelations)[number],
			T
		>,
	);
}

/** Describes the number of related works by relation. */
export const countsSchema = ofRelations(count).openapi('RelationCounts', {
	description: 'The number of related works by relation.',
});

/** Describes counts at both levels. */
export const levelCountsSchema = z
	.strictObject({ identity: countsSchema, version: countsSchema })
	.openapi('LevelCounts', {
		description:
			'identity: the counts of the work itself. version: the counts of all its versions together, with ' +
			'related works grouped by version too.',
	});

/** Describes identifiers with their addresses. */
export const identifiersSchema = z
	.array(z.strictObject({ ...identifierSchema.shape, IDURL: z.url().optional() }).openapi('IdentifierWithAddress'))
	.min(1)
	.openapi({ description: 'IDURL is the web address of the identifier, if it has one.' });

/** Describes a permanent address. */
export const self = z.url().openapi({
	description:
		'A permanent address. After merges, splits and reindexes it leads to the work that has the ' + 'identifier then.',
	example: 'https://links.example.org/objects/17',
});

const linked = {
	first_linked: day.openapi({
		description: 'The earliest date of a link of the work. A year or month counts as its first day. null: no links.',
	}),
	last_linked: day.openapi({ description: 'The latest date of a link of the work.' }),
};

const described = { self, ...metadata, Identifiers: identifiersSchema };

/** Describes one version of a work. */
export const versionSchema = z
	.strictObject({ VersionName: versionNameSchema, ...described, counts: countsSchema, ...linked })
	.openapi('VersionOfWork');

const facetsSchema = ofRelations(aggregationsSchema).openapi('RelationFacets');

/** Describes a work. */
export const workSchema = z
	.strictObject({
		query: understoodQuerySchema,
		VersionName: versionNameSchema,
		...described,
		counts: levelCountsSchema,
		counted: citationsSchema.optional(),
		...linked,
		family: z
			.strictObject({
				...metadata,
				Identifiers: identifiersSchema,
				versions: z.array(versionSchema).openapi({
					description: `The versions, latest published first; at most ${mostVersionsListed}. Each has its own counts.`,
				}),
				versions_total: count,
				all_versions: z
					.url()
					.optional()
					.openapi({ description: 'The address of all versions, if the list is shortened.' }),
			})
			.openapi({ description: 'The work with all its versions. The version from which the others come describes it.' }),
		facets: z
			.strictObject({ identity: facetsSchema, version: facetsSchema })
			.optional()
			.openapi({ description: 'Only with facets=1: counts over the whole result of each relation.' }),
	})
	.openapi('Work');

/** Describes a page of works. */
export const worksSchema = z
	.strictObject({
		total: count.openapi({ description: 'The number of works found among those examined.' }),
		total_relation: z.enum(['eq', 'gte']).openapi({
			description:
				'eq: total is exact. gte: total is a lower bound, because more than ' +
				`${mostWorksLookedAt.toLocaleString('en')} works match and only that many were examined, the most ` +
				'cited first.',
		}),
		matched: z.enum(['all', 'most']).openapi({
			description:
				'all: each work has all words of q. most: no work that matches the filters has all of them, ' +
				'and these works have at least half; total, aggregations and pages refer to these works.',
		}),
		hits: z.array(
			z
				.strictObject({
					...described,
					matched_version: z
						.strictObject(described)
						.optional()
						.openapi({
							description:
								'Only with group_by=version: the version whose title has more of the words than the title of the ' +
								'work, or equals q.',
						}),
					missing_words: z
						.array(z.string())
						.optional()
						.openapi({ description: 'Only if matched is most: the words that this work lacks.', example: ['smith'] }),
					counts: countsSchema,
					counted: z
						.strictObject({ definition: countedMembers.definition, ...citations.shape })
						.optional()
						.openapi('CountedWork', {
							description: 'Only with definition or exclude: the citations that count at the level of group_by.',
						}),
					versions_total: count.openapi({
						description: 'The number of versions grouped in this result. Always 1 with group_by=identity.',
					}),
				})
				.openapi('FoundWork'),
		),
		aggregations: z
			.strictObject({
				type: typeCountsSchema,
				publication_year: yearCountsSchema,
				publisher: textCountsSchema.openapi({ description: `The ${mostFacetValues} publishers with the most works.` }),
				journal: textCountsSchema.openapi({
					description:
						`The ${mostFacetValues} journals, books or proceedings with the most works; without a title, the first ` +
						'ISSN. To filter by one, use `journal:"…"` in `q`, which takes ISSNs as well.',
				}),
			})
			.openapi({ description: 'Counts over the works that total counts.' }),
		suggestions: z
			.array(z.string())
			.optional()
			.openapi({
				description:
					'Only on the first page, if no work has all words: similar queries that find works with the same ' +
					'filters. They replace words that no work has, or one of the rarest words.',
				example: ['dark galaxies'],
			}),
		without: z
			.array(
				z
					.strictObject({
						words: z.array(z.string()).openapi({ description: 'The words that are left out.' }),
						q: z.string(),
					})
					.openapi('ShorterQuery'),
			)
			.optional()
			.openapi({
				description:
					'Only on the first page, if no work has all words: shorter queries that find works with the same filters.',
			}),
		links: z
			.strictObject({ self: z.url(), next: z.url().optional() })
			.openapi({ description: 'Addresses of this page and the next one.' }),
	})
	.openapi('FoundWorks');
