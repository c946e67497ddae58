// Has those who submit wait a moment where much more waits to be applied; knows neither threads nor storage.
import { setTimeout as pause } from 'node:timers/promises';

/** Resolves when an answer may go out: at once, unless too much waited when it was last asked; then when less waits, or it has been long enough. */
export type Pace = () => Promise<void>;

export type PaceOptions = {
	/** Tells how many bytes wait to be applied; who fails counts as having nothing. */
	waitingBytes(): Promise<number>;
	/** More than so many are too much (4 MiB, some 50,000 links). */
	mostBytes?: number;
	/** No answer waits longer (half a second). */
	longestMilliseconds?: number;
	/** Where it became no less meanwhile, answers wait for nothing so long: what waits may lie behind much else (5 s). */
	helplessMilliseconds?: number;
	/** What was heard longer ago tells nothing: a burst may be long over (1 s). */
	freshMilliseconds?: number;
	/** It is asked again so often (every 10 ms). */
	pauseMilliseconds?: number;
};

/**
 * Creates what keeps pace. The thread that reads submissions is faster than the one that applies them, and takes the processor from it: of a million links over HTTP
 * the last quarter was applied when all were read, on one core alone, and what no longer fitted in memory was read twice. It was
 * 0.76 of a file's rate, and is 0.77 to 0.83.
 */
export function createPace({
	waitingBytes,
	mostBytes = 1 << 22,
	longestMilliseconds = 500,
	helplessMilliseconds = 5_000,
	freshMilliseconds = 1_000,
	pauseMilliseconds = 10,
}: PaceOptions): Pace {
	let heard = 0;
	let heardAt = 0;
	let asking = false;
	let helplessUntil = 0;
	// Nobody waits for the answer, which takes as long as whoever gives it is busy.
	const ask = async (): Promise<void> => {
		if (asking) return;
		asking = true;
		heard = await waitingBytes().catch(() => 0);
		heardAt = performance.now();
		asking = false;
	};
	const waiting = (): number => (performance.now() - heardAt < freshMilliseconds ? heard : 0);
	return async () => {
		const until = performance.now() + longestMilliseconds;
		void ask();
		if (performance.now() < helplessUntil) return;
		const before = waiting();
		while (waiting() > mostBytes && performance.now() < until) {
			await pause(pauseMilliseconds);
			void ask();
		}
		if (waiting() > mostBytes && waiting() >= before) helplessUntil = performance.now() + helplessMilliseconds;
	};
}
