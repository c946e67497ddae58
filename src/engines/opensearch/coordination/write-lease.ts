// Gives the right to write to one process at a time, and takes it from one that has died.
//
//          acquire: number + 1              no renewal for a whole lease: B acquires, number + 1
//   free ─────────────────────▶ held by A ─────────────────────────────────▶ held by B
//    ▲                            │  ▲ │
//    │                            │  └─┘ renew, four times a lease: renewals + 1
//    └─────── end, release ───────┘
//
// Processes that find it held wait in a queue, which is a part of the agreed state. The first of it
// acquires the lease next, unless it does not respond, for example because it has died.
//
// A notices that its lease is lost when it changes the agreed state next, which compares and swaps,
// and when it writes documents, whose version is the number of the lease: both fail with
// `unavailable`.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { BrokerError } from '../../../errors.ts';
import { leaseLost } from '../cluster/failures.ts';
import type { AgreedState, SeenState, StateKeeper } from './agreed-state.ts';

export type LeaseTiming = {
	/** A process that has not renewed its lease for this long is considered dead. */
	leaseMilliseconds: number;
	/** How long a process waits where no lease ends. */
	waitMilliseconds: number;
};

export type WriteLeases = ReturnType<typeof createWriteLeases>;

/** Acquires leases for one handle of the index. */
export function createWriteLeases(keeper: StateKeeper, timing: LeaseTiming) {
	const owner = randomUUID();
	let last: Promise<unknown> = Promise.resolve();
	return {
		/**
		 * Runs `work` with the lease, after all earlier calls of this handle, and after the processes
		 * that wait for it already. Fails with `unavailable` where another process does not release the
		 * lease in time, and with the reason of `signal` where that is aborted before.
		 */
		run<T>(work: (lease: WriteLease) => Promise<T>, signal?: AbortSignal): Promise<T> {
			const done = last.then(async () => {
				const acquired = await acquire(keeper, owner, timing, signal);
				assert.equal(acquired.lease?.owner, owner, 'the acquiring process has the lease');
				const lease = holdLease(keeper, acquired, timing.leaseMilliseconds);
				return work(lease).finally(() => lease.release());
			});
			last = done.catch(() => undefined);
			return done;
		},
		/** Resolves when all calls of this handle have ended. */
		async idle(): Promise<void> {
			await last;
		},
	};
}

// The first in the queue checks often; the others would only be in its way.
const longestPauseMilliseconds = { first: 20, others: 200 };
/** The first in the queue is skipped if it leaves a free lease for this long. */
const turnMilliseconds = 2_000;

async function acquire(
	keeper: StateKeeper,
	owner: string,
	timing: LeaseTiming,
	signal: AbortSignal | undefined,
): Promise<SeenState> {
	const isDead = watch(timing.leaseMilliseconds);
	const isAbsent = watch(turnMilliseconds);
	const isStuck = watch(timing.waitMilliseconds);
	for (let pause = 4; ; pause *= 2) {
		const seen = await keeper.read();
		const { lease, leaseNumber, queue } = seen;
		const [first = owner] = queue;
		if (signal?.aborted || isStuck(`${leaseNumber}`)) {
			await leaveQueue(keeper, owner, seen);
			throw signal?.aborted ? signal.reason : takesTooLong();
		}
		// A lease of this handle is one whose release did not arrive: here, none of its work runs.
		const isFree = !lease || lease.owner === owner || isDead(`${leaseNumber} ${lease.renewals}`);
		if (isFree && (first === owner || isAbsent(`${leaseNumber} ${first}`))) {
			const left = queue.filter((one) => one !== owner && one !== first);
			const changes = { leaseNumber: leaseNumber + 1, lease: { owner, renewals: 0 }, queue: left };
			// A retry may find its own earlier success: a lease of this owner is taken over.
			const acquired = await keeper.change(seen, changes);
			if (acquired) return acquired;
		} else if (!queue.includes(owner)) {
			await keeper.change(seen, { queue: [...queue, owner] }, { retry: false });
		}
		const longest = first === owner ? longestPauseMilliseconds.first : longestPauseMilliseconds.others;
		pause = Math.min(pause, longest);
		// Once it is aborted, the queue is left.
		await delay(pause * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
	}
}

function takesTooLong(): BrokerError {
	return new BrokerError('unavailable', 'The search index is being written to by another process; try again.', {
		retryAfterSeconds: 5,
	});
}

/** Leaves the queue; where that fails, the others skip this process when its turn comes. */
async function leaveQueue(keeper: StateKeeper, owner: string, seen: SeenState): Promise<void> {
	let state: SeenState | undefined = seen;
	while (state?.queue.includes(owner)) {
		const queue = state.queue.filter((one) => one !== owner);
		if (await keeper.change(state, { queue }, { retry: false }).catch(() => seen)) return;
		state = await keeper.read().catch(() => undefined);
	}
}

/**
 * Whether a watched value has been the same for this long, by this process's clock: others may
 * differ.
 */
function watch(milliseconds: number): (seen: string) => boolean {
	let watched: string | undefined;
	let since = 0;
	return (seen) => {
		const now = performance.now();
		if (seen !== watched) {
			watched = seen;
			since = now;
		}
		return now - since > milliseconds;
	};
}

export type WriteLease = Omit<ReturnType<typeof holdLease>, 'release'>;

function holdLease(keeper: StateKeeper, acquired: SeenState, leaseMilliseconds: number) {
	const number = acquired.leaseNumber;
	let seen = acquired;
	let phase: 'held' | 'ending' = 'held';
	let last: Promise<unknown> = Promise.resolve();

	const isLost = () => seen.leaseNumber !== number;
	const compareAndSwap = async (changes: Partial<AgreedState>, options: { retry: boolean }): Promise<void> => {
		while (!isLost()) {
			const changed = await keeper.change(seen, changes, options);
			seen = changed ?? (await keeper.read());
			// Without a response the change may have arrived all the same. Repeating it is harmless, but
			// the change that releases the lease cannot be repeated.
			if (changed || (!isLost() && !seen.lease)) return;
		}
		throw leaseLost();
	};
	// One change at a time: each builds on the state that the one before has left.
	const change = (changes: Partial<AgreedState>, options = { retry: true }): Promise<void> => {
		const changed = last.then(() => compareAndSwap(changes, options));
		last = changed.catch(() => undefined);
		return changed;
	};
	const renew = async () => {
		if (phase === 'ending' || !seen.lease) return;
		const lease = { ...seen.lease, renewals: seen.lease.renewals + 1 };
		// The next renewal makes up for a failed one.
		await change({ lease }, { retry: false }).catch(() => undefined);
		if (phase === 'held') timer.refresh();
	};
	const timer = setTimeout(() => void renew(), leaseMilliseconds / 4).unref();
	const stopRenewing = () => {
		phase = 'ending';
		clearTimeout(timer);
	};
	return {
		/** Is higher than that of every lease before. */
		number,
		state: (): AgreedState => seen,
		/** Changes the agreed state; fails with `unavailable` where the lease is lost. */
		change(changes: Partial<AgreedState>): Promise<void> {
			assert.equal(phase, 'held', 'a released lease changes nothing');
			return change(changes);
		},
		/** Changes the agreed state and releases the lease, in one step. */
		end(changes: Partial<AgreedState>): Promise<void> {
			assert.equal(phase, 'held', 'a lease ends once');
			stopRenewing();
			return change({ ...changes, lease: null });
		},
		async release(): Promise<void> {
			stopRenewing();
			await last;
			if (isLost() || !seen.lease) return;
			// Where the cluster is unavailable, the next process sees that the lease is no longer
			// renewed.
			await change({ lease: null }, { retry: false }).catch(() => undefined);
		},
	};
}
