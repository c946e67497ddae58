// Lets a few tasks run at a time, the others wait in order.

/** Runs a task when it is its turn. */
export type Turns = <T>(task: () => Promise<T>) => Promise<T>;

/** Creates turns for so many tasks at once. A task that fails gives up its turn like any other. */
export function createTurns(most: number): Turns {
	const waiting: (() => void)[] = [];
	let running = 0;
	// A place is handed on rather than given back, so that nobody who just came takes it.
	const giveUpPlace = () => {
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
			giveUpPlace();
		}
	};
}
