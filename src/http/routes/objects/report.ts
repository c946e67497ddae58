// A report on works, of a list or of a DOI prefix or a provider: POST /reports.
import { z } from '@hono/zod-openapi';
import { doiPrefixPattern, longestDoiPrefix } from '../../../broker/doi-prefix.ts';
import { mostLookedUp } from '../../../broker/objects/look-up-objects.ts';
import { describeReport, reportLines } from '../../../broker/objects/report-document.ts';
import type { SelectedWorks } from '../../../broker/objects/select-works.ts';
import { mostWorksOfProvider } from '../../../broker/sources/most-cited.ts';
import { datePattern, readDateInstant } from '../../../links/link-date.ts';
import { count, exampleTime, identifierSchema, metadata, time } from '../../answers/answer-schemas.ts';
import { plainText } from '../../answers/json-body.ts';
import type { AppNeeds } from '../../server/app.ts';
import type { Route } from '../route.ts';
import { countedIdentifiers, createTableRoute, identifiersToLookUp, lookedUpSchema } from './look-up.ts';

const since = plainText
	.refine((text) => readDateInstant(text) !== undefined, 'must be a date such as 2026-01-31, 2026-01 or 2026')
	.optional()
	.openapi({
		pattern: `^${datePattern}$`,
		description: 'Counts what cites each work and was not said to before this date.',
		example: '2026-01-01',
	});

const prefix = plainText
	.trim()
	.toLowerCase()
	.max(longestDoiPrefix)
	.regex(doiPrefixPattern, 'must be the beginning of DOIs, such as 10.5281 or 10.5281/zenodo.1')
	.openapi({
		description: 'All works with a DOI that begins so.',
		example: '10.5281',
		pattern: '^10\\.[0-9]{3,9}(/[^\\u0000-\\u0020]{0,400})?$',
	});

const provider = plainText
	.regex(/\S/, 'must name a link provider')
	.max(1_000)
	.openapi({ description: 'The works of which this link provider speaks, the most cited first.', example: 'Zenodo' });

const step = {
	size: z.int().min(1).max(mostLookedUp).default(100).openapi({ description: 'How many works one answer has.' }),
	cursor: plainText
		.min(1)
		.max(4_096)
		.optional()
		.openapi({ description: 'Goes on behind the answer that had it.', pattern: '^[A-Za-z0-9_-]+$' }),
};

const onlyOne = 'must have one of identifiers, prefix and provider';
const onlySelected = 'is for a prefix or a provider only';

/** Reads a question: exactly one of the three, of which a list has no steps. */
const reportQuestion = z
	.strictObject({
		identifiers: countedIdentifiers.optional(),
		prefix: prefix.optional(),
		provider: provider.optional(),
		since,
		size: step.size.removeDefault().optional(),
		cursor: step.cursor,
	})
	.check(({ value, issues }) => {
		const { identifiers, prefix, provider } = value;
		const given = [identifiers, prefix, provider].filter((one) => one !== undefined);
		if (given.length !== 1) issues.push({ code: 'custom', message: onlyOne, input: value });
		if (identifiers === undefined) return;
		for (const name of ['size', 'cursor'] as const) {
			if (value[name] !== undefined)
				issues.push({ code: 'custom', message: onlySelected, path: [name], input: value[name] });
		}
	});

const reportQuestionSchema = z
	.union([
		z.strictObject({ identifiers: identifiersToLookUp, since }).openapi('ReportOnList'),
		z.strictObject({ prefix, since, ...step }).openapi('ReportOnPrefix'),
		z.strictObject({ provider, since, ...step }).openapi('ReportOnProvider'),
	])
	.openapi('ReportQuestion');

const { Title, TitleMarkup, Type, PublicationDate } = metadata;
const about = { Title, TitleMarkup, Type: Type.optional(), PublicationDate };
const yearsSchema = z.array(z.strictObject({ year: z.int(), works: count }).openapi('WorksOfYear'));
const eachLevel = z.strictObject({ identity: count, version: count }).openapi('CitingWorks', {
	description: 'How many works cite, by a work itself (identity), and by all its versions (version).',
});

const date = z.string().openapi({ description: 'As it was given.', example: '2018-06-01' });
const providersSchema = z
	.array(
		z
			.strictObject({
				name: z.string(),
				links: count.openapi({ description: 'Relationships between two identifiers that it asserts.' }),
				first_link: date,
				last_link: date,
			})
			.openapi('CitingProvider'),
	)
	.openapi({ description: 'Who says that it is cited, those with the most links first; a hundred at most.' });

const providersTotal = count.openapi({ description: 'How many providers there are.' });
const atLeast = z
	.literal(true)
	.optional()
	.openapi({ description: 'There where not all links were looked at, of which there are too many.' });

const reportedSchema = z
	.strictObject({
		...{ ...lookedUpSchema.shape, ...about },
		cited_since: eachLevel.optional().openapi({
			description: 'Only with since: how many works cite it of which nobody had said so before.',
		}),
		family: identifierSchema.optional().openapi({
			description:
				'The identifier that stands for all its versions: works that have the same one are versions of one another.',
		}),
		versions_total: count.optional(),
		cited_in: z.strictObject({ identity: yearsSchema, version: yearsSchema }).optional().openapi({
			description: 'How many works that cite it were published in each year; those without a date are left out.',
		}),
		providers: providersSchema.optional(),
		providers_total: providersTotal.optional(),
		providers_at_least: atLeast,
	})
	.openapi('ReportedWork');

const summarySchema = z
	.strictObject({
		works: count.openapi({ description: 'Works that are known, each once.' }),
		cited_by: eachLevel.openapi({
			description: 'Sums over the works, and over those with all their versions: who cites two counts twice.',
		}),
		cited_since: eachLevel.optional(),
		most_cited: z
			.array(
				z.strictObject({ understood_as: identifierSchema, ...about, cited_by: eachLevel }).openapi('MostCitedWork'),
			)
			.openapi({ description: 'Ten at most, by all versions; of these the one that is cited most.' }),
		providers: providersSchema,
		providers_total: providersTotal,
		providers_at_least: atLeast,
	})
	.openapi('ReportSummary', { description: 'Sums what this answer tells of works.' });

const reportSchema = z.strictObject({
	works: z.array(reportedSchema),
	summary: summarySchema,
	works_total: count.optional().openapi({ description: 'Of a provider: of how many works it speaks.' }),
	as_of: time
		.nullable()
		.optional()
		.openapi({ description: 'Of a provider: when its works were counted; null: not yet.', example: exampleTime }),
	cursor: z
		.string()
		.optional()
		.openapi({ description: 'Of a prefix or a provider: goes on with the next works; absent at the end.' }),
});

/** Creates the route of reports. */
export function createReportRoute({ broker, settings }: Pick<AppNeeds, 'broker' | 'settings'>): Route {
	return createTableRoute(settings, {
		route: 'POST /reports',
		question: { read: reportQuestion, described: reportQuestionSchema },
		async answer(question, { base, signal }) {
			const { since } = question;
			const selected = await select(broker, question);
			const reported = await broker.reportWorks(selected.inputs, {
				...(since !== undefined && { since: readDateInstant(since) }),
				signal,
			});
			// What the index has not learned yet is no work of a selection.
			const told = question.identifiers ? reported : reported.filter(({ work }) => work !== null);
			return { document: () => describeReport(told, selected, base), lines: () => reportLines(told, base) };
		},
		id: 'reportWorks',
		summary: 'Report on works: of a list, a DOI prefix or a provider',
		description:
			`Answers for up to ${mostLookedUp} identifiers, in their order, what a look-up does, and besides ` +
			'what each work is, how many works that cite it were published in each year, and who says so: of the ' +
			'work itself (identity), and of all its versions together (version). What names no work, or several, has ' +
			'a problem and fails no other. Instead of identifiers it takes a prefix of DOIs, whose works come in the ' +
			'order of these, or a provider, ' +
			`whose ${mostWorksOfProvider} most cited works come; both in steps, of which each has the cursor of the next.`,
		response: { description: 'What was found of each, and all of it summed.', schema: reportSchema },
		problems: ['not-found'],
	});
}

async function select(broker: AppNeeds['broker'], question: z.output<typeof reportQuestion>): Promise<SelectedWorks> {
	const { identifiers, prefix, provider, size = 100, cursor } = question;
	if (identifiers) return { inputs: identifiers, cursor: null };
	if (prefix !== undefined) return broker.selectWorks({ prefix }, { size, cursor });
	return broker.selectWorks({ provider: provider as string }, { size, cursor });
}
