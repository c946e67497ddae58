// The error class of the client.

import type { LinkEvent, Problem, ProblemPlace, UnderstoodQuery } from './schemas.ts';
import type { Submitted } from './submitting.ts';

/**
 * Names what failed: a code of the broker (`not-found`, `invalid-links`, `too-many-requests` …; its
 * HTTP interface lists them), or one of the client: `network` (no answer, or not from a broker),
 * `timeout` (the wait took too long), `event-failed` and `event-withdrawn` (the state that ended a
 * wait for an event).
 */
export type LinkBrokerErrorCode = 'network' | 'timeout' | 'event-failed' | 'event-withdrawn' | (string & {});

type Details = {
	problem?: Problem | undefined;
	status?: number | undefined;
	requestId?: string | undefined;
	retryAfterSeconds?: number | undefined;
	event?: LinkEvent | undefined;
	cause?: unknown;
};

/** Reports that the broker refused, failed or could not be reached, or that an event failed. */
export class LinkBrokerError extends Error {
	override readonly name = 'LinkBrokerError';
	readonly code: LinkBrokerErrorCode;
	/** The status of the answer; undefined if there was none. */
	readonly status: number | undefined;
	/** The address that explains this kind of problem. */
	readonly type: string | undefined;
	/** The wrong parameters, or the wrong places in the submitted links. */
	readonly errors: readonly ProblemPlace[];
	/** For an unknown work: how the request was understood, and suggestions. */
	readonly query: UnderstoodQuery | undefined;
	/** The id of the request in the broker's log. */
	readonly requestId: string | undefined;
	/** The seconds after which the broker accepts another try. */
	readonly retryAfterSeconds: number | undefined;
	/** The last state of the event that was waited for. */
	readonly event: LinkEvent | undefined;
	/** For a submission: the events accepted before it failed. */
	readonly submitted: readonly Submitted[];

	constructor(code: LinkBrokerErrorCode, message: string, details: Details = {}, submitted: readonly Submitted[] = []) {
		super(message, { cause: details.cause });
		this.code = code;
		this.status = details.status ?? details.problem?.status;
		this.type = details.problem?.type;
		this.errors = details.problem?.errors ?? [];
		this.query = details.problem?.query;
		this.requestId = details.requestId;
		this.retryAfterSeconds = details.retryAfterSeconds;
		this.event = details.event;
		this.submitted = submitted;
		this.#details = details;
	}

	readonly #details: Details;

	/** Copies the error for a submission that was partly accepted; its places count all links. */
	ofSubmission(submitted: readonly Submitted[], firstLink: number): LinkBrokerError {
		const { problem } = this.#details;
		const errors = this.errors.map((place) => movedBy(firstLink, place));
		const moved = problem && { ...problem, errors };
		return new LinkBrokerError(this.code, this.message, { ...this.#details, problem: moved }, submitted);
	}
}

/** Moves a place in the links of one event, such as `/3/Source`, to its place in all links. */
export function movedBy<T extends { pointer?: string }>(firstLink: number, place: T): T {
	const pointer = typeof place.pointer === 'string' ? place.pointer : '';
	const [, index, rest = ''] = /^\/(\d+)(\/.*)?$/s.exec(pointer) ?? [];
	return index === undefined ? place : { ...place, pointer: `/${Number(index) + firstLink}${rest}` };
}
