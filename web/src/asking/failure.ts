// Failures of questions to the API, as plain data that can be sent with a page.
import { LinkBrokerError } from '../../../clients/typescript/src/errors.ts';
import type { AnsweredIdentifier, UnderstoodQuery } from '../../../clients/typescript/src/schemas.ts';
import { durationText } from '../../../src/links/words.ts';

/** Describes a failure in the words of the broker (RFC 9457). */
export type Failure = {
	/** The kind of problem: `not-an-identifier`, `network`. */
	code?: string | undefined;
	message: string;
	/** 0 if there was no response. */
	status: number;
	/** The problem of each parameter. */
	fields: Readonly<Record<string, string>>;
	/** Identifiers that the user may mean. */
	choices: readonly AnsweredIdentifier[];
	retryAfterSeconds?: number | undefined;
	/** How the query was understood, if its identifier is unknown. */
	query?: UnderstoodQuery | undefined;
};

/** Writes when to try again: `Try again in 7 s.` */
export function tryAgainText(seconds: number): string {
	return `Try again in ${durationText(seconds)}.`;
}

/** Describes any error as a failure. */
export function failureOf(error: unknown): Failure {
	const nothing = { fields: {}, choices: [] };
	if (!(error instanceof LinkBrokerError)) {
		const message =
			'The response could not be read. Reload the page; if this continues, contact the operator of the broker.';
		return { code: 'unreadable', message, status: 0, ...nothing };
	}
	const { code, status = 0, errors, query, retryAfterSeconds } = error;
	if (code === 'network' && status === 0) {
		const message = 'The broker cannot be reached. Check the connection and try again.';
		return { code, message, status, ...nothing };
	}
	const fields = Object.fromEntries(errors.flatMap(({ field, message }) => (field ? [[field, message]] : [])));
	const choices = errors.flatMap(({ identifier }) => identifier ?? []);
	return { code, message: error.message, status, fields, choices, retryAfterSeconds, query };
}

/** Returns whether a retry may succeed. */
export function isRetryable({ status }: Pick<Failure, 'status'>): boolean {
	return [0, 408, 409, 429].includes(status) || status >= 500;
}
