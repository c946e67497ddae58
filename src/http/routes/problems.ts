// The meaning of each problem, and the pages that explain it: GET /problems/{code}.
import { z } from '@hono/zod-openapi';
import { BrokerError, errorCatalogue } from '../../errors.ts';
import { type HttpErrorCode, httpErrorCodes } from '../answers/problem.ts';
import type { PageWriter } from '../pages/page-writer.ts';
import { defineRoute, type Route } from './route.ts';

const pageHeaders = {
	'Content-Type': 'text/html; charset=utf-8',
	'Cache-Control': 'public, max-age=3600',
};

/** Creates the route of problem pages. */
export function createProblemRoute({ pageWriter }: { pageWriter: PageWriter }): Route {
	const written = new Map<HttpErrorCode, string>();
	const write = (code: HttpErrorCode): string => {
		const { status, title, advice } = errorCatalogue[code];
		const text = { meaning: problemMeanings[code], advice: advice.replaceAll('`', '') };
		return pageWriter.writeStill({ explained: { code, status, title, ...text } });
	};
	return defineRoute({
		route: 'GET /problems/{code}',
		access: 'anyone',
		needs: 'nothing',
		shared: true,
		id: 'explainProblem',
		tag: 'problems',
		summary: 'Explain a problem',
		description: 'Explains a kind of problem to people. The `type` of a problem is the address of this page.',
		params: z.strictObject({ code: z.enum(httpErrorCodes).openapi({ example: 'bad-query' }) }),
		answers: {
			200: {
				description: 'What the problem means and what to do.',
				content: { 'text/html': { schema: z.string() } },
			},
		},
		problems: ['not-found'],
		handle({ params: { code } }) {
			if (!Object.hasOwn(problemMeanings, code)) {
				const known = httpErrorCodes.join(', ');
				throw new BrokerError('not-found', `Unknown problem: ${JSON.stringify(code)}. Known problems: ${known}.`);
			}
			const body = written.get(code) ?? write(code);
			written.set(code, body);
			return { status: 200, headers: { ...pageWriter.security, ...pageHeaders }, body };
		},
	});
}

/** Explains every error code that HTTP returns. */
export const problemMeanings: Readonly<Record<HttpErrorCode, string>> = {
	'bad-request':
		'The request breaks a rule of HTTP: its address or a header cannot be read, or its headers contradict its body.',
	'malformed-json': 'The body is not JSON in UTF-8.',
	'not-an-identifier': 'The text contains no identifier, and no known identifier has this value.',
	'several-identifiers': 'The text contains several identifiers that do not all belong to one known work.',
	'ambiguous-identifier': 'The identifier fits several schemes, and they lead to different works.',
	'bad-query': 'A query parameter is unknown, repeated, missing, or has a value that is not allowed.',
	'bad-query-string': 'The parameter q cannot be parsed.',
	unauthorized:
		'The request needs an access token or a session. It had none, or a token that is mistyped, expired, revoked, or ' +
		'of an inactive account.',
	forbidden: 'This account may not do this, or the request changes something and its CSRF token is missing or wrong.',
	'insufficient-scope': 'The access token is valid but lacks a scope that this request needs.',
	'not-found': 'Nothing exists at this address, or this account may not see it.',
	'method-not-allowed': 'The address exists but does not support this method.',
	'not-acceptable': 'The Accept header allows no media type that the broker can answer with.',
	'request-timeout': 'The request did not arrive in time, or its body arrived too slowly.',
	conflict: 'The request conflicts with the present state: a name is taken, or a task is running.',
	'cursor-expired':
		'The change log no longer has the entries after this cursor, or the cursor belongs to other ' + 'data.',
	'body-too-large': 'The body is larger than the broker accepts. Nothing was stored.',
	'answer-too-large': 'The answer has more rows than can be sent in the form of another service.',
	'unsupported-media-type': 'The media type or encoding of the body is not supported.',
	'expectation-failed': 'The Expect header asks for something other than 100-continue.',
	'invalid-body': 'The body is JSON, but a field is missing, unknown, or has a value that is not allowed.',
	'invalid-links': 'Some links of the batch are not valid Scholix link objects. Nothing of the batch was stored.',
	'too-many-requests':
		'This account or network address sends more requests per minute than allowed, or too many large ones at once.',
	'headers-too-large': 'The address and the headers of the request are longer than the broker reads.',
	internal: 'The broker failed. The request may be correct.',
	'harvest-failed':
		'A service that was to be harvested does not answer, is busy, or answers something else than its records.',
	'insufficient-storage': 'The disk of the broker is full or nearly full. The data of this request was not stored.',
	unavailable:
		'The broker cannot do this at the moment: its database or its search index does not answer, or the broker is ' +
		'overloaded.',
};
