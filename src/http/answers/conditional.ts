// Answers that a client has already (RFC 9110, 13.1.2): entity tags and If-None-Match; knows no content.
import { createHash } from 'node:crypto';
import type { Answer } from './answer.ts';

/** Makes the entity tag of a content, in quotation marks. */
export function entityTag(content: string | Uint8Array): string {
	return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/** Answers 304 instead where If-None-Match names the answer's ETag; tags are compared weakly. */
export function unlessKnown(answer: Answer, ifNoneMatch: string | undefined): Answer {
	const tag = answer.headers.ETag;
	if (ifNoneMatch === undefined || tag === undefined || answer.status !== 200) return answer;
	const known = ifNoneMatch.split(',').map((each) => each.trim().replace(/^W\//, ''));
	if (!known.includes(tag) && !known.includes('*')) return answer;
	const { 'Content-Type': _, 'Content-Encoding': __, ...headers } = answer.headers;
	return { status: 304, headers, body: null };
}
