// The time and pauses of background work. A simulation replaces this clock.
import { setImmediate as nextTick } from 'node:timers/promises';

export type Clock = {
	/** Returns the time in milliseconds since 1970. It may jump when somebody sets the clock. */
	now(): number;
	/** Returns milliseconds since any moment, unaffected by changes of the time. */
	elapsed(): number;
	/** Resolves after this many milliseconds, or when the signal aborts. */
	sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
	/** Lets other work that waits on this thread run. */
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
