// Has SQLite give back the pages that it keeps at hand once nobody has used them for a while; knows no tables and no driver.

// Between two transactions of a load pass some milliseconds; whoever submits now and then reads the pages again, from the system's memory.
const restMilliseconds = 1_000;

export type PagesAtHand = {
	/** Hears that the connection is at work. */
	inUse(): void;
	/** Hears that the work is done. */
	rests(): void;
	/** Hears that the connection is about to be closed. */
	end(): void;
};

/**
 * Creates what frees the pages of a connection, 32 MB in the thread that keeps the records, when it has rested for a second: while the index is built,
 * or nobody submits, they are of no use. Where freed memory goes is another matter (native-memory.ts).
 */
export function createPagesAtHand(execute: (sql: string) => void, milliseconds = restMilliseconds): PagesAtHand {
	let timer: NodeJS.Timeout | undefined;
	let ended = false;
	return {
		inUse: () => clearTimeout(timer),
		rests() {
			clearTimeout(timer);
			if (ended) return;
			timer = setTimeout(() => execute('pragma shrink_memory'), milliseconds).unref();
		},
		end() {
			ended = true;
			clearTimeout(timer);
		},
	};
}
