// Logs the problems of the broker as long as they last.
import type { Reason } from '../broker/health.ts';
import type { Clock } from '../clock.ts';
import { errorText } from '../errors.ts';
import { createLoop } from './workers/loop.ts';

const lookMilliseconds = 10_000;
const repeatMilliseconds = 60_000;

type Needs = {
	/** Returns the present problems; a failure ends the round without a line. */
	read(): Promise<readonly Reason[]>;
	/** What begins each line: "Not ready". */
	what: string;
	clock: Clock;
	log: {
		info(fields: object, message: string): void;
		warn(fields: object, message: string): void;
	};
};

/** Checks every ten seconds; logs problems at once, and again each minute. */
export function startHealthLog({ read, what, clock, log }: Needs): { stop(): Promise<void> } {
	let loggedAt = Number.NEGATIVE_INFINITY;
	let logged = '';
	const round = async () => {
		const reasons = await read();
		const words = reasons.map((reason) => reason.words).join(' ');
		// Numbers grow while a problem lasts.
		const kind = words.replace(/\d+/g, '');
		if (kind === '') {
			if (logged !== '') log.info({}, `${what}: resolved`);
		} else if (kind !== logged || clock.elapsed() - loggedAt >= repeatMilliseconds) {
			log.warn({ causes: reasons.map(({ cause }) => causeOf(cause)) }, `${what}: ${words}`);
			loggedAt = clock.elapsed();
		}
		logged = kind;
		return false;
	};
	return createLoop(round, {
		clock,
		pollMilliseconds: lookMilliseconds,
		// The next round reads again.
		onError: () => undefined,
	});
}

function causeOf(cause: unknown): string {
	const text = errorText(cause);
	return cause instanceof Error && cause.cause instanceof Error ? `${text} (${errorText(cause.cause)})` : text;
}
