// Conditional answers (RFC 9110, 13.1.2): entity tags and If-None-Match.
import { hash } from 'node:crypto';
import type { Answer } from './answer.ts';

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
