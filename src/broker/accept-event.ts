// Accepts a batch of links that was read and checked whole: stores it durably as a new event.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { BrokerError } from '../errors.ts';
import type { TranslateOptions, Translation } from '../formats/dialects/translate.ts';
import type { EventAction } from '../links/link-event.ts';
import type { Actor } from '../store/audit.ts';
import { asAssertion, type Events, type NewEvent } from '../store/events.ts';
import type { Id } from '../store/graph.ts';
import type { ReplacedSource } from '../store/replaced-sources.ts';
import { createFairQueue, type Work } from './fair-queue.ts';
import { type SentBody, senderOf } from './read-bodies.ts';
import type { ReadSubmission, RefusedLinks } from './read-submission.ts';

export type Submission = {
	/** A JSON array of Scholix link objects, as it came; with `reading` a body of another dialect. */
	body: Uint8Array;
	/** How a body of another dialect is read; its links are then what is submitted. */
	reading?: Omit<TranslateOptions, 'skipInvalid'>;
	/** What its links do. */
	action: EventAction;
	/** Whether it withdraws assertions of any user, not only of its own. */
	takesAll: boolean;
	/**
	 * With action `replace`: the Source whose assertions by a provider are all withdrawn. The body is then
	 * an empty array.
	 */
	replaces: ReplacedSource | null;
	noindex: boolean;
	/** The name of the file that the links come from, as the submitter gave it. */
	fileName?: string;
	/** Takes the links that are valid and leaves out the others, instead of refusing the batch. */
	partial: boolean;
	userId: Id | null;
	/** Who submits it, as the audit names them. */
	submittedBy: Actor;
	/** The id of the event, where another one has to lead to it. */
	eventId?: string;
	/** The W3C traceparent of the request that brought it, where that is traced. */
	trace?: string;
};

/** A submission whose body was read: what is to be stored of it. */
export type ReadToStore = Omit<Submission, 'body' | 'reading' | 'partial'> & ReadSubmission;

/** An event as it was accepted; `sequence` grows with the order of acceptance. */
type AcceptedEvent = Accepted & { sequence: Id };

/** The answer to a submitter; `translation` where the body was of another dialect. */
export type Accepted = { eventId: string; refused: RefusedLinks; translation?: Translation };

type Waiting = Work & {
	event: NewEvent;
	answer: Omit<Accepted, 'eventId'>;
	resolve(accepted: AcceptedEvent): void;
	reject(error: unknown): void;
};

/** Payloads of one commit have so many bytes, unless a single one has more. */
const commitBytes = 8 * 1024 * 1024;

/**
 * Creates the use case: stores a submission that was read, and returns once it survives power loss.
 * Submissions that come while others are being stored are stored together, a few megabytes in one
 * commit; their senders take turns.
 */
export function createStoreEvent(
	records: Pick<Events, 'accept'>,
	{ now }: { now(): number },
): (submission: ReadToStore) => Promise<AcceptedEvent> {
	const waiting = createFairQueue<Waiting>();
	let isStoring = false;
	const storeWaiting = async (): Promise<void> => {
		isStoring = true;
		for (let together = takeTogether(waiting); together.length > 0; together = takeTogether(waiting)) {
			try {
				const sequences = await records.accept(together.map(({ event }) => event));
				together.forEach(({ event: { eventId }, answer, resolve }, at) => {
					resolve({ eventId, sequence: sequences[at] as Id, ...answer });
				});
			} catch (error) {
				for (const { reject } of together) reject(error);
			}
		}
		isStoring = false;
	};
	return async ({ action, takesAll, replaces, noindex, fileName = null, userId, submittedBy, ...read }) => {
		const { eventId = randomUUID(), payload, links, providers, refused, translation } = read;
		const { promise, resolve, reject } = Promise.withResolvers<AcceptedEvent>();
		const event: NewEvent = {
			...{ eventId, payload, links, refused: refused.count, providers, noindex },
			...{ userId, submittedBy, now: now() },
			...asAssertion,
			...{ action, takesAll, replaces: replaces && [replaces], fileName, sourceAddress: submittedBy.address },
		};
		const answer = { refused, ...(translation && { translation }) };
		// What costs the same keeps its order.
		const work = { sender: senderOf({ userId, submittedBy }), cost: 0 };
		waiting.add({ ...work, event, answer, resolve, reject });
		if (!isStoring) void storeWaiting();
		return promise;
	};
}

function takeTogether(waiting: ReturnType<typeof createFairQueue<Waiting>>): Waiting[] {
	const taken: Waiting[] = [];
	for (let bytes = 0; bytes < commitBytes; ) {
		const next = waiting.next(Number.POSITIVE_INFINITY);
		if (next === undefined) break;
		taken.push(next);
		waiting.done(next);
		bytes += next.event.payload.byteLength;
	}
	return taken;
}

/** Creates the use case that reads a submission, and then stores it; it fails as both do. */
export function createAcceptEvent<T>(
	read: (body: SentBody) => Promise<ReadSubmission>,
	store: (submission: ReadToStore) => Promise<T>,
): (submission: Submission) => Promise<T> {
	return async ({ body, reading, partial, ...sent }) => {
		const { action, replaces, userId, submittedBy } = sent;
		const text = { body, partial, action, replaces, ...(reading && { reading }) };
		return store({ ...sent, ...(await read({ ...text, userId, submittedBy })) });
	};
}

type Bound = {
	maxEvents: number;
	/** Of the events as they are stored. */
	maxBytes: number;
	clock: Pick<Clock, 'elapsed'>;
};

// Counting what waits costs more than accepting an event does.
const knownMilliseconds = 5_000;
const knownFullMilliseconds = 1_000;
const retryAfterSeconds = 30;

/**
 * Creates the check that comes before an event of so many bytes is accepted; fails with
 * `unavailable` where too many wait. What waits is counted now and then: what this process lets in
 * meanwhile is added at once, what others do is seen a few seconds later.
 */
export function createWaitingBound(
	records: Pick<Events, 'waiting'>,
	{ maxEvents, maxBytes, clock }: Bound,
): (bytes: number) => Promise<void> {
	let known = { events: 0, bytes: 0 };
	let countedAt = Number.NEGATIVE_INFINITY;
	let counting: Promise<void> | undefined;
	const count = (): Promise<void> => {
		counting ??= records
			.waiting()
			.then((waiting) => {
				known = { ...waiting };
				countedAt = clock.elapsed();
			})
			.finally(() => {
				counting = undefined;
			});
		return counting;
	};
	const isFull = () => known.events >= maxEvents || known.bytes >= maxBytes;
	return async (bytes) => {
		if (clock.elapsed() - countedAt > (isFull() ? knownFullMilliseconds : knownMilliseconds)) await count();
		if (isFull()) throw tooManyWait(known);
		known.events++;
		known.bytes += bytes;
	};
}

function tooManyWait({ events, bytes }: { events: number; bytes: number }): BrokerError {
	const message =
		`${events} events of ${bytes} bytes wait to be applied, and no more are taken until some are ` +
		'(MAX_WAITING_EVENTS, MAX_WAITING_BYTES). Nothing was stored: send it again later.';
	return new BrokerError('unavailable', message, { retryAfterSeconds });
}
