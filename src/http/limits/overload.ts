// Overload: admits requests one after another, fairly, and refuses early what exceeds capacity.
//
// All requests begin in one thread. With little to do, they begin as they arrive. Requests that
// arrive during long work wait unread in their sockets, where they cannot be counted, so all of them
// are read first and then wait here. Senders take turns. A burst may wait for a while. If some
// requests always wait long, the longest wait is shortened, so that admitted requests are answered
// soon. The work of other threads and services is bounded by the number of working requests
// (places.ts). Requests have places by what they need, so those that wait for a silent service hold
// none of the others. The queue is
//
//   idle ── one must wait ──> reading ── all that has come is read, or it took ──> working
//    ▲      or a place is        ▲       as long as the work before                  │ │
//    │      free again           └───────────── worked for 10 ms ────────────────────┘ │
//    └────────────────────── none is waiting, or none has a place ─────────────────────┘
//
// An admitted request works or rests. It rests while it waits for its client or for news: then it
// holds no place, and afterwards it queues for one.
//
//   queue ── its turn ──> working ── rest() ──> resting ── resume() ──> queue
//                            └──── leave() ────────┘
import assert from 'node:assert/strict';
import { BrokerError } from '../../errors.ts';
import type { CountedSender } from './admission.ts';
import { createPlaces, type Places, type Queued } from './places.ts';
import { createRests, type Resting, type Rests } from './rests.ts';

/** Names the services that a request needs: the records, the search index, both or neither. */
export type Needed = 'records' | 'index' | 'both' | 'nothing';

type Needs = {
	/** Maximum number of requests with the same needs that work at once. */
	mostRequests: number;
	/** Maximum number of requests that rest at once. */
	mostResting: number;
	/** Returns milliseconds since any moment. */
	clock(): number;
	/** Calls back when everything that has arrived so far was read. */
	afterReading(done: () => void): void;
	/** Calls back after so many milliseconds. */
	later(done: () => void, milliseconds: number): void;
};

/** The turn of a request that was admitted. */
export type Turn = {
	/**
	 * Gives the place back while `wait` waits, then queues for one. `end` must end the wait: it is called
	 * if another request needs the room. Fails with `too-many-requests` if the sender already has too
	 * many that wait.
	 */
	whileResting<T>(end: (reason: BrokerError) => void, wait: () => Promise<T>): Promise<T>;
	/** Gives the place back until the end, for an answer being sent. */
	restWithAnswer(cut: () => void): void;
	/** Works on an answer being sent, when it is its turn. */
	work<T>(task: () => Promise<T>): Promise<T>;
	/** Ends the turn. May be called again. */
	leave(): void;
};

/** A queue with shorter waits is not overloaded. */
const calmMilliseconds = 250;
/** A queue overloaded for longer than this is not a burst, and waits are shortened. */
const burstMilliseconds = 500;
/** The longest wait of a request, in a burst and otherwise. */
const longestInBurst = 2_000;
const longest = 1_000;
/** After this much work, requests that have arrived meanwhile are read. */
const workMilliseconds = 10;
/** The interval at which requests that wait for a place are checked. */
const lookMilliseconds = 50;
/** Reading takes precedence for as long as the preceding work took, but at least for this long. */
const readingMilliseconds = 2;

/**
 * Creates the guard of a process. `enter` resolves when it is the turn of a sender, or fails with
 * `unavailable`; `enterWithoutPlace` admits at once a request that never needs a place.
 */
export function createOverloadGuard({ mostRequests, mostResting, ...timing }: Needs) {
	const create = (): Line => ({
		places: createPlaces({ mostWorking: mostRequests, mostQueued: mostRequests }),
		calmAt: Number.NEGATIVE_INFINITY,
	});
	const lines: Record<Needed, Line> = { records: create(), index: create(), both: create(), nothing: create() };
	const queue = createQueue(Object.values(lines), timing);
	const rests = createRests(mostResting);
	return {
		async enter(sender: CountedSender, needed: Needed): Promise<Turn> {
			const line = lines[needed];
			await queue.turnOf(sender, { line, isNew: true });
			return createTurn(sender, rests, {
				resume: () => queue.turnOf(sender, { line, isNew: false }),
				pause() {
					line.places.end(sender);
					queue.placeIsFree();
				},
			});
		},
		enterWithoutPlace: (sender: CountedSender): Turn =>
			createTurn(sender, rests, { resume: () => undefined, pause: () => undefined }),
	};
}

/** `resume` takes a place, `pause` gives it back. */
type TakingPlaces = { resume(): Promise<void> | undefined; pause(): void };

function createTurn(sender: CountedSender, rests: Rests, { resume, pause }: TakingPlaces): Turn {
	let works = true;
	let resting: Resting | undefined;
	let isOver = false;
	const stopWorking = (): void => {
		if (works) pause();
		works = false;
	};
	const workAgain = async (): Promise<void> => {
		await resume();
		works = true;
		// The client may have left while its request was in the queue.
		if (isOver) stopWorking();
	};
	const stopResting = (): void => {
		if (resting) rests.end(sender, resting);
		resting = undefined;
	};
	return {
		async whileResting(end, wait) {
			resting = { isAnswer: false, end: () => end(makesWay()) };
			if (!rests.begin(sender, resting)) {
				resting = undefined;
				throw tooManyRest();
			}
			stopWorking();
			try {
				return await wait();
			} finally {
				await workAgain();
				stopResting();
			}
		},
		restWithAnswer(cut) {
			resting = { isAnswer: true, end: cut };
			rests.begin(sender, resting);
			stopWorking();
		},
		async work(task) {
			await workAgain();
			try {
				return await task();
			} finally {
				stopWorking();
			}
		},
		leave() {
			isOver = true;
			stopWorking();
			stopResting();
		},
	};
}

/** `hasCome` is true if a request arrived since the sockets were last read. */
type Phase =
	| { name: 'idle' }
	| { name: 'reading'; since: number; mostMilliseconds: number; hasCome: boolean }
	| { name: 'working'; since: number; hasCome: boolean };

/** The requests with the same needs, and when they last did not wait for long. */
type Line = { places: Places; calmAt: number };

/**
 * Creates the queue in which lines and senders take turns. New requests that wait too long are
 * refused.
 */
function createQueue(lines: Line[], { clock, afterReading, later }: Omit<Needs, 'mostRequests' | 'mostResting'>) {
	let phase: Phase = { name: 'idle' };
	let looks = false;
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
		for (const line of lines) {
			const { places } = line;
			if (now - (places.oldest() ?? now) <= calmMilliseconds) line.calmAt = now;
			const most = now - line.calmAt > burstMilliseconds ? longest : longestInBurst;
			for (const late of places.takeBefore(now - most)) late.refuse(tooLate());
		}
	};
	/** Takes the next request from the line that was served longest ago. */
	const takeNext = (): Queued | undefined => {
		for (const line of lines) {
			const next = line.places.next();
			if (next === undefined) continue;
			lines.splice(lines.indexOf(line), 1);
			lines.push(line);
			return next;
		}
		return undefined;
	};
	/** Refuses late requests even while no request of the queue may begin. */
	const look = (): void => {
		if (looks || lines.every(({ places }) => places.oldest() === undefined)) return;
		looks = true;
		later(() => {
			looks = false;
			refuseLate(clock());
			look();
		}, lookMilliseconds);
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
			look();
			return;
		}
		next.begin();
		// The immediate work of a request is done in microtasks; ticks come after all of them.
		queueMicrotask(() => process.nextTick(work));
	};
	const start = (): void => {
		if (phase.name === 'idle') {
			phase = { name: 'reading', since: clock(), mostMilliseconds: readingMilliseconds, hasCome: true };
			afterReading(read);
		} else phase.hasCome = true;
	};
	return {
		/**
		 * Resolves when the sender has its turn and a place; undefined if it has them immediately. Only a
		 * new request can be refused.
		 */
		turnOf(
			sender: CountedSender,
			{ line: { places }, isNew }: { line: Line; isNew: boolean },
		): Promise<void> | undefined {
			if (hasTime() && places.tryBegin(sender)) return undefined;
			const { promise, resolve, reject } = Promise.withResolvers<void>();
			const queued: Queued = { since: clock(), isNew, begin: resolve, refuse: reject };
			places.enqueue(sender, queued)?.refuse(tooMany());
			start();
			return promise;
		},
		/** Lets the next request begin after another one has given its place back. */
		placeIsFree(): void {
			if (lines.some(({ places }) => places.hasQueued())) start();
		},
	};
}

const retryAfterSeconds = 2;

function tooMany(): BrokerError {
	const message =
		'Too many requests are in progress (MAX_CONCURRENT_REQUESTS), and this account or address has the most of ' +
		'those that wait for their turn. Nothing was done. Send the request again.';
	return new BrokerError('unavailable', message, { retryAfterSeconds });
}

function tooLate(): BrokerError {
	const message = 'The broker is overloaded. Nothing was done. Send the request again.';
	return new BrokerError('unavailable', message, { retryAfterSeconds });
}

function tooManyRest(): BrokerError {
	const message =
		'Too many requests of this account or address wait for their bodies, for new changes or until their ' +
		'answers are read (MAX_WAITING_REQUESTS). Nothing was done. Send the request again when an earlier one ' +
		'has ended.';
	return new BrokerError('too-many-requests', message, { retryAfterSeconds: restRetryAfterSeconds });
}

/** Long polls take half a minute at most. */
const restRetryAfterSeconds = 30;

function makesWay(): BrokerError {
	const message =
		'Too many requests wait for their bodies (MAX_WAITING_REQUESTS), and this one made way for another ' +
		'sender. Nothing was done. Send the request again.';
	return new BrokerError('unavailable', message, { retryAfterSeconds });
}
