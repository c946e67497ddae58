// When the broker has more to do than it can: lets requests work one after another, fairly, and
// refuses early what comes too much.
//
// All requests begin in one thread. Where it has little to do, they begin as they come. What comes
// while it works for long waits unread in its sockets, where nobody sees how much it is; so all
// that has come is then read first, and waits here. The senders take turns. A burst may wait for a
// while; where some always wait long, none may wait that long any more, so that what is taken is
// answered soon. What other threads and services work on is bounded by the number of requests under
// way. The queue is
//
//   idle ── one must wait ──> reading ── all that has come is read, or it took ──> working
//    ▲                           ▲       as long as the work before                  │ │
//    │                           └───────────── worked for 10 ms ────────────────────┘ │
//    └──────────────────────────────── none waits any more ────────────────────────────┘
import assert from 'node:assert/strict';
import { BrokerError } from '../../errors.ts';

type Needs = {
	/** How many requests may be under way; one sender may have half of them. */
	mostRequests: number;
	/** Tells milliseconds since any moment. */
	clock(): number;
	/** Calls back when all that has come until now was read. */
	afterReading(done: () => void): void;
};

type Waiting = { since: number; resolve(): void; reject(error: BrokerError): void };

/** A queue in which none waits longer is no trouble. */
const calmMilliseconds = 250;
/** So long a queue may be in trouble before it is no burst, and is made shorter. */
const burstMilliseconds = 500;
/** No request waits longer in a burst, and in what is no burst. */
const longestInBurst = 2_000;
const longest = 1_000;
/** After so much work, what has come meanwhile is read. */
const workMilliseconds = 10;
/** Reading goes before working for as long as the work before took, and for so long at least. */
const readingMilliseconds = 2;

/**
 * Creates the guard of a process. It lets a request of a sender in when it is its turn; fails with
 * `unavailable`. What it answers is to be called when the request is over.
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

/** `hasCome` says that something has come to wait since sockets were looked at last. */
type Phase =
	| { name: 'idle' }
	| { name: 'reading'; since: number; mostMilliseconds: number; hasCome: boolean }
	| { name: 'working'; since: number; hasCome: boolean };

/** Creates the queue in which senders take turns; what waits too long is refused. */
function createQueue(clock: () => number, afterReading: (done: () => void) => void) {
	// The sender whose turn it is comes first.
	const bySender = new Map<string, Waiting[]>();
	let phase: Phase = { name: 'idle' };
	let calmAt = Number.NEGATIVE_INFINITY;
	/** When the first request began since sockets were read last. */
	let firstBegan: number | undefined;
	/** Tells that nobody waits, and that not much was begun since sockets were read. */
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
		const oldest = Math.min(now, ...bySender.values().map(([first]) => first?.since ?? now));
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
			// The first call after work comes when what of it is done in this thread is done.
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
		// What the request does at once is done in microtasks; ticks come behind all of them.
		queueMicrotask(() => process.nextTick(work));
	};
	return {
		/** Resolves when it is the sender's turn; undefined where it is at once. */
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
