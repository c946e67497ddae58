// The tools of assistants that take lists: look-ups and reports.
import { z } from 'zod';
import type { lookedUpSchema } from '../routes/objects/look-up.ts';
import type { reportSchema } from '../routes/objects/report.ts';
import { askAbout } from './ask.ts';
import {
	idSchema,
	nextCursorSchema,
	selfSchema,
	shownCitedBySchema,
	shownId,
	shownLevelCounts,
	shownLevelCountsSchema,
	shownWork,
	shownWorkSchema,
} from './shown.ts';
import { bodyTool, mostRows, usualRows } from './tool.ts';

const identifiers = z
	.array(z.string())
	.min(1)
	.max(mostRows)
	.meta({ description: 'Identifiers in any form.', examples: [['10.5281/zenodo.11020', 'arXiv:1207.4464']] });
const input = z.string().meta({ description: 'As given.' });
const problem = z.string().optional().meta({ description: 'Why the input is not read as an identifier.' });

type LookedUp = z.infer<typeof lookedUpSchema>;

const inputOf = (given: LookedUp['input']) => (typeof given === 'string' ? given : shownId(given));

/** Looks up identifiers. */
export const lookUp = bodyTool({
	name: 'lookup',
	title: 'Look up identifiers',
	description: `Shows how each of up to ${mostRows} identifiers is read, whether it is known, and its counts.`,
	input: z.strictObject({ identifiers }),
	output: z.strictObject({
		results: z.array(
			z.strictObject({
				...{ input, id: idSchema.optional(), known: z.boolean(), problem },
				...{ self: selfSchema.optional(), counts: shownLevelCountsSchema.optional() },
			}),
		),
	}),
	async answer({ identifiers }, asked) {
		const { document } = await askAbout<{ results: LookedUp[] }>(asked, '/objects/lookup', identifiers);
		return {
			results: document.results.map(({ input, understood_as, known, problem, self, counts }) => ({
				...{ input: inputOf(input), known },
				...(understood_as && { id: shownId(understood_as) }),
				...(problem !== undefined && { problem }),
				...(self !== undefined && { self }),
				...(counts && { counts: shownLevelCounts(counts) }),
			})),
		};
	},
});

const mostProviders = 5;

/** Reports on works. */
export const report = bodyTool({
	name: 'report',
	title: 'Report on works',
	description:
		'Counts the works that cite each work of a list, of a DOI prefix or of a provider. Give exactly one of ' +
		'identifiers, prefix and provider. cited_by has two numbers: identity (the work itself) and version (all its ' +
		'versions together).',
	input: z.strictObject({
		identifiers: identifiers.optional(),
		prefix: z
			.string()
			.optional()
			.meta({ description: 'The works whose DOI begins with this.', examples: ['10.5281'] }),
		provider: z.string().optional().meta({ description: 'The works in the links of this provider, most cited first.' }),
		since: z
			.string()
			.optional()
			.meta({
				description: 'Also count the citing works whose citation was first asserted on or after this date.',
				examples: ['2026-01-01'],
			}),
		size: z
			.int()
			.min(1)
			.max(mostRows)
			.optional()
			.meta({ description: `With prefix or provider: the number of works, ${usualRows} by default.` }),
		cursor: z
			.string()
			.optional()
			.meta({ description: 'With prefix or provider: the next_cursor of an earlier answer.' }),
	}),
	output: z.strictObject({
		works: z.array(
			shownWorkSchema.partial().extend({
				...{ input: input.optional(), known: z.boolean(), problem, self: selfSchema.optional() },
				cited_by: shownCitedBySchema.optional(),
				cited_since: shownCitedBySchema.optional(),
				versions_total: z.int().optional(),
			}),
		),
		summary: z.strictObject({
			works: z.int(),
			cited_by: shownCitedBySchema.meta({ description: 'Sums; a work that cites two of the works counts twice.' }),
			cited_since: shownCitedBySchema.optional(),
			providers: z
				.array(z.strictObject({ name: z.string(), links: z.int() }))
				.meta({ description: `The first ${mostProviders} providers of the citations.` }),
			providers_total: z.int(),
		}),
		next_cursor: nextCursorSchema,
	}),
	async answer({ size = usualRows, ...question }, asked) {
		const body = question.identifiers ? question : { ...question, size };
		const { document } = await askAbout<z.infer<typeof reportSchema>>(asked, '/reports', body);
		const { works, summary, cursor } = document;
		return {
			works: works.map((one) => ({
				...(question.identifiers && { input: inputOf(one.input) }),
				...{ known: one.known, ...(one.problem !== undefined && { problem: one.problem }) },
				...(one.understood_as && shownWork([one.understood_as], one)),
				...(one.self !== undefined && { self: one.self }),
				...(one.counts && {
					cited_by: { identity: one.counts.identity.isCitedBy, version: one.counts.version.isCitedBy },
				}),
				...(one.cited_since && { cited_since: one.cited_since }),
				...(one.versions_total !== undefined && { versions_total: one.versions_total }),
			})),
			summary: {
				...{ works: summary.works, cited_by: summary.cited_by },
				...(summary.cited_since && { cited_since: summary.cited_since }),
				providers: summary.providers.slice(0, mostProviders).map(({ name, links }) => ({ name, links })),
				providers_total: summary.providers_total,
			},
			...(cursor !== undefined && { next_cursor: cursor }),
		};
	},
});
