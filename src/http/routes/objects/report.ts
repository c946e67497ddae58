// A report on works, of a list or of a DOI prefix or a provider: POST /reports; knows nothing of
// how they are found and counted.
import type { z } from '@hono/zod-openapi';
import type { Broker } from '../../../broker/broker.ts';
import { mostLookedUp } from '../../../broker/objects/look-up-objects.ts';
import { describeReport, reportLines } from '../../../broker/objects/report-document.ts';
import type { SelectedWorks } from '../../../broker/objects/select-works.ts';
import { mostWorksOfProvider } from '../../../broker/sources/most-cited.ts';
import { readDateInstant } from '../../../links/link-date.ts';
import type { Settings } from '../../../settings.ts';
import type { Route } from '../route.ts';
import { reportQuestion, reportQuestionSchema, reportSchema } from './report-schemas.ts';
import { createTableRoute } from './table-route.ts';

type Needs = { broker: Broker; settings: Pick<Settings, 'publicUrl'> };

/** Creates the route of reports. */
export function createReportRoute({ broker, settings }: Needs): Route {
	return createTableRoute(settings, {
		path: '/reports',
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
		operation: {
			operationId: 'reportWorks',
			summary: 'Report on works: of a list, a DOI prefix or a provider',
			description:
				`Answers for up to ${mostLookedUp} identifiers, in their order, what a look-up does, and besides ` +
				'what each work is, how many works that cite it were published in each year, and who says so: of the ' +
				'work itself (identity), and of all its versions together (version). What names no work, or several, has ' +
				'a problem and fails no other. Instead of identifiers it takes a prefix of DOIs, whose works come in the ' +
				'order of these, or a provider, ' +
				`whose ${mostWorksOfProvider} most cited works come; both in steps, of which each has the cursor of the next.`,
		},
		response: { description: 'What was found of each, and all of it summed.', schema: reportSchema },
		problems: ['not-found'],
	});
}

async function select(broker: Broker, question: z.output<typeof reportQuestion>): Promise<SelectedWorks> {
	const { identifiers, prefix, provider, size = 100, cursor } = question;
	if (identifiers) return { inputs: identifiers, cursor: null };
	if (prefix !== undefined) return broker.selectWorks({ prefix }, { size, cursor });
	return broker.selectWorks({ provider: provider as string }, { size, cursor });
}
