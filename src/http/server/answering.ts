// What holds for every request, whatever it asks: the rate limit, problems, common headers, a line in the log, its time and its span; knows no route.
import { randomUUID } from 'node:crypto';
import type { Accounts } from '../../accounts/accounts.ts';
import { BrokerError } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import { type Answer, bodyBytes, toResponse } from '../answers/answer.ts';
import { problemAnswer } from '../answers/problem.ts';
import type { Metrics } from '../operations/metrics.ts';
import { logRequest, type RequestLog } from '../operations/request-log.ts';
import { readTraceparent, type Tracer, writeTraceparent } from '../operations/tracing.ts';
import type { Route } from '../routes/route.ts';
import { rootAddress, targetOf } from './addresses.ts';
import { identifySender } from './authentication.ts';
import { type HttpContext, isUnseen, senderAddress } from './http-context.ts';
import { createRateLimiter, networkOf } from './rate-limit.ts';

/** Says where requests are answered: `path` as routes write it, for metrics and spans. */
export type Place = Pick<Route, 'shared' | 'limited'> & { method: string; path: string };

export type AnsweringNeeds = {
	accounts: Pick<Accounts, 'authenticate'>;
	settings: Pick<Settings, 'publicUrl' | 'rateLimit' | 'trustedProxies'>;
	log: RequestLog;
	metrics: Pick<Metrics, 'requestsOf'>;
	/** Absent where no traces are gathered. */
	tracer?: Pick<Tracer, 'begin' | 'end'> | undefined;
	/** Tells milliseconds since any moment. */
	clock?: (() => number) | undefined;
};

/** Makes the function that answers requests of one place with what its handler says; at once, where the handler does. */
export type Answering = (
	place: Place,
	handle: Route['handle'],
) => (context: HttpContext) => Response | Promise<Response>;

/** Creates what holds for every request. Whatever a handler does, there is an answer. */
export function createAnswering(needs: AnsweringNeeds): Answering {
	const { settings, log, metrics, tracer, clock = () => performance.now() } = needs;
	const limit = createLimit(needs, clock);
	return (place, handle) => {
		const note = metrics.requestsOf(place.method, place.path);
		const trace = tracer && createTracing(tracer, place);
		const allowed =
			place.limited && limit
				? (context: HttpContext) => (isUnseen(context) ? handle(context) : limit(context).then(() => handle(context)))
				: handle;
		return (context) => {
			const startedAt = clock();
			const requestId = requestIdOf(context);
			const unseen = isUnseen(context);
			const traced = unseen ? undefined : trace?.(context);
			const send = (answer: Answer, failure = answer.failure): Response => {
				const { method, url } = context.req;
				if (!unseen) {
					const milliseconds = clock() - startedAt;
					const { status, logged } = answer;
					note(status, milliseconds);
					traced?.end({ requestId, status, milliseconds, ...logged });
					const line = { requestId, method, target: targetOf(url), status, milliseconds, ...logged };
					logRequest(log, line, failure, traced?.traceId ?? (() => traceIdOf(context)));
				}
				return toResponse(withCommonHeaders(answer, requestId, place.shared, method === 'HEAD'));
			};
			const refuse = (failure: unknown) =>
				send(problemAnswer(failure, rootAddress(context.req.url, settings.publicUrl), requestId), failure);
			let answer: Answer | Promise<Answer>;
			try {
				answer = allowed(context);
			} catch (failure) {
				return refuse(failure);
			}
			return answer instanceof Promise ? answer.then((made) => send(made), refuse) : send(answer);
		};
	};
}

/** Tells to which trace of a caller a request belongs, also where this program gathers none. */
function traceIdOf(context: HttpContext): string | undefined {
	return readTraceparent(context.req.header('traceparent'))?.traceId;
}

type Ended = { requestId: string; status: number; milliseconds: number; [field: string]: unknown };

/** Begins spans for the requests of a place; the handler finds its own under `trace`. */
function createTracing(tracer: Pick<Tracer, 'begin' | 'end'>, { method, path }: Place) {
	const name = `${method.toUpperCase()} ${path}`;
	return (context: HttpContext) => {
		const parent = context.req.header('traceparent');
		const span = tracer.begin(parent);
		context.set('trace', writeTraceparent(span));
		return {
			traceId: span.traceId,
			end({ requestId, status, milliseconds, event_id }: Ended): void {
				tracer.end(span, parent, {
					name,
					kind: 'server',
					startedAt: Date.now() - milliseconds,
					milliseconds,
					attributes: {
						'http.request.method': context.req.method,
						'http.route': path,
						'http.response.status_code': status,
						'url.path': context.req.path,
						'link_broker.request_id': requestId,
						...(typeof event_id === 'string' && { 'link_broker.event_id': event_id }),
					},
					failed: status >= 500,
				});
			},
		};
	};
}

function createLimit(
	{ accounts, settings }: AnsweringNeeds,
	clock: () => number,
): ((context: HttpContext) => Promise<void>) | undefined {
	if (settings.rateLimit === null) return undefined;
	const take = createRateLimiter(settings.rateLimit);
	return async (context) => {
		// A token that is not valid counts for its address: inventing tokens must not help.
		const sender = await identifySender(context, accounts);
		const key = sender ? `token ${sender.tokenId}` : networkOf(senderAddress(context, settings.trustedProxies));
		const retryAfterSeconds = take(key, clock());
		if (retryAfterSeconds === 0) return;
		const who = sender ? 'this access token' : 'this address';
		const message = `At most ${settings.rateLimit} requests a minute are answered to ${who}.`;
		throw new BrokerError('too-many-requests', message, { retryAfterSeconds });
	};
}

function withCommonHeaders(answer: Answer, requestId: string, shared: boolean, isHead: boolean): Answer {
	const headers: Record<string, string> = {
		...answer.headers,
		'X-Request-Id': requestId,
		'X-Content-Type-Options': 'nosniff',
	};
	if (shared) {
		headers['Access-Control-Allow-Origin'] = '*';
		headers['Access-Control-Expose-Headers'] = 'Content-Disposition, Link, Retry-After, X-Request-Id, X-Total-Count';
	}
	// Hono takes the body away from answers to HEAD, and its length with it.
	const bytes = isHead ? bodyBytes(answer.body) : undefined;
	if (bytes !== undefined) headers['Content-Length'] = String(bytes);
	return { ...answer, headers };
}

/** Takes over the id that a proxy gave a request, where it is one. */
function requestIdOf(context: HttpContext): string {
	const given = context.req.header('x-request-id');
	return given !== undefined && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}
