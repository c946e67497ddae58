// Counts what happened in the last minute, in bounded memory; knows nothing of what happens.

/** Counts one kind of happening. */
                                                                             

const windowSeconds = 60;

/** Creates a count; `clock` tells milliseconds since any moment. */
export function createRateWindow(clock              )             {
	const amountBySecond = new Map                ();
	const currentSecond = ()         => {
		const current = Math.floor(clock() / 1_000);
		for (const second of amountBySecond.keys()) if (second <= current - windowSeconds) amountBySecond.delete(second);
		return current;
	};
	return {
		add(amount) {
			const second = currentSecond();
			amountBySecond.set(second, (amountBySecond.get(second) ?? 0) + amount);
		},
		lastMinute() {
			currentSecond();
			return amountBySecond.values().reduce((sum, amount) => sum + amount, 0);
		},
	};
}
