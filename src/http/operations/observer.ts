// Records each request for operators: a line of the log, its duration, its span.
import { hasCode } from '../../errors.ts';
import type { Answer } from '../answers/answer.ts';
import { targetOf } from '../server/addresses.ts';
import type { HttpContext } from '../server/http-context.ts';
import type { Metrics } from './metrics.ts';
import { readTraceparent, type Tracer, writeTraceparent } from './tracing.ts';

export type ObserverNeeds = {
	log: RequestLog;
	metrics: Pick<Metrics, 'requestAnswered'>;
	/** Absent without tracing. */
	tracer?: Pick<Tracer, 'begin' | 'end'> | undefined;
	/** Returns milliseconds since any moment. */
	clock?: (() => number) | undefined;
};

/** Begins to observe a request at a place. Call `answered` once, with its result. */
export type Observe = (
	context: HttpContext,
	place: { method: string; path: string },
	requestId: string,
) => { answered(answer: Answer): void };

/** Creates an observer. Handlers find the span of their request under `trace`. */
export function createObserver({ log, metrics, tracer, clock = () => performance.now() }: ObserverNeeds): Observe {
	return (context, place, requestId) => {
		const startedAt = clock();
		const { method, url } = context.req;
		const route = { method: place.method.toUpperCase(), route: place.path };
		const parent = context.req.header('traceparent');
		const span = tracer?.begin(parent);
		if (span) context.set('trace', writeTraceparent(span));
		return {
			answered({ status, logged = {}, failure }) {
				const milliseconds = clock() - startedAt;
				metrics.requestAnswered(route, status, milliseconds);
				const traceId = (span ?? readTraceparent(parent))?.traceId;
				const line = { requestId, method, target: targetOf(url), status, milliseconds, ...logged };
				logRequest(log, { ...line, ...(traceId && { trace_id: traceId }) }, failure);
				if (!span) return;
				tracer?.end(span, parent, {
					name: `${route.method} ${route.route}`,
					kind: 'server',
					startedAt: Date.now() - milliseconds,
					milliseconds,
					attributes: {
						'http.request.method': method,
						'http.route': route.route,
						'http.response.status_code': status,
						'url.path': context.req.path,
						'link_broker.request_id': requestId,
						...(typeof logged.event_id === 'string' && { 'link_broker.event_id': logged.event_id }),
					},
					failed: status >= 500,
				});
			},
		};
	};
}

/** Receives lines of the log, like a pino logger. */
export type RequestLog = Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>;

/** Describes an answered request, with the fields that its handler added. */
type RequestLine = {
	requestId: string;
	method: string;
	target: string;
	status: number;
	milliseconds: number;
	[field: string]: unknown;
};

/**
 * Writes the line of a request. Successful reads are `debug`, changes and refusals `info`, an
 * unavailable service `warn`, and an unexpected failure `error`.
 */
export function logRequest(log: RequestLog, line: RequestLine, failure: unknown): void {
	if (line.status === 503 && !isRefusedLoad(failure))
		log.warn({ ...line, err: failure }, 'A required service is unavailable');
	else if (line.status >= 500 && line.status !== 503) log.error({ ...line, err: failure }, 'The request failed');
	else if (line.status < 400 && ['GET', 'HEAD', 'OPTIONS'].includes(line.method)) log.debug(line, 'Answered');
	else log.info(line, 'Answered');
}

/** Returns whether a request was refused because of overload, with all services available. */
function isRefusedLoad(failure: unknown): boolean {
	return hasCode(failure, 'unavailable') && failure.retryAfterSeconds !== undefined && failure.cause === undefined;
}
