// Draws cards in a thread of its own, one at a time, so that no search waits for a picture.
import { BrokerError } from '../errors.ts';
import type { DrawCard } from '../formats/card/draw-card.ts';
import { askingSender } from '../http/limits/asking-sender.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import type { CardCalls } from './card-thread.ts';
import { createPool } from './readers/reader-pool.ts';
import { startThread } from './thread-calls.ts';

/** A card takes less than 0.1 s; the first one also loads the library. */
const bounds = { threads: 1, mostWaiting: 16, limitMilliseconds: 5_000, graceMilliseconds: 100 } as const;
const heapMebibytes = 128;
const retryAfterSeconds = 5;

/**
 * Creates the pool; its thread is started when it is first needed. Fails with `unavailable` if too
 * many cards wait, or if the thread fails.
 */
export function createCardPool(settings: Settings, log: Log): { draw: DrawCard; stop(): Promise<void> } {
	const refuse = (message: string, cause?: Error) =>
		new BrokerError('unavailable', message, { cause, retryAfterSeconds });
	const tooMany = () => refuse('Too many cards are waiting to be drawn. Try again in a few seconds.');
	const pool = createPool<CardCalls>({
		...bounds,
		start: (onFailure) =>
			startThread<CardCalls>('./card-thread.ts', settings, { onNotice: () => undefined, onFailure, heapMebibytes }),
		onFailure: (err) => log.error({ err }, 'The thread that draws cards has ended; starting another'),
		refusals: {
			tooMany,
			tooLong: tooMany,
			failed: (cause) => refuse('The card could not be drawn. Try again.', cause),
		},
	});
	return {
		draw: (content) => pool.run((calls) => calls.draw(content), { cost: 1, sender: askingSender.getStore() }),
		stop: pool.stop,
	};
}
