// Accepts a batch of links: reads and checks it whole, then stores it durably as a new event.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { BrokerError } from '../errors.ts';
import type { TranslateOptions, Translation } from '../formats/dialects/translate.ts';
import { namingDialect, translateBody } from '../formats/dialects/translate-body.ts';
import type { ChunkLimits } from '../formats/json/chunk-builder.ts';
import { malformedJson, parseJson } from '../formats/json/json-text.ts';
import { readAcceptedLinks, readLinks, readValidLinks, type WrongRecord } from '../formats/scholix/read-links.ts';
import { reportLimits } from '../links/limits.ts';
import type { LinkBatch } from '../links/link.ts';
import type { EventAction } from '../links/link-event.ts';
import type { Actor } from '../store/audit.ts';
import { asAssertion, type Events, type NewEvent } from '../store/events.ts';
import type { Id } from '../store/graph.ts';
import type { ReplacedSource } from '../store/replaced-sources.ts';

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
	/** Takes the links that are valid and leaves out the others, instead of refusing the batch. */
	partial: boolean;
	userId: Id | null;
	/** Who submits it, as the audit names them. */
	submittedBy: Actor;
	/** The W3C traceparent of the request that brought it, where that is traced. */
	trace?: string;
};

/** The links that were left out: how many, and the problems of the first of them. */
type RefusedLinks = { count: number; first: readonly { pointer: string; message: string }[] };

/** An event as it was accepted; `sequence` grows with the order of acceptance. */
type AcceptedEvent = Accepted & { sequence: Id };

/** The answer to a submitter; `translation` where the body was of another dialect. */
export type Accepted = { eventId: string; refused: RefusedLinks; translation?: Translation };

/**
 * Creates the use case: checks a submission, stores it, and returns once it survives power loss.
 * Fails with `malformed-json` or `invalid-links` (see readLinks), a partial one where no link is
 * valid, and with `bad-query` where it has links and says what it replaces; then nothing is stored.
 * Submissions that come while others are being stored are stored together, in one commit.
 */
export function createAcceptEvent(
	records: Pick<Events, 'accept'>,
	{ maxLinks, maxBytes, now }: { maxLinks: number; maxBytes: number; now(): number },
): (submission: Submission) => Promise<AcceptedEvent> {
	type Waiting = {
		event: NewEvent;
		answer: Omit<Accepted, 'eventId'>;
		resolve(accepted: AcceptedEvent): void;
		reject(error: unknown): void;
	};
	let waiting: Waiting[] = [];
	let isStoring = false;
	const storeWaiting = async (): Promise<void> => {
		isStoring = true;
		while (waiting.length > 0) {
			const together = waiting;
			waiting = [];
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
	return async (submission) => {
		const { action, takesAll, replaces, noindex, userId, submittedBy } = submission;
		const { payload, links, providers, refused, translation } = await readSubmission(submission, {
			maxLinks,
			maxBytes,
		});
		const { promise, resolve, reject } = Promise.withResolvers<AcceptedEvent>();
		const counts = { links, refused: refused.count };
		const sender = { userId, submittedBy };
		const event: NewEvent = {
			...{ eventId: randomUUID(), payload, ...counts, providers, noindex, ...sender, now: now() },
			...asAssertion,
			...{ action, takesAll, replaces: replaces && [replaces], sourceAddress: submittedBy.address },
		};
		waiting.push({ event, answer: { refused, ...(translation && { translation }) }, resolve, reject });
		if (!isStoring) void storeWaiting();
		return promise;
	};
}

type SubmissionText = Pick<Submission, 'body' | 'reading' | 'action' | 'replaces' | 'partial'>;

/** What is to be stored of a submission, and how it was read. */
type ReadSubmission = {
	payload: Uint8Array;
	links: number;
	providers: readonly string[];
	refused: RefusedLinks;
	translation?: Translation;
};

/** Reads and checks a submission whole; fails as the use case does. */
export async function readSubmission(submission: SubmissionText, limits: ChunkLimits): Promise<ReadSubmission> {
	const { body, translation } = await translated(submission, limits);
	try {
		return { ...read({ ...submission, body }, limits.maxLinks), ...(translation && { translation }) };
	} catch (cause) {
		throw submission.reading === undefined ? namingDialect(cause, body) : cause;
	}
}

/** Translates a body of another dialect; other bodies are as they are. */
async function translated(
	{ body, action, reading, partial }: SubmissionText,
	limits: ChunkLimits,
): Promise<{ body: Uint8Array; translation?: Translation }> {
	if (reading === undefined) return { body };
	const { payload, translation } = await translateBody(
		body,
		{ ...reading, skipInvalid: partial, withdrawn: readingOfWithdrawn(action) },
		limits,
	);
	return { body: payload, translation };
}

/** How links that a body marks as withdrawn are read. */
export function readingOfWithdrawn(action: EventAction): 'as others' | 'left out' {
	return action === 'withdraw' ? 'as others' : 'left out';
}

type Reading = Omit<ReadSubmission, 'translation'>;

const nothingRefused: RefusedLinks = { count: 0, first: [] };

function read({ body, action, partial, replaces }: SubmissionText, maxLinks: number): Reading {
	if (replaces !== null) return readNothing(body);
	// A withdraw event does not decide the spelling of its providers.
	const spelled = (batch: LinkBatch) => (action === 'withdraw' ? [] : batch.providers);
	if (!partial) {
		const batch = readLinks(body, { maxLinks, action });
		return { payload: body, links: batch.counts.links, providers: spelled(batch), refused: nothingRefused };
	}
	const { payload, batch, wrong } = readValidLinks(body, { maxLinks, action });
	const first = wrong.slice(0, reportLimits.records).map(summarize);
	return { payload, links: batch.counts.links, providers: spelled(batch), refused: { count: wrong.length, first } };
}

/** Reads a body that must be an empty array. */
function readNothing(body: Uint8Array): Reading {
	const parsed = parseJson(body);
	if ('error' in parsed) throw malformedJson(parsed.error);
	if (Array.isArray(parsed.value) && parsed.value.length === 0) {
		return { payload: body, links: 0, providers: [], refused: nothingRefused };
	}
	const message =
		'source goes with an empty array ([]) as body. To replace the links of Sources by others, send ' +
		'these links without source: they name their Sources and providers themselves.';
	throw new BrokerError('bad-query', message, { problems: [{ field: 'source', message }] });
}

/** Describes a wrong record by the first of its problems and the number of others. */
function summarize({ problems, position }: WrongRecord): { pointer: string; message: string } {
	const [first, ...more] = problems;
	const rest = more.length === 0 ? '' : ` (and ${more.length} more in this link)`;
	return { pointer: first?.pointer ?? `/${position}`, message: `${first?.message}${rest}` };
}

/** Reads what was accepted before; see readAcceptedLinks. */
export function readAccepted(payload: Uint8Array, action: EventAction): LinkBatch {
	return readAcceptedLinks(payload, action);
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
