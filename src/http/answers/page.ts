// Pages for people, besides the interface for programs.
import { createHash } from 'node:crypto';
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
 * Forbids pages to load anything from other sites, inline scripts and frames, but for the given
 * sources. Pictures that a page draws itself are blobs.
 */
export function contentPolicy({ pictures = '', styles = '' }: { pictures?: string; styles?: string } = {}): string {
	return (
		`default-src 'self'; img-src 'self' blob: data:${pictures && ` ${pictures}`}; ` +
		`${styles && `style-src 'self' ${styles}; `}object-src 'none'; base-uri 'none'; ` +
		"form-action 'self'; frame-ancestors 'none'"
	);
}

/** Names an inline style or script in a content security policy by its hash. */
export function hashSource(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The headers of pages. */
export const pageSecurity = {
	'Content-Security-Policy': contentPolicy(),
	'Referrer-Policy': 'same-origin',
	'X-Content-Type-Options': 'nosniff',
	'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** Returns the path of the pages, which is the path of the public address: `/links/`. */
export function pagesRoot(publicUrl: string | null): string {
	const { pathname } = new URL(publicUrl ?? 'http://localhost');
	return `${pathname.replace(/\/(?:api)?$/, '')}/`;
}
