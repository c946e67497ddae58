// Has a thread collect its garbage while little of what it holds is alive: between two pieces of work, and when it rests; knows nothing of what the thread does.
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

export type GarbageCollector = {
	/**
	 * To be called between two pieces of work (submissions, events, rounds of marks). In the midst of one V8 would find alive what is garbage a moment later, copy it twice, and keep it
	 * among the old objects until it collects these, too.
	 */
	betweenPieces(): void;
};

export type GarbageOptions = {
	/** The room of this thread for young objects, in MiB: so much garbage, one and a half times, may lie about. */
	youngMebibytes: number;
	/** How often it is looked whether the thread rests (every second). */
	lookMilliseconds?: number;
};

/** Less is not worth a look: it takes 0.2 ms where nothing is alive. */
const leastBytes = 2 << 20;
/** A thread that works for less between two looks rests: to look now and then for something to do takes less. */
const restMilliseconds = 5;
/** What a thread that rests may hold more than when it last gave something back, before that is worth up to 30 ms of a processor. */
const leastGivenBack = 8 << 20;

/** Leaves garbage to V8. */
export const leaveGarbage: GarbageCollector = { betweenPieces: () => undefined };

/**
 * Creates what collects the garbage of this thread between pieces of work, and gives all memory that is not in use back when it rests. Without it a server that took a million links over HTTP took 400
 * instead of 270 MiB, and 1 s more of a processor. Where Node.js was not started with --expose-gc (bin/link-broker.js does so), garbage is left to V8.
 */
export function createGarbageCollector({ youngMebibytes, lookMilliseconds = 1_000 }: GarbageOptions): GarbageCollector {
	const { gc } = globalThis;
	if (!gc) return leaveGarbage;
	const mostBytes = 1.5 * youngMebibytes * 2 ** 20;
	const usedBytes = () => getHeapStatistics().used_heap_size;
	const heldBytes = () => getHeapStatistics().total_heap_size;
	let before = usedBytes();
	let alive = before;
	const collect = (options: { type: 'minor' | 'major'; flavor?: 'last-resort' }) => {
		gc({ ...options, execution: 'sync' });
		before = usedBytes();
		if (options.type === 'major') alive = before;
	};
	let turns = performance.eventLoopUtilization();
	let heldAtRest = 0;
	setInterval(() => {
		const now = performance.eventLoopUtilization();
		const { active } = performance.eventLoopUtilization(now, turns);
		turns = now;
		if (active >= restMilliseconds || heldBytes() < heldAtRest + leastGivenBack) return;
		// Gives back the room for young objects, too.
		collect({ type: 'major', flavor: 'last-resort' });
		heldAtRest = heldBytes();
	}, lookMilliseconds).unref();
	return {
		betweenPieces() {
			const used = usedBytes();
			// V8 has collected, or what was alive in the midst of a transaction is not any more.
			before = Math.min(before, used);
			alive = Math.min(alive, used);
			if (used < before + leastBytes) return;
			collect({ type: 'minor' });
			if (before > alive + mostBytes) collect({ type: 'major' });
		},
	};
}
