// When the broker has more to do than it can: refuses early what comes too much, so that what it
// takes is answered as soon as ever. It knows no request, only whose it is.
//
// All requests are handled in one thread. What comes while it works waits unread in its sockets and
// is then read in one go, a turn of the event loop. A long turn now and then is a burst; where all
// turns of a second were long, more comes than can be done, and a turn takes no more work than
// `turnMilliseconds`. What other threads or services work on does not lengthen a turn: there the
// number of requests under way is bounded.
import { BrokerError } from '../../errors.ts';

/** Takes a request of a sender; fails with `unavailable`. The answer is to be called at its end. */
export type Overload = (sender: string) => () => void;

type Needs = {
	/** How many requests may be under way; one sender may have half of them. */
	mostRequests: number;
	/** Tells milliseconds since any moment. */
	clock(): number;
	/** Calls back when the turn of the event loop is over. */
	afterTurn(done: () => void): void;
};

const turnMilliseconds = 100;
/** Turns that were long for so long are no burst. */
const burstMilliseconds = 1_000;
/** Between turns that follow closely there was no time to rest. */
const restMilliseconds = 5;
/** Who has done nothing yet in a turn is taken up to so many times its length. */
const quietTurns = 5;

/** Creates the guard of a process. */
export function createOverloadGuard({ mostRequests, clock, afterTurn }: Needs): Overload {
	const turn = watchTurns(clock, afterTurn);
	const underWay = new Map<string, number>();
	let all = 0;
	return (sender) => {
		const own = underWay.get(sender) ?? 0;
		if (own >= mostRequests / 2) throw tooMany('of this account or address');
		if (all >= mostRequests) throw tooMany('of everybody');
		if (!turn.takes(sender)) throw new BrokerError('unavailable', overloaded, { retryAfterSeconds });
		underWay.set(sender, own + 1);
		all++;
		let isOver = false;
		return () => {
			if (isOver) return;
			isOver = true;
			all--;
			const left = (underWay.get(sender) ?? 1) - 1;
			if (left > 0) underWay.set(sender, left);
			else underWay.delete(sender);
		};
	};
}

/**
 * Shares the turns of the event loop. The time from one request to the next is what the first one
 * cost; refused ones cost nobody. One sender may use half of a turn.
 */
function watchTurns(clock: () => number, afterTurn: (done: () => void) => void): { takes(sender: string): boolean } {
	const spent = new Map<string, number>();
	let ofAll = 0;
	let inTurn = false;
	let refused = false;
	let startedAt = 0;
	let endedAt = Number.NEGATIVE_INFINITY;
	let restedAt = Number.NEGATIVE_INFINITY;
	let working: { sender: string; since: number } | undefined;
	const settle = (now: number): void => {
		if (!working) return;
		const cost = now - working.since;
		spent.set(working.sender, (spent.get(working.sender) ?? 0) + cost);
		ofAll += cost;
		working = undefined;
	};
	const end = (): void => {
		endedAt = clock();
		if (!refused && endedAt - startedAt < turnMilliseconds) restedAt = endedAt;
		spent.clear();
		ofAll = 0;
		working = undefined;
		inTurn = false;
		refused = false;
	};
	const begin = (now: number): void => {
		inTurn = true;
		startedAt = now;
		if (now - endedAt > restMilliseconds) restedAt = now;
		afterTurn(end);
	};
	return {
		takes(sender) {
			const now = clock();
			if (!inTurn) begin(now);
			settle(now);
			const own = spent.get(sender) ?? 0;
			const isFair = own < turnMilliseconds / 2 && ofAll < turnMilliseconds;
			const isQuiet = own === 0 && ofAll < quietTurns * turnMilliseconds;
			const isTaken = now - restedAt < burstMilliseconds || isFair || isQuiet;
			if (isTaken) working = { sender, since: now };
			else refused = true;
			return isTaken;
		},
	};
}

const retryAfterSeconds = 2;
const overloaded = 'The broker has more to do than it can at the moment. Send the request again.';

function tooMany(whose: string): BrokerError {
	const message = `Too many requests ${whose} are under way at once (MAX_CONCURRENT_REQUESTS). Send it again.`;
	return new BrokerError('unavailable', message, { retryAfterSeconds });
}
