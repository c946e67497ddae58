// Bounds the events that wait to be applied, however fast they come. It knows no transport and no
// engine.
import type { Clock } from '../clock.ts';
import { BrokerError } from '../errors.ts';
import type { Events } from '../store/events.ts';

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
