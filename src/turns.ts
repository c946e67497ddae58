// A queue in which senders take turns: each next item is of another sender, if others wait.

/** Items that wait, by their senders. */
export type Turns<T> = {
	add(sender: string, item: T): void;
	/** Takes the oldest item of the sender whose turn it is; undefined if nothing waits. */
	next(): T | undefined;
};

/** Creates an empty queue. */
export function createTurns<T>(): Turns<T> {
	// The sender whose turn it is comes first.
	const bySender = new Map<string, T[]>();
	return {
		add(sender, item) {
			const items = bySender.get(sender);
			if (items) items.push(item);
			else bySender.set(sender, [item]);
		},
		next() {
			const [turn] = bySender;
			if (turn === undefined) return undefined;
			const [sender, items] = turn;
			bySender.delete(sender);
			const item = items.shift();
			if (items.length > 0) bySender.set(sender, items);
			return item;
		},
	};
}
