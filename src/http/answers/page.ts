// Pages for people, besides the interface for programs.

import type { Needed } from '../limits/overload.ts';
import type { HttpContext } from '../server/http-context.ts';
import type { Answer } from './answer.ts';

/**
 * Pages at some paths in the notation of Hono: `/operator/*`. They answer GET and HEAD, or
 * submitted forms. Request limits count pages with `needs`.
 */
export type Page = {
	paths: readonly string[];
	method?: 'get' | 'post';
	/** What the page itself needs to answer. Without it, its requests to the interface count. */
	needs?: Needed;
	handle(context: HttpContext): Answer | Promise<Answer>;
	/** Shows a problem in its own way. */
	showProblem?(context: HttpContext, problem: Answer): Answer | Promise<Answer>;
};

/**
 * Forbids pages to load anything from other sites, inline scripts and frames. Pictures that a page
 * draws itself are blobs.
 */
export const pageSecurity = {
	'Content-Security-Policy':
		"default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; " +
		"form-action 'self'; frame-ancestors 'none'",
	'Referrer-Policy': 'same-origin',
	'X-Content-Type-Options': 'nosniff',
	'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** Returns the path of the pages, which is the path of the public address: `/links/`. */
export function pagesRoot(publicUrl: string | null): string {
	const { pathname } = new URL(publicUrl ?? 'http://localhost');
	return `${pathname.replace(/\/(?:api)?$/, '')}/`;
}
