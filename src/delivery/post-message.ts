// Posts messages to the addresses of receivers, with a bound on time and on the answer, and says in a
// sentence what came of it.
import type { Answered } from '../broker/following/deliver.ts';
import type { Clock } from '../clock.ts';
import { ForbiddenConnection, type GuardedPost, readRetryAfter } from '../network/guarded-connections.ts';
import { createHostGate, type HostOutcome } from './host-gate.ts';

export type PostNeeds = {
	post: GuardedPost;
	clock: Clock;
	/** The User-Agent of requests. */
	agent: string;
	/** Bounds the time until an answer is read; 20 s by default. */
	answerMilliseconds?: number;
};

/** A message to an address. */
export type Post = { address: string; headers: Readonly<Record<string, string>>; body: string };

/** Posts messages of all kinds, so that those to one host share its places. */
export type Poster = ReturnType<typeof createPoster>;

const usualAnswerMilliseconds = 20_000;
const mostAnswerBytes = 65_536;

/** Creates what posts; an answer of 2xx accepts a message. */
export function createPoster(needs: PostNeeds) {
	const gate = createHostGate(needs.clock);
	return {
		/** The places of the hosts, for what else is asked of receivers. */
		gate,
		/** Returns how many milliseconds to wait before something is posted to the host of an address. */
		waitFor: (address: string): number => gate.waitFor(hostOf(address)),
		/** Posts; `excerpt` is how the answer begins. */
		post: async (message: Post, signal: AbortSignal): Promise<{ answered: Answered; excerpt: string }> => {
			const posted = await gate.through(
				hostOf(message.address),
				() => postMessage(needs, message, signal),
				({ answered: { status } }) => outcomeOf(status),
			);
			return posted ?? { answered: allTaken, excerpt: '' };
		},
	};
}

/** What comes of a message that was not sent, since others are under way to the same host. */
export const allTaken = {
	...{ isAccepted: false as const, status: null, isWaiting: true },
	message: 'Other messages to its host have not been answered yet. Try again in a minute.',
} satisfies Answered;

/** What a host answers that is overloaded, whichever of its addresses was asked. */
const overloaded: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Says what a status means for the host; null: there was none. */
export function outcomeOf(status: number | null): HostOutcome {
	return status === null || overloaded.has(status) ? 'down' : 'answered';
}

/** Names the host of an address, with its port. */
export function hostOf(address: string): string {
	return new URL(address).host;
}

async function postMessage(
	{ post, clock, agent, answerMilliseconds = usualAnswerMilliseconds }: PostNeeds,
	{ address, headers, body }: Post,
	signal: AbortSignal,
): Promise<{ answered: Answered; excerpt: string }> {
	const ended = AbortSignal.any([signal, AbortSignal.timeout(answerMilliseconds)]);
	try {
		const response = await post(address, { headers: { ...headers, 'User-Agent': agent }, body, signal: ended });
		const { status } = response;
		const retryAfter = readRetryAfter(response.headers.get('retry-after'), clock.now());
		const excerpt = await readExcerpt(response);
		if (status >= 200 && status < 300) return { answered: { isAccepted: true, status }, excerpt };
		const message =
			status >= 300 && status < 400
				? `It answered ${status}, a redirect; redirects are not followed.`
				: `It answered ${status}.`;
		const wait = retryAfter === undefined ? {} : { retryAfterMilliseconds: retryAfter };
		return { answered: { isAccepted: false, status, message, isFinal: status === 410, ...wait }, excerpt };
	} catch (error) {
		return {
			answered: { isAccepted: false, status: null, message: failureOf(error, answerMilliseconds) },
			excerpt: '',
		};
	}
}

const excerptBytes = 1_024;

/**
 * Reads an answer, so that its connection can be used again; returns how it begins, without control
 * characters. An answer that breaks off has its status all the same.
 */
async function readExcerpt(response: Answer): Promise<string> {
	const bytes = await readBeginning(response, mostAnswerBytes).catch(() => Buffer.of());
	const text = new TextDecoder().decode(bytes.subarray(0, excerptBytes));
	return text.replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim();
}

type Answer = Awaited<ReturnType<GuardedPost>>;

/** Reads so much of an answer, or little more. */
export async function readBeginning(response: Answer, mostBytes: number): Promise<Buffer> {
	const kept: Uint8Array[] = [];
	let read = 0;
	for await (const chunk of response.body ?? []) {
		kept.push(chunk);
		read += chunk.byteLength;
		if (read > mostBytes) break;
	}
	return Buffer.concat(kept);
}

/** Says why no answer came. */
export function failureOf(error: unknown, answerMilliseconds = usualAnswerMilliseconds): string {
	if (error instanceof ForbiddenConnection) return error.message;
	const { name, cause } = error as Error & { cause?: { name?: string; code?: string } };
	if (name === 'TimeoutError') return `It did not answer within ${answerMilliseconds / 1_000} s.`;
	if (cause?.code === 'UND_ERR_SOCKET') return 'It closed the connection before it answered.';
	if (cause?.name === 'HTTPParserError') return 'Its answer is not HTTP.';
	return `It could not be reached${cause?.code ? ` (${cause.code})` : ''}.`;
}
