// Asks the interface on behalf of a browser that runs no script: with its cookie, from its address,
// within its limits; knows no page.
import { BrokerError } from '../../../errors.ts';
import type { Settings } from '../../../settings.ts';
import { jsonMediaType } from '../../answers/media-types.ts';
import { type HttpContext, type HttpEnvironment, senderAddress } from '../../server/http-context.ts';

/** A request of the interface; `path` follows `/api`. `csrfToken` proves that a change is meant. */
export type InterfaceRequest = {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	path: string;
	/** Sent as JSON; bytes are sent as they are. */
	body?: unknown;
};

/** What came of it; `body` is undefined where nothing came. */
export type InterfaceAnswer = { status: number; headers: Headers; body: unknown };

/** A request that the interface refuses, with what it tells of that (RFC 9457). */
export class InterfaceRefusal extends Error {
	readonly status: number;
	readonly retryAfter: string | null;
	readonly body: unknown;

	constructor({ status, headers, body }: InterfaceAnswer) {
		const { detail, title } = (body ?? {}) as { detail?: string; title?: string };
		super(detail ?? title ?? `The broker answered with status ${status}.`);
		this.status = status;
		this.retryAfter = headers.get('Retry-After');
		this.body = body;
	}
}

/** Makes what refuses a form before the interface is asked. */
export function refuseForm(detail: string): InterfaceRefusal {
	return new InterfaceRefusal({ status: 422, headers: new Headers(), body: { detail } });
}

/** Sends a request; fails with InterfaceRefusal. */
export type AskInterface = (
	context: HttpContext,
	request: InterfaceRequest,
	csrfToken?: string,
) => Promise<InterfaceAnswer>;

/** Answers a request as one that came through a socket. */
export type AnswerRequest = (request: Request, bindings: HttpEnvironment['Bindings']) => Response | Promise<Response>;

/** Headers of the browser that the interface is to see. */
const handedOn = ['cookie', 'traceparent', 'x-request-id'] as const;

/** Creates it, of what answers requests. */
export function createAsking(
	answerRequest: AnswerRequest,
	{ trustedProxies }: Pick<Settings, 'trustedProxies'>,
): AskInterface {
	return async (context, { method, path, body }, csrfToken) => {
		const headers = new Headers({ Accept: jsonMediaType });
		for (const name of handedOn) {
			const value = context.req.header(name);
			if (value !== undefined) headers.set(name, value);
		}
		if (csrfToken !== undefined) headers.set('X-CSRF-Token', csrfToken);
		const request = new Request(new URL(`/api${path}`, context.req.url), { method, headers, ...bodyOf(body, headers) });
		const response = await answerRequest(request, { askedFrom: senderAddress(context, trustedProxies) });
		const text = await response.text();
		const answer = { status: response.status, headers: response.headers, body: text === '' ? undefined : read(text) };
		if (response.ok) return answer;
		throw new InterfaceRefusal(answer);
	};
}

function bodyOf(body: unknown, headers: Headers): { body?: string | Uint8Array<ArrayBuffer> } {
	if (body === undefined) return {};
	const isBytes = body instanceof Uint8Array;
	headers.set('Content-Type', isBytes ? 'application/octet-stream' : jsonMediaType);
	return { body: isBytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) };
}

function read(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new BrokerError('internal', 'An answer of the interface is no JSON.', { cause });
	}
}
