// Reports on the works of a list, a DOI prefix or a provider: POST /reports.
import { z } from '@hono/zod-openapi';
import { doiPrefixPattern, longestDoiPrefix } from '../../../broker/doi-prefix.ts';
import { mostLookedUp } from '../../../broker/objects/look-up-objects.ts';
import { describeReport, reportLines } from '../../../broker/objects/report-document.ts';
import { linksOfAnyWork, type ReportedInput, tooMuchAtOnce } from '../../../broker/objects/report-works.ts';
import type { SelectedWorks } from '../../../broker/objects/select-works.ts';
import { mostWorksOfProvider } from '../../../broker/sources/most-cited.ts';
import { datePattern, readDateInstant } from '../../../links/link-date.ts';
import {
	count,
	exampleTime,
	identifierSchema,
	metadata,
	time,
	versionNameSchema,
} from '../../answers/answer-schemas.ts';
import { plainText } from '../../answers/json-body.ts';
import type { AppNeeds } from '../../server/app.ts';
import type { Route } from '../route.ts';
import { countedIdentifiers, createTableRoute, identifiersToLookUp, lookedUpSchema } from './look-up.ts';
import { citationsSchema } from './object-schemas.ts';

const since = plainText
	.refine((text) => readDateInstant(text) !== undefined, 'must be a date such as 2026-01-31, 2026-01 or 2026')
	.optional()
	.openapi({
		pattern: `^${datePattern}$`,
		description: 'Count citing works whose citation nobody had asserted before this date.',
		example: '2026-01-01',
	});

const prefix = plainText
	.trim()
	.toLowerCase()
	.max(longestDoiPrefix)
	.regex(doiPrefixPattern, 'must be a prefix of DOIs, such as 10.5281 or 10.5281/zenodo.1')
	.openapi({
		description: 'Report on all works with a DOI that begins with this prefix.',
		example: '10.5281',
		pattern: '^10\\.[0-9]{3,9}(/[^\\u0000-\\u0020]{0,400})?$',
	});

const provider = plainText
	.regex(/\S/, 'must name a link provider')
	.max(1_000)
	.openapi({ description: 'Report on the works in the links of this provider, most cited first.', example: 'Zenodo' });

const step = {
	size: z
		.int()
		.min(1)
		.max(mostLookedUp)
		.default(100)
		.openapi({ description: 'The number of works in one answer. It may have fewer if their links are many.' }),
	cursor: plainText.min(1).max(4_096).optional().openapi({
		description: 'Continue after an earlier answer. Take the value from its cursor.',
		pattern: '^[A-Za-z0-9_-]+$',
	}),
};

/** About how many links one answer counts: a few tenths of a second. */
const mostLinksOfAnswer = 100_000;

const onlyOne = 'must have exactly one of identifiers, prefix and provider';
const onlySelected = 'is allowed with prefix or provider only';

/** Reads a question: exactly one of the three. A list has no steps. */
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
const ofVersion = { VersionName: versionNameSchema };
const yearsSchema = z.array(z.strictObject({ year: z.int(), works: count }).openapi('WorksOfYear'));
const eachLevel = z.strictObject({ identity: count, version: count }).openapi('CitingWorks', {
	description:
		'The number of citing works: of the work itself (identity), and of all its versions together ' + '(version).',
});

const date = z.string().openapi({ description: 'As given by the provider.', example: '2018-06-01' });
const providersSchema = z
	.array(
		z
			.strictObject({
				name: z.string(),
				links: count.openapi({ description: 'The links that the provider asserts, each counted once.' }),
				first_link: date,
				last_link: date,
			})
			.openapi('CitingProvider'),
	)
	.openapi({
		description: 'The providers of citations of the work, those with the most links first; at most a hundred.',
	});

const providersTotal = count.openapi({ description: 'The total number of providers.' });
const atLeast = z.literal(true).optional().openapi({
	description: 'Present if the work has too many links to examine all of them. The numbers are then lower bounds.',
});

const familySchema = z.strictObject({ ...identifierSchema.shape, ...about }).openapi('ReportedFamily', {
	description:
		'All versions of the work together, as their page names them. Works with the same identifier here are versions ' +
		'of one another.',
});

const reportedSchema = z
	.strictObject({
		...{ ...lookedUpSchema.shape, ...about, ...ofVersion },
		cited_since: eachLevel.optional().openapi({
			description: 'Only with since: the number of works whose citation nobody had asserted before that date.',
		}),
		counted: citationsSchema.optional(),
		family: familySchema.optional(),
		versions_total: count.optional(),
		cited_in: z.strictObject({ identity: yearsSchema, version: yearsSchema }).optional().openapi({
			description: 'Citing works by their year of publication. Works without a date are omitted.',
		}),
		providers: providersSchema.optional(),
		providers_total: providersTotal.optional(),
		providers_at_least: atLeast,
	})
	.openapi('ReportedWork');

const summarySchema = z
	.strictObject({
		works: count.openapi({ description: 'Known works, each counted once.' }),
		cited_by: eachLevel.openapi({
			description:
				'Sums over the works, and over the works with all their versions. A work that cites two of them ' +
				'counts twice.',
		}),
		cited_since: eachLevel.optional(),
		counted: citationsSchema.optional(),
		most_cited: z
			.array(
				z
					.strictObject({
						...{ understood_as: identifierSchema, ...about, ...ofVersion },
						...{ family: familySchema, versions_total: count, cited_by: eachLevel },
					})
					.openapi('MostCitedWork'),
			)
			.openapi({
				description:
					'At most ten works, ordered by the citations of all their versions. Each is described as its most ' +
					'cited version; family names all its versions.',
			}),
		providers: providersSchema,
		providers_total: providersTotal,
		providers_at_least: atLeast,
	})
	.openapi('ReportSummary', { description: 'Sums over the works in this answer.' });

/** Describes a report. */
export const reportSchema = z.strictObject({
	works: z.array(reportedSchema),
	summary: summarySchema,
	works_total: count
		.optional()
		.openapi({ description: 'Only with provider: the number of works in the links of the provider.' }),
	as_of: time.nullable().optional().openapi({
		description: 'Only with provider: when its works were counted. null: not counted yet.',
		example: exampleTime,
	}),
	cursor: z
		.string()
		.optional()
		.openapi({ description: 'Only with prefix or provider: continues with the next works. Absent at the end.' }),
});

/** Creates the route of reports. */
export function createReportRoute(needs: Pick<AppNeeds, 'broker' | 'settings'>): Route {
	const { broker } = needs;
	return createTableRoute(needs, {
		route: 'POST /reports',
		needs: 'both',
		question: { read: reportQuestion, described: reportQuestionSchema },
		async answer(question, { base, rule, signal }) {
			const { since } = question;
			const selected = await select(broker, question);
			const { inputs } = selected;
			const reported = await broker.reportWorks(inputs, {
				...(since !== undefined && { since: readDateInstant(since) }),
				rule,
				mostLinks: mostLinksOfAnswer + (question.identifiers ? linksOfAnyWork * inputs.length : 0),
				signal,
			});
			const { shown, ...selection } = question.identifiers ? { ...selected, shown: reported } : cut(reported, selected);
			return {
				document: () => describeReport(shown, selection, base),
				lines: () => reportLines(shown, { rule, base }),
			};
		},
		id: 'reportWorks',
		summary: 'Report on works of a list, a DOI prefix or a provider',
		description:
			`Takes up to ${mostLookedUp} identifiers. Returns for each, in the same order, its description, ` +
			'its counts, the citing works by year and the providers of the citations: for the work itself ' +
			'(identity), and for all its versions together (version). Text that is not an identifier, or ' +
			'contains several, has a problem; the other inputs are not affected. Instead of identifiers, the body may have ' +
			`a DOI prefix (works in the order of their DOIs) or a provider (its ${mostWorksOfProvider} most ` +
			'cited works). These are returned in steps; cursor continues with the next step. Works of a list that ' +
			'have too many links for one answer have a problem, except the first. With definition or exclude, works and ' +
			'summary also have their citations counted so, in counted; links are then read twice, so fewer fit.',
		response: { description: 'One result for each work, and a summary.', schema: reportSchema },
		problems: ['not-found'],
	});
}

/**
 * Ends a selection before the first work that an answer has no room for. Works that the index does not
 * have yet are omitted.
 */
function cut(reported: readonly ReportedInput[], { cursor, cursors, counted }: SelectedWorks) {
	const end = reported.findIndex(({ result }) => result.problem === tooMuchAtOnce);
	return {
		...(counted && { counted }),
		shown: (end === -1 ? reported : reported.slice(0, end)).filter(({ work }) => work !== null),
		cursor: end === -1 ? cursor : (cursors[end - 1] ?? cursor),
	};
}

async function select(broker: AppNeeds['broker'], question: z.output<typeof reportQuestion>): Promise<SelectedWorks> {
	const { identifiers, prefix, provider, size = 100, cursor } = question;
	if (identifiers) return { inputs: identifiers, cursor: null, cursors: [] };
	if (prefix !== undefined) return broker.selectWorks({ prefix }, { size, cursor });
	return broker.selectWorks({ provider: provider as string }, { size, cursor });
}
