// Overload: admits requests one after another, fairly, and refuses early what exceeds capacity.
//
// All requests begin in one thread. With little to do, they begin as they arrive. Requests that
// arrive during long work wait unread in their sockets, where they cannot be counted, so all of them
// are read first and then wait here. Senders take turns. A burst may wait for a while. If some
// requests always wait long, the longest wait is shortened, so that admitted requests are answered
// soon. The work of other threads and services is bounded by the number of concurrent requests. The
// queue is
//
//   idle ── one must wait ──> reading ── all that has come is read, or it took ──> working
//    ▲                           ▲       as long as the work before                  │ │
//    │                           └───────────── worked for 10 ms ────────────────────┘ │
//    └──────────────────────────────── none is waiting ────────────────────────────────┘
import assert from 'node:assert/strict';
import { BrokerError } from '../../errors.ts';

type Needs = {
	/** Maximum number of concurrent requests. One sender may have half of them. */
	mostRequests: number;
	/** Returns milliseconds since any moment. */
	clock(): number;
	/** Calls back when everything that has arrived so far was read. */
	afterReading(done: () => void): void;
};

type Waiting = { since: number; resolve(): void; reject(error: BrokerError): void };

/** A queue with shorter waits is not overloaded. */
const calmMilliseconds = 250;
/** A queue overloaded for longer than this is not a burst, and waits are shortened. */
const burstMilliseconds = 500;
/** The longest wait of a request, in a burst and otherwise. */
const longestInBurst = 2_000;
const longest = 1_000;
/** After this much work, requests that have arrived meanwhile are read. */
const workMilliseconds = 10;
/** Reading takes precedence for as long as the preceding work took, but at least for this long. */
const readingMilliseconds = 2;

/**
 * Creates the guard of a process. It admits a request when it is the turn of its sender, or fails
 * with `unavailable`. Call the returned function when the request has ended.
 */
export function createOverloadGuard({ mostRequests, clock, afterReading }: Needs) {
	const queue = createQueue(clock, afterReading);
	const underWay = new Map<string, number>();
	let all = 0;
	const leave = (sender: string): void => {
		all--;
		const left = (underWay.get(sender) ?? 1) - 1;
		if (left > 0) underWay.set(sender, left);
		else underWay.delete(sender);
	};
	return async (sender: string): Promise<() => void> => {
		const own = underWay.get(sender) ?? 0;
		if (own >= mostRequests / 2) throw tooMany('of this account or address');
		if (all >= mostRequests) throw tooMany('of all senders');
		underWay.set(sender, own + 1);
		all++;
		try {
			await queue.turnOf(sender);
		} catch (refused) {
			leave(sender);
			throw refused;
		}
		return () => leave(sender);
	};
}

/** `hasCome` is true if a request arrived since the sockets were last read. */
type Phase =
	| { name: 'idle' }
	| { name: 'reading'; since: number; mostMilliseconds: number; hasCome: boolean }
	| { name: 'working'; since: number; hasCome: boolean };

/** Creates the queue in which senders take turns. Requests that wait too long are refused. */
function createQueue(clock: () => number, afterReading: (done: () => void) => void) {
	// The sender whose turn it is comes first.
	const bySender = new Map<string, Waiting[]>();
	let phase: Phase = { name: 'idle' };
	let calmAt = Number.NEGATIVE_INFINITY;
	/** When the first request began since the sockets were last read. */
	let firstBegan: number | undefined;
	/** Returns whether no request waits and little work was begun since the sockets were read. */
	const hasTime = (): boolean => {
		const now = clock();
		if (firstBegan === undefined) {
			firstBegan = now;
			afterReading(() => {
				firstBegan = undefined;
			});
		}
		return phase.name === 'idle' && now - firstBegan <= workMilliseconds;
	};
	const refuseLate = (now: number): void => {
		const oldest = bySender.values().reduce((least, [first]) => Math.min(least, first?.since ?? now), now);
		if (now - oldest <= calmMilliseconds) calmAt = now;
		const most = now - calmAt > burstMilliseconds ? longest : longestInBurst;
		for (const [sender, waiting] of bySender) {
			while (waiting[0] && now - waiting[0].since > most) waiting.shift()?.reject(tooLate());
			if (waiting.length === 0) bySender.delete(sender);
		}
	};
	const takeNext = (): Waiting | undefined => {
		const [next] = bySender;
		if (next === undefined) return undefined;
		const [sender, waiting] = next;
		const taken = waiting.shift();
		bySender.delete(sender);
		if (waiting.length > 0) bySender.set(sender, waiting);
		return taken;
	};
	const read = (): void => {
		const now = clock();
		if (phase.name === 'working') {
			// The first call after work comes when the part done in this thread has finished.
			const mostMilliseconds = Math.max(readingMilliseconds, now - phase.since);
			phase = { name: 'reading', since: now, mostMilliseconds, hasCome: phase.hasCome };
		}
		assert.ok(phase.name === 'reading', 'Sockets are read before and after work');
		const goesOn = phase.hasCome && now - phase.since < phase.mostMilliseconds;
		phase.hasCome = false;
		if (goesOn) {
			afterReading(read);
			return;
		}
		phase = { name: 'working', since: now, hasCome: false };
		work();
	};
	const work = (): void => {
		assert.ok(phase.name === 'working', 'Requests are let in while working');
		const now = clock();
		if (now - phase.since > workMilliseconds) {
			afterReading(read);
			return;
		}
		refuseLate(now);
		const next = takeNext();
		if (next === undefined) {
			phase = { name: 'idle' };
			return;
		}
		next.resolve();
		// The immediate work of a request is done in microtasks; ticks come after all of them.
		queueMicrotask(() => process.nextTick(work));
	};
	return {
		/** Resolves when it is the sender's turn; undefined if it is immediately. */
		turnOf(sender: string): Promise<void> | undefined {
			if (hasTime()) return undefined;
			const { promise, resolve, reject } = Promise.withResolvers<void>();
			const waiting = bySender.get(sender) ?? [];
			const now = clock();
			waiting.push({ since: now, resolve, reject });
			bySender.set(sender, waiting);
			if (phase.name === 'idle') {
				phase = { name: 'reading', since: now, mostMilliseconds: readingMilliseconds, hasCome: true };
				afterReading(read);
			} else phase.hasCome = true;
			return promise;
		},
	};
}

const retryAfterSeconds = 2;

function tooMany(whose: string): BrokerError {
	const message = `Too many requests ${whose} are in progress (MAX_CONCURRENT_REQUESTS). Send the request again.`;
	return new BrokerError('unavailable', message, { retryAfterSeconds });
}

function tooLate(): BrokerError {
	const message = 'The broker is overloaded. Nothing was done. Send the request again.';
	return new BrokerError('unavailable', message, { retryAfterSeconds });
}
