// What people are shown in a browser, beside the interface for programs.

import type { HttpContext } from '../server/http-context.ts';
import type { Answer } from './answer.ts';

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
