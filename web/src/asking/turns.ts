// Limits how many tasks run at a time; the others wait in order.

/** Runs a task when it is its turn. */
export type Turns = <T>(task: () => Promise<T>) => Promise<T>;

/** Creates turns for at most so many tasks at once. A failed task frees its turn as well. */
export function createTurns(most: number): Turns {
	const waiting: (() => void)[] = [];
	let running = 0;
	// The place goes to the next waiting task, not to one that arrives just now.
	const releasePlace = () => {
		const next = waiting.shift();
		if (next) next();
		else running -= 1;
	};
	return async (task) => {
		if (running < most) running += 1;
		else await new Promise<void>((resolve) => waiting.push(resolve));
		try {
			return await task();
		} finally {
			releasePlace();
		}
	};
}
