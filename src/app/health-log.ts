// Logs the problems of the broker: one line when they begin, one when they have ended. Other parts
// note the outages that they meet here, instead of logging each failure.
import { type Health, hindrances, type Reason } from '../broker/health.ts';
import { type Clock, systemClock } from '../clock.ts';
import { errorText, isOutage } from '../errors.ts';
import { createLoop } from './workers/loop.ts';

const lookMilliseconds = 10_000;
/** A failure that the present problems do not explain is logged again after this time. */
const unexplainedMilliseconds = 600_000;
/** Requests that began during an outage may fail for so long after its end. */
const afterwardsMilliseconds = 60_000;

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

/** `note` adds a failure to the log, unless the present problems explain it. */
export type HealthLog = { note(failure: Reason): void; stop(): Promise<void> };

/** Starts the log of why the broker is not ready. */
export function startReadinessLog(broker: { health(): Promise<Health> }, log: Needs['log']): HealthLog {
	const read = async () => hindrances(await broker.health());
	return startHealthLog({ read, what: 'Not ready', clock: systemClock, log });
}

/** Checks every ten seconds, and at once when a failure is noted. */
export function startHealthLog({ read, what, clock, log }: Needs): HealthLog {
	let logged = '';
	let begunAt = 0;
	let endedAt = Number.NEGATIVE_INFINITY;
	const noted = new Map<string, Reason>();
	const explainedUntil = new Map<string, number>();
	const warn = (reasons: readonly Reason[], words: string) =>
		log.warn({ causes: reasons.map(({ cause }) => causeOf(cause)) }, `${what}: ${words}`);
	const round = async () => {
		const failures = [...noted];
		noted.clear();
		const reasons = await read();
		const words = reasons.map((reason) => reason.words).join(' ');
		const kind = kindOf(words);
		const now = clock.elapsed();
		if (kind !== '') {
			if (logged === '') begunAt = now;
			if (kind !== logged) warn(reasons, words);
		} else if (logged !== '') {
			endedAt = now;
			log.info({ seconds: Math.round((now - begunAt) / 1_000) }, `${what}: resolved`);
		} else if (now - endedAt > afterwardsMilliseconds) {
			for (const [kind, failure] of failures) {
				if (now < (explainedUntil.get(kind) ?? 0)) continue;
				explainedUntil.set(kind, now + unexplainedMilliseconds);
				warn([failure], failure.words);
			}
		}
		logged = kind;
		return false;
	};
	const loop = createLoop(round, {
		clock,
		pollMilliseconds: lookMilliseconds,
		// The next round reads again.
		onError: () => undefined,
	});
	return {
		note(failure) {
			const kind = kindOf(failure.words);
			if (logged !== '' || clock.elapsed() < (explainedUntil.get(kind) ?? 0)) return;
			noted.set(kind, failure);
			loop.wake();
		},
		stop: loop.stop,
	};
}

/** Numbers change while a problem lasts. */
function kindOf(words: string): string {
	return words.replace(/\d+/g, '');
}

/** Describes an outage, so it can be noted. */
export function outageReason({ message, cause }: Error): Reason {
	return { words: message, cause };
}

type LoopLog = Record<'debug' | 'info' | 'warn', (fields: object, message: string) => void>;

/**
 * Returns a log for work that is tried again and again: it reports outages to `onOutage`, and logs
 * only other failures as warnings.
 */
export function notingOutages(log: LoopLog, onOutage: (outage: Error) => void): Pick<LoopLog, 'info' | 'warn'> {
	return {
		info: (fields, message) => log.info(fields, message),
		warn(fields, message) {
			const { err } = fields as { err?: unknown };
			if (!isOutage(err)) return log.warn(fields, message);
			log.debug({ ...fields, err: errorText(err) }, message);
			onOutage(err);
		},
	};
}

function causeOf(cause: unknown): string {
	const text = errorText(cause);
	return cause instanceof Error && cause.cause instanceof Error ? `${text} (${errorText(cause.cause)})` : text;
}
