// The tools of assistants. Each asks one question of the interface, which checks it and counts it.
import { z } from 'zod';
import { worksQuerySchema } from '../../broker/objects/works-query.ts';
import { cursorParameter, idParameter, schemeParameter, yearParameter } from '../../broker/searching/parameters.ts';
import { relationshipQuerySchema } from '../../broker/searching/relationship-query.ts';
import { type ExplainedFlag, holdsText, reasonTexts } from '../../broker/why/evidence.ts';
import { whyQuestionSchema } from '../../broker/why/why-question.ts';
import { wrongParameter } from '../../errors/wrong-input.ts';
import { hasCode } from '../../errors.ts';
import { readText } from '../../identifiers/index.ts';
import { scholixMediaType } from '../answers/media-types.ts';
import type { workSchema, worksSchema } from '../routes/objects/object-schemas.ts';
import type { scholixAnswerSchema } from '../routes/relationships.ts';
import type { whySchema } from '../routes/why.ts';
import { type Asked, askWith } from './ask.ts';
import { lookUp, report } from './list-tools.ts';
import {
	idSchema,
	nextCursorSchema,
	selfSchema,
	shownCounts,
	shownCountsSchema,
	shownId,
	shownLevelCounts,
	shownLevelCountsSchema,
	shownWork,
	shownWorkSchema,
} from './shown.ts';
import { questionTool, rowsSchema, type Tool } from './tool.ts';

const { q, type, group_by, sort } = worksQuerySchema.shape;
const years = yearParameter.meta({
	...yearParameter.meta(),
	description: 'Only works published in these years, as from--to; either may be omitted.',
	example: '2015--2018',
});
const cursor = cursorParameter.meta({ description: 'The next_cursor of an earlier answer.' });
const count = z.int().min(0);

const findWorks = questionTool({
	name: 'find_works',
	title: 'Find works',
	description:
		'Finds papers, datasets and software by words of their titles, creators or other descriptions, or by an ' +
		'identifier. Counts are those of all versions together, unless group_by is identity.',
	input: z.strictObject({
		q: q.meta({
			...q.meta(),
			description: 'Words, an identifier, or a query such as title:corner AND year:[2016 TO 2018].',
		}),
		...{ type, publication_year: years, group_by, sort, size: rowsSchema, cursor },
	}),
	output: z.strictObject({
		total: count,
		total_is_lower_bound: z.boolean().optional(),
		matched: z.enum(['all', 'most']).meta({ description: 'Whether the works have all words of q, or at least half.' }),
		works: z.array(shownWorkSchema.extend({ self: selfSchema, counts: shownCountsSchema, versions_total: count })),
		self: selfSchema,
		next_cursor: nextCursorSchema,
	}),
	async answer(parameters, asked) {
		if ((parameters.q ?? parameters.type ?? parameters.publication_year) === undefined) {
			throw wrongParameter('q', 'Give q, type or publication_year.');
		}
		const { document, address } = await findByWordsOrId(asked, parameters);
		const { total, total_relation, matched, hits, links } = document;
		return {
			total,
			...(total_relation === 'gte' && { total_is_lower_bound: true }),
			matched,
			works: hits.map((work) => ({
				...shownWork(work.Identifiers, work),
				...{ self: work.self, counts: shownCounts(work.counts), versions_total: work.versions_total },
			})),
			self: address,
			...cursorIn(links.next),
		};
	},
});

/** Searches for words, or for an identifier that is not a query, such as an address. */
async function findByWordsOrId(asked: Asked, parameters: Readonly<Record<string, string>>) {
	const find = (all: typeof parameters) => askWith<z.infer<typeof worksSchema>>(asked, '/objects', all);
	try {
		return await find(parameters);
	} catch (failure) {
		const reading = readText(parameters.q ?? '');
		if (!hasCode(failure, 'bad-query-string') || reading.kind !== 'one') throw failure;
		const values = reading.candidates.map(({ value }) => `identifier:${JSON.stringify(value)}`);
		return find({ ...parameters, q: [...new Set(values)].join(' OR ') });
	}
}

function cursorIn(next: string | undefined): { next_cursor?: string } {
	const cursor = next === undefined ? null : new URL(next).searchParams.get('cursor');
	return cursor === null ? {} : { next_cursor: cursor };
}

const mostVersions = 20;

const getWork = questionTool({
	name: 'get_work',
	title: 'Get a work',
	description:
		'Describes one work: its identifiers, how many works cite it or are otherwise related to it, and its versions.',
	input: z.strictObject({ id: idParameter, scheme: schemeParameter }),
	output: shownWorkSchema.extend({
		self: selfSchema,
		counts: shownLevelCountsSchema,
		first_linked: z.string().nullable().optional(),
		last_linked: z.string().nullable().optional(),
		versions: z
			.array(shownWorkSchema.extend({ self: selfSchema, counts: shownCountsSchema }))
			.meta({ description: `The versions, latest published first; at most ${mostVersions}.` }),
		versions_total: count,
	}),
	async answer(parameters, asked) {
		const { document } = await askWith<z.infer<typeof workSchema>>(asked, '/objects', parameters);
		const { self, counts, first_linked, last_linked, family } = document;
		return {
			...shownWork(document.Identifiers, document),
			...{ self, counts: shownLevelCounts(counts), first_linked, last_linked },
			versions: family.versions.slice(0, mostVersions).map((version) => ({
				...shownWork(version.Identifiers, version),
				...{ self: version.self, counts: shownCounts(version.counts) },
			})),
			versions_total: family.versions_total,
		};
	},
});

const mostProviders = 5;

const listRelationships = questionTool({
	name: 'list_relationships',
	title: 'List the relationships of a work',
	description:
		'Lists the works that cite a work (relation isCitedBy), are cited by it (cites), supplement it or are otherwise ' +
		'related to it, with the providers that assert each link.',
	input: relationshipQuerySchema
		.pick({
			...{ id: true, scheme: true, relation: true, type: true, from: true, to: true },
			...{ group_by: true, via: true, subtype: true, q: true, sort: true },
			...{ definition: true, exclude: true, flagged: true },
		})
		.extend({ publication_year: years, size: rowsSchema, cursor }),
	output: z.strictObject({
		understood_as: idSchema.optional(),
		known: z.boolean().meta({ description: 'Whether the broker has the work.' }),
		total: count,
		counted_by: z.string().optional().meta({ description: 'The definition, with its version.' }),
		left_out: z.string().optional().meta({ description: 'Links left out, by flag.' }),
		relationships: z.array(
			z.strictObject({
				relation: z.string().meta({ description: 'As seen from the work.' }),
				work: shownWorkSchema,
				linked: z.string().optional().meta({ description: 'The newest date of the link.' }),
				providers: z.array(z.string()).meta({ description: `The first ${mostProviders}.` }),
				subtypes: z.array(z.string()).optional(),
				flags: z.array(z.string()).optional(),
			}),
		),
		self: selfSchema,
		next_cursor: nextCursorSchema,
	}),
	async answer(parameters, asked) {
		const { document, headers, address } = await askWith<z.infer<typeof scholixAnswerSchema>>(
			asked,
			'/relationships',
			{ ...parameters, flags: '1' },
			scholixMediaType,
		);
		const understood = headers.get('x-understood-as');
		const [definition, excluded] = [headers.get('definition'), headers.get('x-excluded')];
		const [, next] = /<([^<>]*)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
		const distinct = (texts: readonly string[]) => [...new Set(texts)].slice(0, mostProviders);
		return {
			...(understood !== null && { understood_as: decodeURIComponent(understood) }),
			known: headers.get('x-known') === 'true',
			total: Number(headers.get('x-total-count')),
			...(definition !== null && { counted_by: definition }),
			...(excluded !== null && { left_out: excluded }),
			relationships: document.Relationships.map(({ Target, Relation, LinkHistory, Flags }) => {
				const subtypes = distinct(LinkHistory.flatMap(({ SubType, SubTypes }) => SubTypes ?? SubType ?? []));
				return {
					relation: Relation?.Name ?? parameters.relation ?? '',
					work: shownWork(Target.Identifiers, Target),
					...(LinkHistory[0] && { linked: LinkHistory[0].LinkPublicationDate }),
					providers: distinct(LinkHistory.map(({ LinkProvider }) => LinkProvider.Name)),
					...(subtypes.length > 0 && { subtypes }),
					...(Flags && { flags: Flags }),
				};
			}),
			self: address,
			...cursorIn(next),
		};
	},
});

const why = questionTool({
	name: 'why',
	title: 'Explain how two works are connected',
	description:
		'Explains whether two identifiers name one work, versions of one work, or linked works, with the shortest chain ' +
		'of assertions and rules between them.',
	input: whyQuestionSchema,
	output: z.strictObject({
		relation: z.enum(['same', 'versions', 'linked', 'none']),
		steps: z.array(
			z.strictObject({
				source: idSchema,
				relation: z.string(),
				target: idSchema,
				rule: z.string().optional().meta({ description: 'The rule that makes both equal.' }),
				provider: z.string().optional().meta({ description: 'Who asserted it first.' }),
				date: z.string().optional(),
				subtype: z.string().optional(),
				others: count.optional().meta({ description: 'Further assertions of the same link.' }),
			}),
		),
		truncated: z.literal(true).optional().meta({ description: 'Present if the chain is too long to show.' }),
		flags: z.array(z.string()).optional().meta({ description: 'Of the link.' }),
		flag: z.string().optional().meta({ description: 'Whether the link has it, and why.' }),
		self: selfSchema,
	}),
	async answer(parameters, asked) {
		const { document, address } = await askWith<z.infer<typeof whySchema>>(asked, '/why', parameters);
		const { relation, steps, truncated, link } = document;
		const flag = document.flag as ExplainedFlag | undefined;
		return {
			relation,
			steps: steps.map(({ source, relation, target, ...step }) => ({
				...{ source: shownId(source), relation, target: shownId(target) },
				...('rule' in step
					? { rule: step.rule }
					: {
							...{ provider: step.provider, date: step.date, others: step.others },
							...(step.sub_type !== undefined && { subtype: step.sub_type }),
						}),
			})),
			...(truncated && { truncated }),
			...(link && { flags: link.flags }),
			...(flag && { flag: [holdsText(flag), ...reasonTexts(flag)].join(' ') }),
			self: address,
		};
	},
});

/** All tools. */
export const tools: readonly Tool[] = [findWorks, getWork, listRelationships, why, lookUp, report];
