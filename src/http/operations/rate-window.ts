// Counts how often something happened in the last minute.

type RateWindow = { add(amount: number): void; lastMinute(): number };

const windowSeconds = 60;

/** Creates a count; `clock` returns milliseconds since any moment. */
export function createRateWindow(clock: () => number): RateWindow {
	const amountBySecond = new Map<number, number>();
	const currentSecond = (): number => {
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
