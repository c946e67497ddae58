// A route that takes a question in JSON and answers rows, as JSON or as a table in CSV; knows
// neither the question nor what a row is.
import { z } from '@hono/zod-openapi';
import type { Settings } from '../../../settings.ts';
import { abandonedAnswer, jsonAnswer } from '../../answers/answer.ts';
import { exportForms } from '../../answers/export-formats.ts';
import { readJsonBody } from '../../answers/json-body.ts';
import { chooseOffered, jsonMediaType } from '../../answers/media-types.ts';
import { readParameters, refuseOthers } from '../../answers/query-parameters.ts';
import { baseAddress } from '../../server/addresses.ts';
import { clientGone, isAbandoned } from '../../server/http-context.ts';
import { jsonBody } from '../describe.ts';
import type { Route } from '../route.ts';
import { mostBytesOfIdentifiers } from './identifiers-body.ts';

const csvMediaType = 'text/csv';

/** What is answered, in the form that is asked for. */
export type TableAnswer = { document(): unknown; lines(): string };

type Table<Question extends z.ZodType> = {
	path: string;
	/** How the question is read, and how it is described. */
	question: { read: Question; described: z.ZodType };
	answer(question: z.output<Question>, to: { base: string; signal: AbortSignal }): Promise<TableAnswer>;
	operation: Pick<Route['operation'], 'operationId' | 'summary' | 'description'>;
	response: { description: string; schema: z.ZodType };
	problems?: Route['problems'];
};

/** Creates such a route. */
export function createTableRoute<Question extends z.ZodType>(
	{ publicUrl }: Pick<Settings, 'publicUrl'>,
	{ path, question, answer, operation, response, problems = [] }: Table<Question>,
): Route {
	const { description, schema } = response;
	const content = { [jsonMediaType]: { schema }, [csvMediaType]: { schema: z.string() } };
	return {
		method: 'post',
		path,
		access: 'anyone',
		shared: true,
		operation: {
			...operation,
			tags: ['objects'],
			request: { body: jsonBody(question.described) },
			responses: { 200: { description, content } },
		},
		problems: [
			...(['malformed-json', 'bad-query', 'not-acceptable', 'body-too-large'] as const),
			...(['unsupported-media-type', 'invalid-body', 'unavailable'] as const),
			...problems,
		],
		async handle(context) {
			const { url } = context.req;
			refuseOthers(readParameters(url), []);
			const form = chooseOffered(context.req.header('accept'), [jsonMediaType, csvMediaType]);
			const asked = await readJsonBody(context, question.read, mostBytesOfIdentifiers);
			if (isAbandoned(context)) return abandonedAnswer;
			const to = { base: baseAddress(url, publicUrl), signal: clientGone(context) };
			const { document, lines } = await answer(asked, to);
			const headers = { Vary: 'Accept' };
			if (form === jsonMediaType) return jsonAnswer(document(), 200, headers);
			return { status: 200, headers: { 'Content-Type': exportForms.csv.contentType, ...headers }, body: lines() };
		},
	};
}
