// Sends what subscriptions select to web hooks.
import type { Answered, Message, Sender } from '../broker/following/deliver.ts';
import type { Clock } from '../clock.ts';
import { type ChangeView, writeChange } from '../formats/changes/write-changes.ts';
import { ForbiddenConnection, type GuardedPost, readRetryAfter } from '../guarded-connections.ts';
import { isoTime } from '../links/link-date.ts';
import type { Subscription } from '../store/subscriptions.ts';
import { createHostGate } from './host-gate.ts';
import { signatureHeaders } from './sign-message.ts';

export type WebhookNeeds = {
	post: GuardedPost;
	clock: Clock;
	/** The User-Agent of requests. */
	agent: string;
	/** The secrets that sign, the newest first. */
	secretsOf(subscription: Subscription): Promise<readonly string[]>;
};

/** Bounds the bytes of a message, as Standard Webhooks recommends. */
const mostBytes = 20_000;
const bytesAround = 500;
const mostEntries = 100;
const answerMilliseconds = 20_000;
const mostAnswerBytes = 65_536;

/** Creates what sends; an answer of 2xx accepts a message. */
export function createWebhookSender(needs: WebhookNeeds): Sender {
	const gate = createHostGate(needs.clock);
	const post = (message: Post, signal: AbortSignal) =>
		gate.through(
			hostOf(message.subscription),
			() => postMessage(needs, message, signal),
			({ answered: { status } }) => (status === null || overloaded.has(status) ? 'down' : 'answered'),
		);
	return {
		mostEntries,
		waitFor: (subscription) => gate.waitFor(hostOf(subscription)),
		fit: (_, entries) => countFitting(entries),
		async send(message, signal) {
			const { subscription, id } = message;
			return (await post({ id, subscription, body: bodyOf(message) }, signal)).answered;
		},
		async test(subscription, signal) {
			const now = needs.clock.now();
			const about = { type: 'subscription.test', timestamp: isoTime(now), subscription: subscription.number };
			const id = `msg_${subscription.number}_test_${now}`;
			return post({ id, subscription, body: JSON.stringify({ ...about, data: {} }) }, signal);
		},
	};
}

/** What a host answers that is overloaded, whichever of its addresses was asked. */
const overloaded: ReadonlySet<number> = new Set([429, 502, 503, 504]);

function hostOf({ task }: Subscription): string {
	return new URL(task.address).host;
}

function countFitting(entries: readonly ChangeView[]): number {
	let left = mostBytes - bytesAround;
	const tooMuch = entries.findIndex((entry) => {
		left -= Buffer.byteLength(writeChange(entry)) + 1;
		return left < 0;
	});
	return tooMuch === -1 ? entries.length : Math.max(tooMuch, 1);
}

/** Writes a message; of an entry that is longer than a message, everything but the link. */
function bodyOf({ subscription, entries, next }: Message): string {
	const head = { type: entries.length > 0 ? 'links.changed' : 'links.gap', subscription: subscription.number };
	const at = entries.at(-1)?.at;
	const timestamp = at === undefined ? {} : { timestamp: new Date(at).toISOString() };
	const written = entries.map((entry) => {
		const text = writeChange(entry);
		if (Buffer.byteLength(text) <= mostBytes - bytesAround) return text;
		const { link, ...rest } = JSON.parse(text);
		return JSON.stringify({ ...rest, truncated: true });
	});
	const data = `{"changes":[${written.join(',')}],"next":${JSON.stringify(next)}}`;
	return `${JSON.stringify({ ...head, ...timestamp }).slice(0, -1)},"data":${data}}`;
}

type Post = { id: string; subscription: Subscription; body: string };

/** Sends one message, and says what came of it in a sentence; `excerpt` is how the answer begins. */
async function postMessage(
	{ post, clock, agent, secretsOf }: WebhookNeeds,
	{ id, subscription, body }: Post,
	signal: AbortSignal,
): Promise<{ answered: Answered; excerpt: string }> {
	const seconds = Math.floor(clock.now() / 1_000);
	const headers = {
		'Content-Type': 'application/json',
		'User-Agent': agent,
		...signatureHeaders({ id, seconds, body }, await secretsOf(subscription)),
	};
	const ended = AbortSignal.any([signal, AbortSignal.timeout(answerMilliseconds)]);
	try {
		const response = await post(subscription.task.address, { headers, body, signal: ended });
		const { status } = response;
		const retryAfter = readRetryAfter(response.headers.get('retry-after'), clock.now());
		const excerpt = await readBeginning(response);
		if (status >= 200 && status < 300) return { answered: { isAccepted: true, status }, excerpt };
		const message =
			status >= 300 && status < 400
				? `It answered ${status}, a redirect; redirects are not followed.`
				: `It answered ${status}.`;
		const wait = retryAfter === undefined ? {} : { retryAfterMilliseconds: retryAfter };
		return { answered: { isAccepted: false, status, message, isFinal: status === 410, ...wait }, excerpt };
	} catch (error) {
		return { answered: { isAccepted: false, status: null, message: failureOf(error) }, excerpt: '' };
	}
}

const excerptBytes = 1_024;

/**
 * Reads an answer up to a bound, so that its connection can be used again; returns how it begins,
 * without control characters.
 */
async function readBeginning(response: Awaited<ReturnType<GuardedPost>>): Promise<string> {
	const kept: Uint8Array[] = [];
	let read = 0;
	for await (const chunk of response.body ?? []) {
		if (read < excerptBytes) kept.push(chunk);
		read += chunk.byteLength;
		if (read > mostAnswerBytes) break;
	}
	const text = new TextDecoder().decode(Buffer.concat(kept).subarray(0, excerptBytes));
	return text.replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim();
}

function failureOf(error: unknown): string {
	if (error instanceof ForbiddenConnection) return error.message;
	const { name, cause } = error as Error & { cause?: { code?: string } };
	if (name === 'TimeoutError') return `It did not answer within ${answerMilliseconds / 1_000} s.`;
	return `It could not be reached${cause?.code ? ` (${cause.code})` : ''}.`;
}
