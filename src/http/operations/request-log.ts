// What the log says of a request: one line, and how loud it is; knows no handler.

/** Takes lines of the log; pino's loggers are such. */
export type RequestLog = Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>;

/** Describes an answered request, with what its handler added. */
export type RequestLine = {
	requestId: string;
	method: string;
	target: string;
	status: number;
	milliseconds: number;
	[field: string]: unknown;
};

/**
 * Writes the line of a request. Reading is the daily business and only told at `debug`; changes and refusals are `info`, a service
 * that is away is `warn`, and what nobody expected is `error`, with the failure. `traceId` names the trace that the request belongs to; where
 * finding it costs something, only lines from `info` on have it.
 */
export function logRequest(
	log: RequestLog,
	line: RequestLine,
	failure: unknown,
	traceId: string | (() => string | undefined) = () => undefined,
): void {
	const isQuiet = line.status < 400 && reading.has(line.method);
	const trace_id = typeof traceId === 'string' ? traceId : isQuiet ? undefined : traceId();
	const told = trace_id === undefined ? line : { ...line, trace_id };
	if (line.status === 503) log.warn({ ...told, err: failure }, 'A needed service is away');
	else if (line.status >= 500) log.error({ ...told, err: failure }, 'The request failed');
	else if (isQuiet) log.debug(told, 'Answered');
	else log.info(told, 'Answered');
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
