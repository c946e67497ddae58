// What the log says of a request: one line, and how loud it is; knows no handler.
import { hasCode } from '../../errors.ts';

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
 * Writes the line of a request. Reading that goes well is told at `debug` only; changes and
 * refusals are `info`, a service that is away is `warn`, and an unexpected failure is `error`.
 */
export function logRequest(log: RequestLog, line: RequestLine, failure: unknown): void {
	if (line.status === 503 && !isRefusedLoad(failure)) log.warn({ ...line, err: failure }, 'A needed service is away');
	else if (line.status >= 500 && line.status !== 503) log.error({ ...line, err: failure }, 'The request failed');
	else if (line.status < 400 && ['GET', 'HEAD', 'OPTIONS'].includes(line.method)) log.debug(line, 'Answered');
	else log.info(line, 'Answered');
}

/** Tells whether a request was refused because there is too much of them, and nothing is away. */
function isRefusedLoad(failure: unknown): boolean {
	return hasCode(failure, 'unavailable') && failure.retryAfterSeconds !== undefined && failure.cause === undefined;
}
