// The pages to which the type of a problem leads: GET /problems/{code}; knows the catalogue and its texts only.
import { z } from '@hono/zod-openapi';
import { BrokerError, errorCatalogue } from '../../errors.ts';
import type { Answer } from '../answer.ts';
import { escapeMarkup } from '../markup.ts';
import { type HttpErrorCode, httpErrorCodes } from '../problem.ts';
import { problemTexts } from '../problem-texts.ts';
import type { Route } from '../route.ts';

const pageHeaders = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy':
		"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
	'Cache-Control': 'public, max-age=3600',
};

/** Creates the route of problem pages; their texts never change while the program runs. */
export function createProblemRoute(): Route {
	const pages = new Map<string, Answer>(
		httpErrorCodes.map((code) => [code, { status: 200, headers: pageHeaders, body: problemPage(code) }]),
	);
	return {
		method: 'get',
		path: '/problems/{code}',
		operation: {
			operationId: 'explainProblem',
			summary: 'Explain a problem',
			description: 'Explains a kind of problem to people; the type of a problem leads here.',
			tags: ['problems'],
			request: { params: z.strictObject({ code: z.enum(httpErrorCodes).openapi({ example: 'bad-query' }) }) },
			responses: {
				200: {
					description: 'What the problem means and what to do.',
					content: { 'text/html': { schema: z.string() } },
				},
			},
		},
		problems: ['not-found'],
		shared: true,
		limited: true,
		handle(context) {
			const code = context.req.param('code') ?? '';
			const page = pages.get(code);
			if (page) return page;
			throw new BrokerError(
				'not-found',
				`There is no problem ${JSON.stringify(code)}; known are ${httpErrorCodes.join(', ')}.`,
			);
		},
	};
}

function problemPage(code: HttpErrorCode): string {
	const { status, title } = errorCatalogue[code];
	const { meaning, advice } = problemTexts[code];
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)} – Link Broker</title>
<style>
body { max-width: 40rem; margin: 3rem auto; padding: 0 1rem; font: 1.05rem/1.6 system-ui, sans-serif; color-scheme: light dark }
dt { margin-top: 1rem; font-weight: 600 }
dd { margin: 0 }
</style>
</head>
<body>
<main>
<h1>${escapeMarkup(title)}</h1>
<dl>
<dt>Code</dt>
<dd><code>${code}</code></dd>
<dt>HTTP status</dt>
<dd>${status}</dd>
<dt>What it means</dt>
<dd>${escapeMarkup(meaning)}</dd>
<dt>What to do</dt>
<dd>${escapeMarkup(advice)}</dd>
</dl>
</main>
</body>
</html>
`;
}
