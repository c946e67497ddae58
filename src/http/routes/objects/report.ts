// A report on the works of a list: POST /reports; knows nothing of how they are found and counted.
import { z } from '@hono/zod-openapi';
import type { Broker } from '../../../broker/broker.ts';
import { mostLookedUp } from '../../../broker/objects/look-up-objects.ts';
import { describeReport, reportLines } from '../../../broker/objects/report-document.ts';
import { datePattern, readDateInstant } from '../../../links/link-date.ts';
import type { Settings } from '../../../settings.ts';
import { abandonedAnswer, jsonAnswer } from '../../answers/answer.ts';
import { count, identifierSchema, metadata } from '../../answers/answer-schemas.ts';
import { exportForms } from '../../answers/export-formats.ts';
import { plainText, readJsonBody } from '../../answers/json-body.ts';
import { chooseOffered, jsonMediaType } from '../../answers/media-types.ts';
import { readParameters, refuseOthers } from '../../answers/query-parameters.ts';
import { baseAddress } from '../../server/addresses.ts';
import { clientGone, isAbandoned } from '../../server/http-context.ts';
import { jsonBody } from '../describe.ts';
import type { Route } from '../route.ts';
import { countedIdentifiers, identifiersToLookUp, lookedUpSchema, mostBytesOfIdentifiers } from './identifiers-body.ts';

const csvMediaType = 'text/csv';

const since = plainText
	.refine((text) => readDateInstant(text) !== undefined, 'must be a date such as 2026-01-31, 2026-01 or 2026')
	.optional()
	.openapi({
		pattern: `^${datePattern}$`,
		description: 'Counts what cites each work and was not said to before this date.',
		example: '2026-01-01',
	});
const readSchema = z.strictObject({ identifiers: countedIdentifiers, since });
const bodySchema = z.strictObject({ identifiers: identifiersToLookUp, since }).openapi('ReportQuestion');

const { Title, TitleMarkup, Type, PublicationDate } = metadata;
const yearsSchema = z.array(z.strictObject({ year: z.int(), works: count }).openapi('WorksOfYear'));

const reportedSchema = z
	.strictObject({
		...lookedUpSchema.shape,
		...{ Title, TitleMarkup, Type: Type.optional(), PublicationDate },
		cited_since: z.strictObject({ identity: count, version: count }).optional().openapi({
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
	})
	.openapi('ReportedWork');

type Needs = { broker: Pick<Broker, 'reportWorks'>; settings: Pick<Settings, 'publicUrl'> };

/** Creates the route of reports. */
export function createReportRoute({ broker, settings }: Needs): Route {
	return {
		method: 'post',
		path: '/reports',
		access: 'anyone',
		shared: true,
		operation,
		problems: [
			...(['malformed-json', 'bad-query', 'not-acceptable', 'body-too-large'] as const),
			...(['unsupported-media-type', 'invalid-body', 'unavailable'] as const),
		],
		async handle(context) {
			const { url } = context.req;
			refuseOthers(readParameters(url), []);
			const form = chooseOffered(context.req.header('accept'), [jsonMediaType, csvMediaType]);
			const { identifiers, since } = await readJsonBody(context, readSchema, mostBytesOfIdentifiers);
			if (isAbandoned(context)) return abandonedAnswer;
			const reported = await broker.reportWorks(identifiers, {
				...(since !== undefined && { since: readDateInstant(since) }),
				signal: clientGone(context),
			});
			const base = baseAddress(url, settings.publicUrl);
			const headers = { Vary: 'Accept' };
			if (form === jsonMediaType) {
				return jsonAnswer({ works: reported.map((one) => describeReport(one, base)) }, 200, headers);
			}
			const body = reportLines(reported, base);
			return { status: 200, headers: { 'Content-Type': exportForms.csv.contentType, ...headers }, body };
		},
	};
}

const operation: Route['operation'] = {
	operationId: 'reportWorks',
	summary: 'Report on the works of a list',
	description:
		`Answers for up to ${mostLookedUp} identifiers, in their order, what a look-up does, and besides what each work is ` +
		'and how many works that cite it were published in each year: of the work itself (identity), and of all its ' +
		'versions together (version). What names no work, or several, has a problem and fails no other.',
	tags: ['objects'],
	request: { body: jsonBody(bodySchema) },
	responses: {
		200: {
			description: 'What was found of each.',
			content: {
				[jsonMediaType]: { schema: z.strictObject({ works: z.array(reportedSchema) }) },
				[csvMediaType]: { schema: { type: 'string' } },
			},
		},
	},
};
