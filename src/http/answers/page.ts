// What people are shown in a browser, beside the interface for programs.

import type { HttpContext } from '../server/http-context.ts';
import type { Answer } from './answer.ts';
import { escapeMarkup } from './html.ts';

/**
 * Pages of some paths, as hono writes them: `/operator/*`. They answer GET and HEAD, or the forms
 * that are sent to them. The limits of requests count those that need a search.
 */
export type Page = {
	paths: readonly string[];
	method?: 'get' | 'post';
	counted?: true;
	handle(context: HttpContext): Answer | Promise<Answer>;
	/** Tells a problem in its own way. */
	tellProblem?(context: HttpContext, problem: Answer): Answer | Promise<Answer>;
};

/**
 * Lets pages load nothing from other sites, nothing inline, no frames. Pictures that a
 * page draws itself are blobs.
 */
export const pageSecurity = {
	'Content-Security-Policy':
		"default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; " +
		"form-action 'self'; frame-ancestors 'none'",
	'Referrer-Policy': 'same-origin',
	'X-Content-Type-Options': 'nosniff',
	'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** Tells the path under which browsers find the pages, that of the public address: `/links/`. */
export function pagesRoot(publicUrl: string | null): string {
	const { pathname } = new URL(publicUrl ?? 'http://localhost');
	return `${pathname.replace(/\/(?:api)?$/, '')}/`;
}

/**
 * Writes a page with the stylesheet of all pages. `body` is markup, `root` is what pagesRoot tells,
 * `script` the name of a file.
 */
export function htmlPage(page: { title: string; body: string; root: string; script?: string }): string {
	const { title, body, root, script } = page;
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeMarkup(title)} – Link Broker</title>
<link rel="icon" type="image/svg+xml" href="${root}docs/icon.svg">
<link rel="stylesheet" href="${root}docs/page.css">
${script === undefined ? '' : `<script src="${root}docs/${script}" defer></script>\n`}</head>
<body>
<header><a href="${root}">Link Broker</a>
<nav aria-label="Site"><a href="${root}providers">Sources</a> <a href="${root}explain">Why?</a>
<a href="${root}docs">API</a> <a href="${root}operator/events">Operators</a></nav></header>
<main>
${body}
</main>
</body>
</html>
`;
}
