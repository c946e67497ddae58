// Says in the log what is wrong with the broker for as long as it is, also where nobody asks.
import type { Reason } from '../broker/health.ts';
import type { Clock } from '../clock.ts';
import { createLoop } from './workers/loop.ts';

const lookMilliseconds = 10_000;
const repeatMilliseconds = 60_000;

type Needs = {
	/** Tells what is wrong at the moment; where it fails, so does the log of that. */
	tell(): Promise<readonly Reason[]>;
	/** What begins each line: "Not ready". */
	what: string;
	clock: Clock;
	log: {
		info(fields: object, message: string): void;
		warn(fields: object, message: string): void;
	};
};

/** Starts to look every ten seconds; what is wrong is said at once, and again each minute. */
export function startHealthLog({ tell, what, clock, log }: Needs): { stop(): Promise<void> } {
	let saidAt = Number.NEGATIVE_INFINITY;
	let said = '';
	const round = async () => {
		const reasons = await tell();
		const words = reasons.map((reason) => reason.words).join(' ');
		// Numbers grow while the same goes on.
		const kind = words.replace(/\d+/g, '');
		if (kind === '') {
			if (said !== '') log.info({}, `${what}: no more`);
		} else if (kind !== said || clock.elapsed() - saidAt >= repeatMilliseconds) {
			log.warn({ causes: reasons.map(({ cause }) => causeOf(cause)) }, `${what}: ${words}`);
			saidAt = clock.elapsed();
		}
		said = kind;
		return false;
	};
	return createLoop(round, {
		clock,
		pollMilliseconds: lookMilliseconds,
		// The next round says what is wrong.
		onError: () => undefined,
	});
}

function causeOf(cause: unknown): string {
	if (!(cause instanceof Error)) return String(cause ?? '');
	return cause.cause instanceof Error ? `${cause.message} (${cause.cause.message})` : cause.message;
}
