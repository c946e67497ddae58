// Conditional answers (RFC 9110, 13.1.2): entity tags and If-None-Match.
import { hash } from 'node:crypto';
import { baseAddress } from '../server/addresses.ts';
import type { AppNeeds } from '../server/app.ts';
import type { HttpContext } from '../server/http-context.ts';
import { type Answer, privately } from './answer.ts';
import { prefersPage } from './media-types.ts';

/** Describes the answer 304. */
export const unchanged = 'The answer named in If-None-Match is still current.';

/** Makes the entity tag of a content, in quotation marks. */
export function entityTag(content: string | Uint8Array): string {
	return `"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
}

/** Makes the weak entity tag of an answer that depends on these texts alone. */
export function weakEntityTag(...reasons: readonly string[]): string {
	return `W/${entityTag(JSON.stringify(reasons))}`;
}

/** Answers 304 if If-None-Match has the ETag of the answer. Tags are compared weakly. */
export function unlessKnown(answer: Answer, ifNoneMatch: string | undefined): Answer {
	const tag = answer.headers.ETag;
	if (ifNoneMatch === undefined || tag === undefined || answer.status !== 200) return answer;
	const opaque = (text: string) => text.trim().replace(/^W\//, '');
	const known = ifNoneMatch.split(',').map(opaque);
	if (!known.includes(opaque(tag)) && !known.includes('*')) return answer;
	const { 'Content-Type': _, 'Content-Encoding': __, ...headers } = answer.headers;
	return { status: 304, headers, body: null };
}

/**
 * Answers 304, without a search, if the index is unchanged since the client's answer. Otherwise
 * gives the answer the tag of the state that was read before. `form` is what the answer depends on
 * besides its address, and besides the definitions of a citation where it names one.
 */
export async function unlessUnchanged(
	{ broker, settings, version }: Pick<AppNeeds, 'broker' | 'settings' | 'version'>,
	context: HttpContext,
	answer: () => Promise<Answer>,
	form = String(prefersPage(context.req.header('accept'))),
): Promise<Answer> {
	const { url } = context.req;
	const state = await broker.searchState();
	const address = baseAddress(url, settings.publicUrl);
	const countsBy = new URL(url).searchParams.has('definition') ? JSON.stringify(broker.definitions()) : '';
	const caching = {
		Vary: 'Accept',
		'Cache-Control': 'no-cache',
		...(state !== undefined && { ETag: weakEntityTag(version, state, address, url, form, countsBy) }),
	};
	const known = unlessKnown({ status: 200, headers: caching, body: null }, context.req.header('if-none-match'));
	if (known.status === 304) return known;
	const made = await answer();
	const mayBeKept = made.status === 200 && made.headers['Cache-Control'] !== privately['Cache-Control'];
	return mayBeKept ? { ...made, headers: { ...caching, ...made.headers } } : made;
}
