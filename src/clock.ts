// The time, and pauses: all that background work knows of either. A simulation runs the same work
// on a clock of its own.
import { setImmediate as nextTick } from 'node:timers/promises';

export type Clock = {
	/** Tells the time in milliseconds since 1970. It may jump, forth and back: people set clocks. */
	now(): number;
	/** Tells milliseconds since any moment, whatever becomes of the time. */
	elapsed(): number;
	/**
	 * Resolves after so many milliseconds, whatever becomes of the time, or once the signal aborts.
	 */
	sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
	/** Lets everything else run that waits on this thread. */
	turn(): Promise<void>;
};

/** The clock of the machine. */
export const systemClock: Clock = {
	now: () => Date.now(),
	elapsed: () => performance.now(),
	sleep: (milliseconds, signal) =>
		new Promise((resolve) => {
			const wake = () => {
				clearTimeout(timer);
				signal?.removeEventListener('abort', wake);
				resolve();
			};
			const timer = setTimeout(wake, milliseconds);
			if (signal?.aborted) wake();
			else signal?.addEventListener('abort', wake);
		}),
	turn: nextTick,
};
