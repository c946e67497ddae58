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
export function refuseForm(detail: string, status = 422): InterfaceRefusal {
	return new InterfaceRefusal({ status, headers: new Headers(), body: { detail } });
}

/** Sends a request; fails with InterfaceRefusal. */
export type AskInterface = (
	context: HttpContext,
	request: InterfaceRequest,
	csrfToken?: string,
) => Promise<InterfaceAnswer>;

/** Answers a request as one that came through a socket. */
export type AnswerRequest = (request: Request, bindings: HttpEnvironment['Bindings']) => Response | Promise<Response>;

/** Creates it, of what answers requests. */
export function createAsking(
	answerRequest: AnswerRequest,
	{ trustedProxies }: Pick<Settings, 'trustedProxies'>,
): AskInterface {
	return async (context, { method, path, body }, csrfToken) => {
		const given = {
			Cookie: context.req.header('cookie'),
			'X-CSRF-Token': csrfToken,
			'X-Request-Id': context.get('requestId'),
			traceparent: context.get('trace') ?? context.req.header('traceparent'),
		};
		const headers = new Headers({ Accept: jsonMediaType });
		for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.set(name, value);
		const request = new Request(addressOf(path, context), { method, headers, ...bodyOf(body, headers) });
		const outgoing = context.env?.outgoing;
		const response = await answerRequest(request, {
			askedFrom: senderAddress(context, trustedProxies),
			// Who waits for the page waits for this.
			...(outgoing && { outgoing }),
		});
		const text = await response.text();
		const answer = { status: response.status, headers: response.headers, body: text === '' ? undefined : read(text) };
		if (response.ok) return answer;
		throw new InterfaceRefusal(answer);
	};
}

/** A part of a path that is `..` cannot be written: it would make another path of it. */
function addressOf(path: string, { req }: HttpContext): URL {
	const address = new URL(`/api${path}`, req.url);
	if (address.pathname === `/api${path.replace(/\?.*/s, '')}`) return address;
	throw refuseForm('There is nothing of that name.', 404);
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
