// Has answers that become ready in one turn of the event loop sent together; knows no answer.

// Longer than that no answer waits for what came with it, but for the one that is being made.
const longestMilliseconds = 1;

/**
 * Makes what waits until this turn of the event loop is over, or has lasted for a millisecond. Sent one by one, between searches, each answer wakes a
 * client (or a proxy) of the same machine from its sleep: that took a fifth of a search, and a fourth or more of an answer that was kept.
 */
export function createTurnEnd(now: () => number = () => performance.now()): () => Promise<void> {
	let waiting: { promise: Promise<void>; resolve(): void; since: number } | undefined;
	const send = () => {
		waiting?.resolve();
		waiting = undefined;
	};
	return () => {
		if (waiting === undefined) {
			waiting = { ...Promise.withResolvers<void>(), since: now() };
			setImmediate(send);
		}
		const { promise, since } = waiting;
		if (now() - since > longestMilliseconds) send();
		return promise;
	};
}
