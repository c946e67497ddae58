// Records each request for operators: a line of the log, its duration, its span.
import { errorText, hasCode } from '../../errors.ts';
import { reportingCalls } from '../../service-calls.ts';
import type { Answer } from '../answers/answer.ts';
import { targetOf } from '../server/addresses.ts';
import type { HttpContext } from '../server/http-context.ts';
import type { Metrics } from './metrics.ts';
import { callSpans, readTraceparent, type Tracer, writeTraceparent } from './tracing.ts';

export type ObserverNeeds = {
	log: RequestLog;
	metrics: Pick<Metrics, 'requestAnswered'>;
	/** Absent without tracing. */
	tracer?: Pick<Tracer, 'begin' | 'end'> | undefined;
	/** Called when a request fails because a service is unavailable. */
	onOutage?: ((failure: Error) => void) | undefined;
	/** Returns milliseconds since any moment. */
	clock?: (() => number) | undefined;
};

/** Begins to observe a request at a place. Call `answered` once, with its result. */
export type Observe = (
	context: HttpContext,
	place: { method: string; path: string; probe?: true },
	requestId: string,
) => {
	/** Does work for the request, and traces the calls that it makes. */
	run<T>(work: () => T): T;
	answered(answer: Answer): void;
};

/** Creates an observer. Handlers find the span of their request under `trace`. */
export function createObserver(needs: ObserverNeeds): Observe {
	const { log, metrics, tracer, onOutage, clock = () => performance.now() } = needs;
	return (context, place, requestId) => {
		const startedAt = clock();
		const { method, url } = context.req;
		const route = { method: place.method.toUpperCase(), route: place.path };
		const parent = context.req.header('traceparent');
		const span = place.probe ? undefined : tracer?.begin(parent);
		if (span) context.set('trace', writeTraceparent(span));
		const onCall = tracer && span?.sampled ? callSpans(tracer, writeTraceparent(span)) : undefined;
		return {
			run: (work) => (onCall ? reportingCalls(onCall, work) : work()),
			answered({ status, logged = {}, failure }) {
				const milliseconds = clock() - startedAt;
				metrics.requestAnswered(route, status, milliseconds);
				const traceId = (span ?? readTraceparent(parent))?.traceId;
				const line = { requestId, method, target: targetOf(url), status, milliseconds, ...logged };
				logRequest(log, { ...line, ...(traceId && { trace_id: traceId }) }, failure);
				const isOutage = status === 503 && !place.probe && !isRefusedLoad(failure);
				if (isOutage && failure instanceof Error) onOutage?.(failure);
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
 * Writes the line of a request. Reads are `debug`, also while a service is unavailable, changes and
 * refusals `info`, and an unexpected failure `error`.
 */
export function logRequest(log: RequestLog, line: RequestLine, failure: unknown): void {
	const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(line.method);
	if (line.status === 503) log[isRead ? 'debug' : 'info']({ ...line, ...reasonOf(failure) }, 'Answered');
	else if (line.status >= 500) log.error({ ...line, err: failure }, 'The request failed');
	else if (line.status < 400 && isRead) log.debug(line, 'Answered');
	else log.info(line, 'Answered');
}

/** Describes an outage without a stack: nothing is wrong with the program. */
function reasonOf(failure: unknown): { reason: string; cause?: string } {
	const cause = failure instanceof Error ? failure.cause : undefined;
	return { reason: errorText(failure), ...(cause !== undefined && { cause: errorText(cause) }) };
}

/** Returns whether a request was refused because of overload, with all services available. */
function isRefusedLoad(failure: unknown): boolean {
	return hasCode(failure, 'unavailable') && failure.retryAfterSeconds !== undefined && failure.cause === undefined;
}
