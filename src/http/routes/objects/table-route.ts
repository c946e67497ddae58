// A route that takes a question in JSON and answers rows, as JSON or as a table in CSV.
import { z } from '@hono/zod-openapi';
import { abandonedAnswer, jsonAnswer } from '../../answers/answer.ts';
import { exportForms } from '../../answers/export-formats.ts';
import { chooseOffered, jsonMediaType } from '../../answers/media-types.ts';
import { baseAddress } from '../../server/addresses.ts';
import type { AppNeeds } from '../../server/app.ts';
import { clientGone, isAbandoned } from '../../server/http-context.ts';
import { defineRoute, type Route } from '../route.ts';

const csvMediaType = 'text/csv';

/** A thousand of the longest identifiers, and what JSON adds to them. */
const mostBytesOfIdentifiers = 2 ** 23;

/** What is answered, in the form that is asked for. */
export type TableAnswer = { document(): unknown; lines(): string };

type Table<Question extends z.ZodType> = {
	route: `POST /${string}`;
	/** How the question is read, and how it is described. */
	question: { read: Question; described: z.ZodType };
	answer(question: z.output<Question>, to: { base: string; signal: AbortSignal }): Promise<TableAnswer>;
	response: { description: string; schema: z.ZodType };
} & Record<'id' | 'summary' | 'description', string> & { problems?: Route['problems'] };

/** Creates such a route. */
export function createTableRoute<Question extends z.ZodType>(
	{ publicUrl }: AppNeeds['settings'],
	{ question, answer, response: { description, schema }, problems = [], ...described }: Table<Question>,
): Route {
	return defineRoute({
		...described,
		access: 'anyone',
		shared: true,
		tag: 'objects',
		body: { ...question, mostBytes: mostBytesOfIdentifiers },
		answers: {
			200: { description, content: { [jsonMediaType]: { schema }, [csvMediaType]: { schema: z.string() } } },
		},
		problems: ['not-acceptable', ...problems],
		async handle({ context, body }) {
			const form = chooseOffered(context.req.header('accept'), [jsonMediaType, csvMediaType]);
			const asked = (await body()) as z.output<Question>;
			if (isAbandoned(context)) return abandonedAnswer;
			const to = { base: baseAddress(context.req.url, publicUrl), signal: clientGone(context) };
			const { document, lines } = await answer(asked, to);
			const headers = { Vary: 'Accept' };
			if (form === jsonMediaType) return jsonAnswer(document(), 200, headers);
			return { status: 200, headers: { 'Content-Type': exportForms.csv.contentType, ...headers }, body: lines() };
		},
	});
}
