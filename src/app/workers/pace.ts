// Has those who submit wait a moment where much more waits to be applied; knows neither threads nor storage.
import { setTimeout as pause } from 'node:timers/promises';

/** Resolves when an answer may go out: at once, unless too much waits; then when less does, or it has been long enough. */
export type Pace = () => Promise<void>;

export type PaceOptions = {
	/** Tells how many bytes wait to be applied. */
	waitingBytes(): number;
	/** Answers something else whenever some of them were applied. */
	progress(): number;
	/** More than so many are too much (4 MiB, some 50,000 links). */
	mostBytes?: number;
	/** No answer waits longer (a fifth of a second). */
	longestMilliseconds?: number;
	/** Where nothing was applied for so long, answers wait for nothing: what waits may lie behind much else (2 s, in which what is applied at a time is done). */
	helplessMilliseconds?: number;
	/** It is looked at so often (every 10 ms). */
	pauseMilliseconds?: number;
};

/**
 * Creates what keeps pace. The thread that reads submissions is faster than the one that applies them, and takes the processor from it: of a million links over HTTP
 * the last quarter was applied when all were read, on one core alone, and what no longer fitted in memory was read twice.
 */
export function createPace({
	waitingBytes,
	progress,
	mostBytes = 1 << 22,
	longestMilliseconds = 200,
	helplessMilliseconds = 2_000,
	pauseMilliseconds = 10,
}: PaceOptions): Pace {
	let seen = progress();
	let appliedAt = Number.NEGATIVE_INFINITY;
	const helps = (): boolean => {
		const now = progress();
		if (now !== seen) appliedAt = performance.now();
		seen = now;
		return performance.now() < appliedAt + helplessMilliseconds;
	};
	return async () => {
		const until = performance.now() + longestMilliseconds;
		while (helps() && waitingBytes() > mostBytes && performance.now() < until) await pause(pauseMilliseconds);
	};
}
