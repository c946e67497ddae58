// Counts what happened in the last minute, in memory of fixed size; knows nothing of what happens.

/** Counts one kind of happening. */
export type MinuteCount = { add(amount: number): void; lastMinute(): number };

const seconds = 60;

/** Creates a count; `clock` tells milliseconds since any moment. */
export function createMinuteCount(clock: () => number): MinuteCount {
	const amounts = new Float64Array(seconds);
	let newest = Math.floor(clock() / 1_000);
	const moveOn = (): void => {
		const now = Math.floor(clock() / 1_000);
		// After a quiet minute all are from before it.
		for (let second = Math.max(newest + 1, now - seconds + 1); second <= now; second++) amounts[second % seconds] = 0;
		newest = Math.max(newest, now);
	};
	return {
		add(amount) {
			moveOn();
			const slot = newest % seconds;
			amounts[slot] = (amounts[slot] as number) + amount;
		},
		lastMinute() {
			moveOn();
			return amounts.reduce((sum, amount) => sum + amount, 0);
		},
	};
}
