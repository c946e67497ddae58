// The headers that tell browsers what not to do with an answer; knows no route.
import type { Settings } from '../../settings.ts';
import type { Answer } from './answer.ts';

/** Browsers remember for a year that there is HTTPS here. */
const onlyHttps = { 'Strict-Transport-Security': 'max-age=31536000' } as const;

/** Tells the headers of every answer; HTTPS is insisted on where others reach the broker by it. */
export function safetyHeaders({ tls, publicUrl }: Pick<Settings, 'publicUrl' | 'tls'>): Record<string, string> {
	const isHttps = tls !== null || publicUrl?.startsWith('https:');
	return { 'X-Content-Type-Options': 'nosniff', ...(isHttps && onlyHttps) };
}

/** What an answer that is no page says of itself: it loads nothing, and nothing frames it. */
const contentPolicy = {
	'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
	'Referrer-Policy': 'no-referrer',
} as const;

/**
 * Adds the policy of what is no page to an answer that has none of its own. A 304 gets none: it
 * would take the place of the policy of the page that the browser has.
 */
export function withContentPolicy(answer: Answer): Answer {
	if (answer.status === 304) return answer;
	return { ...answer, headers: { ...contentPolicy, ...answer.headers } };
}
