// The one class of failures.

import type { LinkEvent, Problem, ProblemPlace, UnderstoodQuery } from './schemas.ts';
import type { Submitted } from './submitting.ts';

/**
 * Says what failed: a code of the broker (`not-found`, `invalid-links`, `too-many-requests` …; its
 * HTTP interface lists them), or one of the client: `network` (no answer, or none of a broker),
 * `timeout` (what was waited for did not happen in time), `event-failed` and `event-withdrawn` (what
 * became of an event that was waited for).
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

/** Tells that the broker refused or failed, that it could not be reached, or that an event failed. */
export class LinkBrokerError extends Error {
	override readonly name = 'LinkBrokerError';
	readonly code: LinkBrokerErrorCode;
	/** The status of the answer; undefined where there was none. */
	readonly status: number | undefined;
	/** The address that explains this kind of problem. */
	readonly type: string | undefined;
	/** Which parameters, or which places in the submitted links, are wrong. */
	readonly errors: readonly ProblemPlace[];
	/** Of a work that is not known: what was understood, and what may be meant instead. */
	readonly query: UnderstoodQuery | undefined;
	/** Under which name the broker's log has the request. */
	readonly requestId: string | undefined;
	/** After how long the broker says that it may be asked again. */
	readonly retryAfterSeconds: number | undefined;
	/** The event that was waited for, as it was last. */
	readonly event: LinkEvent | undefined;
	/** Of a submission that failed: what of it was accepted before. */
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

	/** Says the same of a submission of which some was accepted; its places are those of all links. */
	ofSubmission(submitted: readonly Submitted[], firstLink: number): LinkBrokerError {
		const { problem } = this.#details;
		const errors = this.errors.map((place) => movedBy(firstLink, place));
		const moved = problem && { ...problem, errors };
		return new LinkBrokerError(this.code, this.message, { ...this.#details, problem: moved }, submitted);
	}
}

/** Moves a place in the links of one event, `/3/Source`, to where it is in all that was submitted. */
export function movedBy<T extends { pointer?: string }>(firstLink: number, place: T): T {
	const [, index, rest = ''] = /^\/(\d+)(\/.*)?$/s.exec(place.pointer ?? '') ?? [];
	return index === undefined ? place : { ...place, pointer: `/${Number(index) + firstLink}${rest}` };
}
