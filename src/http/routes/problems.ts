// The pages to which the type of a problem leads: GET /problems/{code}.
import { z } from '@hono/zod-openapi';
import { BrokerError, errorCatalogue } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import type { Answer } from '../answers/answer.ts';
import { escapeMarkup } from '../answers/markup.ts';
import { htmlPage, pagesRoot } from '../answers/page.ts';
import { type HttpErrorCode, httpErrorCodes } from '../answers/problem.ts';
import { problemTexts } from '../answers/problem-texts.ts';
import { defineRoute, type Route } from './route.ts';

const pageHeaders = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy':
		"default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
	'Referrer-Policy': 'same-origin',
	'Cache-Control': 'public, max-age=3600',
};

/** Creates the route of problem pages; their texts never change while the program runs. */
export function createProblemRoute({ publicUrl }: Pick<Settings, 'publicUrl'>): Route {
	const root = pagesRoot(publicUrl);
	const pages = new Map<string, Answer>(
		httpErrorCodes.map((code) => [code, { status: 200, headers: pageHeaders, body: problemPage(code, root) }]),
	);
	return defineRoute({
		route: 'GET /problems/{code}',
		access: 'anyone',
		shared: true,
		id: 'explainProblem',
		tag: 'problems',
		summary: 'Explain a problem',
		description: 'Explains a kind of problem to people; the type of a problem leads here.',
		params: z.strictObject({ code: z.enum(httpErrorCodes).openapi({ example: 'bad-query' }) }),
		answers: {
			200: {
				description: 'What the problem means and what to do.',
				content: { 'text/html': { schema: z.string() } },
			},
		},
		problems: ['not-found'],
		handle({ params: { code } }) {
			const page = pages.get(code);
			if (page) return page;
			throw new BrokerError(
				'not-found',
				`There is no problem ${JSON.stringify(code)}; known are ${httpErrorCodes.join(', ')}.`,
			);
		},
	});
}

function problemPage(code: HttpErrorCode, root: string): string {
	const { status, title } = errorCatalogue[code];
	const { meaning, advice } = problemTexts[code];
	const body = `<h1>${escapeMarkup(title)}</h1>
<dl>
<dt>Code</dt>
<dd><code>${code}</code></dd>
<dt>HTTP status</dt>
<dd>${status}</dd>
<dt>What it means</dt>
<dd>${escapeMarkup(meaning)}</dd>
<dt>What to do</dt>
<dd>${escapeMarkup(advice)}</dd>
</dl>`;
	return htmlPage({ title, body, root });
}
