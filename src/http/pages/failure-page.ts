// The page of what could not be answered; knows no page that could.

import { html } from '../answers/html.ts';
import type { DocumentParts } from './document.ts';
import { identifierLink } from './object/work-lines.ts';

/** What a page tells of a problem (see problemAnswer). */
export type ToldProblem = {
	type: string;
	title: string;
	detail: string;
	errors?: readonly { identifier?: { ID: string; IDScheme: string } }[];
};

/**
 * Makes the page, with the works that may be meant; `retrySeconds` where another try makes sense.
 * Of wrong parameters only it tells: the explorer, which takes them for not said, stays out.
 */
export function failureDocument(
	{ type, title, detail, errors = [] }: ToldProblem,
	{ root, retrySeconds }: { root: string; retrySeconds: string | undefined },
): DocumentParts {
	const choices = errors.flatMap(({ identifier }) => identifier ?? []);
	const items = choices.map((one) => html`<li>${identifierLink(root, one)}</li>\n`);
	const isOfQuery = type.endsWith('/bad-query');
	return {
		title,
		description: title,
		unlisted: true,
		...(isOfQuery && { still: true }),
		content: html`<main id="content">
<h1>${title}</h1>
<p>${detail}</p>
${isOfQuery && html`<p><a href="?">The page without any of these parameters</a></p>`}
${items.length > 0 && html`<p>What is meant may be:</p><ul>\n${items}</ul>`}
${retrySeconds && html`<p>Try again in ${retrySeconds} ${retrySeconds === '1' ? 'second' : 'seconds'}.</p>`}
</main>`,
	};
}
