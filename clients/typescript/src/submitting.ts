// Submitting links as events, and waiting until an event is applied.
import { LinkBrokerError, movedBy } from './errors.ts';
import { type CallOptions, type Http, isObject, pathPart, textOf } from './http.ts';
import { pause } from './pauses.ts';
import type { EventAccepted, LinkEvent, RefusedLink, ScholixLink, SubmitEventParameters } from './schemas.ts';

/** How to wait for an event. */
export type WaitOptions = CallOptions & {
	/** The longest wait for one event, in seconds; by default 300. */
	timeoutSeconds?: number;
};

/** How to submit links. */
export type SubmitOptions = SubmitEventParameters &
	WaitOptions & {
		/** Whether to wait until all submitted links are searchable. */
		wait?: boolean;
		/**
		 * The most links in one event; by default 10,000. It may not exceed MAX_LINKS_PER_EVENT of the
		 * broker, which has the same default.
		 */
		linksPerEvent?: number;
	};

/** An event that was accepted. */
export type Submitted = {
	eventId: string;
	/** The position of its first link among all submitted ones, from 0, and its number of links. */
	firstLink: number;
	links: number;
	/** With `partial`: the number of invalid links that were left out, and the first hundred of them. */
	refusedCount: number;
	refused: readonly RefusedLink[];
	/** With `wait`: the event once it was searchable. */
	event?: LinkEvent;
};

// Half of the default limit of a broker for one body.
const charactersPerEvent = 16_000_000;

type Links = Iterable<ScholixLink> | AsyncIterable<ScholixLink>;

/** Submits all links in as many events as needed, and waits for them if requested. */
export async function submitLinks(http: Http, links: Links, options: SubmitOptions): Promise<Submitted[]> {
	const submitted: Submitted[] = [];
	let firstLink = 0;
	try {
		for await (const batch of batchesOf(links, options)) {
			submitted.push(await submitBatch(http, batch, firstLink, options));
			firstLink += batch.length;
		}
		if (!options.wait) return submitted;
		for (const one of submitted) {
			firstLink = one.firstLink;
			one.event = await waitForEvent(http, one.eventId, options);
		}
		return submitted;
	} catch (error) {
		throw error instanceof LinkBrokerError ? error.ofSubmission(submitted, firstLink) : error;
	}
}

async function submitBatch(
	http: Http,
	batch: readonly string[],
	firstLink: number,
	options: SubmitOptions,
): Promise<Submitted> {
	const { action = 'assert', source, scheme, provider, fileName, noindex, partial, signal } = options;
	const request = {
		method: 'POST',
		path: '/events',
		query: { action, source, scheme, provider, fileName, noindex, partial },
		body: `[${batch.join(',')}]`,
		repeatable: isRepeatable(options),
		signal,
	} as const;
	const accepted = await http.json<EventAccepted>(request, { event_id: 'string' });
	const refused = Array.isArray(accepted.refused) ? accepted.refused.filter((place) => isObject(place)) : [];
	return {
		eventId: accepted.event_id,
		firstLink,
		links: batch.length,
		refusedCount: accepted.refused_count ?? 0,
		refused: refused.map((place) => movedBy(firstLink, place)),
	};
}

/** Returns whether submitting twice has the same effect as submitting once. */
export function isRepeatable({ action = 'assert' }: SubmitEventParameters): boolean {
	// Repeating a withdrawal or replacement may withdraw what was asserted in between.
	return action === 'assert';
}

/** Writes links as JSON and divides them into events. */
async function* batchesOf(links: Links, options: SubmitOptions): AsyncGenerator<string[]> {
	const { action, source, linksPerEvent = 10_000 } = options;
	let batch: string[] = [];
	let characters = 0;
	let batches = 0;
	for await (const link of links) {
		const text = JSON.stringify(link);
		if (batch.length === linksPerEvent || (batch.length > 0 && characters + text.length > charactersPerEvent)) {
			if (action === 'replace') throw tooManyToReplace(linksPerEvent);
			yield batch;
			batches++;
			batch = [];
			characters = 0;
		}
		batch.push(text);
		characters += text.length;
	}
	// An empty event with a source withdraws everything asserted about it.
	if (batch.length > 0 || (batches === 0 && source !== undefined)) yield batch;
}

function tooManyToReplace(linksPerEvent: number): RangeError {
	return new RangeError(
		`One event holds at most ${linksPerEvent} links and ${charactersPerEvent} characters, and a replacement cannot ` +
			'be divided: its second event would withdraw what the first asserted about the same Source. ' +
			'Submit all links of a Source together, and other Sources in separate calls.',
	);
}

const firstPauseSeconds = 0.05;
const longestPauseSeconds = 2;

/**
 * Waits until the changes of an event are searchable (with `noindex`: until it is applied). Throws if
 * the event fails, is withdrawn, or takes too long; the error has the event.
 */
export async function waitForEvent(http: Http, eventId: string, options: WaitOptions): Promise<LinkEvent> {
	const { timeoutSeconds = 300, signal } = options;
	const deadline = Date.now() + timeoutSeconds * 1_000;
	const path = `/events/${pathPart(eventId)}`;
	for (let seconds = firstPauseSeconds; ; seconds = Math.min(seconds * 2, longestPauseSeconds)) {
		const event = await http.get<LinkEvent>(path, {}, { signal }, { status: 'string' });
		if (event.status === 'Done' && event.indexed !== false) return event;
		if (event.status === 'Error') {
			throw new LinkBrokerError(
				'event-failed',
				`The event ${eventId} failed: ${textOf(event.error) ?? 'unknown reason'}`,
				{ event },
			);
		}
		if (event.status === 'Withdrawn') {
			throw new LinkBrokerError('event-withdrawn', `The event ${eventId} was withdrawn.`, { event });
		}
		const left = (deadline - Date.now()) / 1_000;
		if (left <= 0) {
			const state = event.status === 'Done' ? 'Done, but not searchable yet' : event.status;
			const message = `The event ${eventId} is ${state} after ${timeoutSeconds} seconds.`;
			throw new LinkBrokerError('timeout', message, { event });
		}
		await pause(Math.min(seconds, left), signal);
	}
}
