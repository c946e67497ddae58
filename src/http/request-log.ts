// What the log says of a request: one line, and how loud it is; knows no handler.

/** Takes lines of the log; pino's loggers are such. */
export type RequestLog = Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>;

/** Describes an answered request. */
export type RequestLine = { requestId: string; method: string; target: string; status: number; milliseconds: number };

/**
 * Writes the line of a request. Reading is the daily business and only told at `debug`; submissions and refusals are `info`, a service
 * that is away is `warn`, and what nobody expected is `error`, with the failure.
 */
export function logRequest(log: RequestLog, line: RequestLine, failure: unknown): void {
	if (line.status === 503) log.warn({ ...line, err: failure }, 'A needed service is away');
	else if (line.status >= 500) log.error({ ...line, err: failure }, 'The request failed');
	else if (line.status >= 400 || line.method === 'POST') log.info(line, 'Answered');
	else log.debug(line, 'Answered');
}
