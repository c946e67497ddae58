// A queue of work in which senders take turns, each with its cheapest work first. Pure; no clock.

/** Work of a sender; a higher cost takes longer. */
export type Work = { sender: string; cost: number };

type Held<W extends Work> = {
	/** The turn of its next work. Turns with lower numbers come first. */
	turn: number;
	/** The cheapest first. */
	waiting: W[];
	working: number;
};

/** Creates an empty queue. */
export function createFairQueue<W extends Work>() {
	const senders = new Map<string, Held<W>>();
	/** The turn of senders that come now. */
	let turn = 0;
	let takenInTurn = 0;
	let size = 0;
	/**
	 * Removes senders without work. A sender that had its turn early is kept until that turn has
	 * come.
	 */
	const removeIdle = (): void => {
		for (const [sender, { waiting, working, turn: next }] of senders) {
			if (waiting.length === 0 && working === 0 && (next <= turn || size === 0)) senders.delete(sender);
		}
	};
	/**
	 * Begins the next turn after a sender of that turn was served, or after more work than senders
	 * wait: senders that come later must not always be served first.
	 */
	const advance = (served: number): void => {
		takenInTurn++;
		const waiting = senders.values().reduce((count, held) => count + Number(held.waiting.length > 0), 0);
		if (served <= turn && (waiting === 0 || takenInTurn <= waiting)) return;
		turn = served > turn ? served : turn + 1;
		takenInTurn = 0;
	};
	const remove = (work: W): void => {
		const waiting = senders.get(work.sender)?.waiting ?? [];
		const at = waiting.indexOf(work);
		if (at === -1) return;
		waiting.splice(at, 1);
		size--;
		removeIdle();
	};
	return {
		size: (): number => size,
		/** Adds work, behind cheaper work of its sender and earlier work of the same cost. */
		add(work: W): void {
			const held = senders.get(work.sender) ?? { turn, waiting: [], working: 0 };
			senders.set(work.sender, held);
			const before = held.waiting.findIndex(({ cost }) => cost > work.cost);
			held.waiting.splice(before === -1 ? held.waiting.length : before, 0, work);
			size++;
		},
		/** Removes waiting work. */
		remove,
		/**
		 * Takes the next work that costs at most so much: of the lowest turn, the cheapest. Call `done`
		 * when it has ended.
		 */
		next(mostCost: number): W | undefined {
			let best: Held<W> | undefined;
			let next: W | undefined;
			for (const held of senders.values()) {
				const [work] = held.waiting;
				if (work === undefined || work.cost > mostCost) continue;
				const isBefore =
					best === undefined ||
					next === undefined ||
					held.turn < best.turn ||
					(held.turn === best.turn && work.cost < next.cost);
				if (isBefore) [best, next] = [held, work];
			}
			if (best === undefined || next === undefined) return undefined;
			best.working++;
			const served = Math.max(turn, best.turn);
			best.turn = served + 1;
			remove(next);
			advance(served);
			return next;
		},
		done({ sender }: Pick<W, 'sender'>): void {
			const held = senders.get(sender);
			if (held) held.working--;
			removeIdle();
		},
		/**
		 * Returns the waiting work to refuse if there is too much: the costliest of the sender with the
		 * most.
		 */
		dearestOfMost(newest: W): W {
			let most = senders.get(newest.sender);
			for (const held of senders.values()) if (held.waiting.length > (most?.waiting.length ?? 0)) most = held;
			return most?.waiting.at(-1) ?? newest;
		},
		/** Returns whether work of another sender waits. */
		hasOthers: (sender: string): boolean =>
			senders.entries().some(([name, { waiting }]) => name !== sender && waiting.length > 0),
	};
}
