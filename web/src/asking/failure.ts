// Why a question was not answered, as plain data that a page can hold.
import { LinkBrokerError } from '../../../clients/typescript/src/errors.ts';
import type { AnsweredIdentifier, UnderstoodQuery } from '../../../clients/typescript/src/schemas.ts';
import { durationText } from '../../../src/links/words.ts';

/** Says why, in the words of the broker (RFC 9457). */
export type Failure = {
	/** The kind of problem: `not-an-identifier`, `network`. */
	code?: string | undefined;
	message: string;
	/** 0 where there was no answer. */
	status: number;
	/** What is wrong with each parameter. */
	fields: Readonly<Record<string, string>>;
	/** Identifiers that may be meant. */
	choices: readonly AnsweredIdentifier[];
	retryAfterSeconds?: number | undefined;
	/** How the question was understood, where what it asks about is not known. */
	query?: UnderstoodQuery | undefined;
};

/** Says when to try again. */
export function tryAgainText(seconds: number): string {
	return `Try again in ${durationText(seconds)}.`;
}

/** Names a failure, whatever failed. */
export function failureOf(error: unknown): Failure {
	const nothing = { fields: {}, choices: [] };
	if (!(error instanceof LinkBrokerError)) {
		const message =
			'The response could not be read. Reload the page; if this continues, tell the operator of the broker.';
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

/** Says whether another try may end otherwise. */
export function mayEndOtherwise({ status }: Pick<Failure, 'status'>): boolean {
	return [0, 408, 409, 429].includes(status) || status >= 500;
}
