// Gives the right to write to one process at a time, and takes it from one that has died; does not
// know what is written.
//
//          acquire: number + 1              no renewal for a whole lease: B acquires, number + 1
//   free ─────────────────────▶ held by A ─────────────────────────────────▶ held by B
//    ▲                            │  ▲ │
//    │                            │  └─┘ renew, four times a lease: renewals + 1
//    └─────── end, release ───────┘
//
// A notices that its lease is lost when it changes the agreed state next, which compares and swaps,
// and when it writes documents, whose version is the number of the lease: both fail with
// `unavailable`.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { BrokerError } from '../../../errors.ts';
import { leaseLost } from '../cluster/failures.ts';
import type { AgreedState, SeenState, StateKeeper } from './agreed-state.ts';

export type LeaseTiming = {
	/** A process that has not renewed its lease for so long is taken for dead. */
	leaseMilliseconds: number;
	/** How long a process waits for the lease of another one. */
	waitMilliseconds: number;
};

/** The right to write. */
export type WriteLease = {
	/** Is higher than that of every lease before. */
	readonly number: number;
	state(): AgreedState;
	/** Changes the agreed state; fails with `unavailable` where the lease is lost. */
	change(changes: Partial<AgreedState>): Promise<void>;
	/** Changes the agreed state and releases the lease, in one step. */
	end(changes: Partial<AgreedState>): Promise<void>;
};

export type WriteLeases = {
	/**
	 * Runs `work` with the lease, after all that this handle was asked to run before. Fails with
	 * `unavailable` where another process does not release the lease in time.
	 */
	run<T>(work: (lease: WriteLease) => Promise<T>): Promise<T>;
	/** Resolves when all that this handle was asked to run has ended. */
	idle(): Promise<void>;
};

/** Acquires leases for one handle of the index. */
export function createWriteLeases(keeper: StateKeeper, timing: LeaseTiming): WriteLeases {
	const owner = randomUUID();
	let last: Promise<unknown> = Promise.resolve();
	return {
		run(work) {
			const done = last.then(async () => {
				const lease = holdLease(keeper, await acquire(keeper, owner, timing), timing.leaseMilliseconds);
				return work(lease).finally(() => lease.release());
			});
			last = done.catch(() => undefined);
			return done;
		},
		async idle() {
			await last;
		},
	};
}

const longestPauseMilliseconds = 200;

async function acquire(keeper: StateKeeper, owner: string, timing: LeaseTiming): Promise<SeenState> {
	const deadline = performance.now() + timing.waitMilliseconds;
	const isDead = watchRenewals(timing.leaseMilliseconds);
	for (let pause = 4; ; pause = Math.min(pause * 2, longestPauseMilliseconds)) {
		const seen = await keeper.read();
		// A lease of this handle is one whose release did not arrive: here, none of its work runs.
		if (!seen.lease || seen.lease.owner === owner || isDead(seen)) {
			const changes = { leaseNumber: seen.leaseNumber + 1, lease: { owner, renewals: 0 } };
			const acquired = await keeper.change(seen, changes, { retry: false });
			if (acquired) return acquired;
		}
		if (performance.now() > deadline) {
			throw new BrokerError('unavailable', 'The search index is being written to by another process; try again.', {
				retryAfterSeconds: 5,
			});
		}
		await delay(pause * (0.5 + Math.random() / 2));
	}
}

/**
 * Tells whether a lease has not been renewed for its whole length, by this process's clock: others
 * may differ.
 */
function watchRenewals(leaseMilliseconds: number): (state: AgreedState) => boolean {
	let watched = '';
	let since = 0;
	return ({ leaseNumber, lease }) => {
		const now = performance.now();
		const renewal = `${leaseNumber} ${lease?.renewals}`;
		if (renewal !== watched) {
			watched = renewal;
			since = now;
		}
		return now - since > leaseMilliseconds;
	};
}

function holdLease(
	keeper: StateKeeper,
	acquired: SeenState,
	leaseMilliseconds: number,
): WriteLease & { release(): Promise<void> } {
	const number = acquired.leaseNumber;
	let seen = acquired;
	let isEnding = false;
	let last: Promise<unknown> = Promise.resolve();

	const isLost = () => seen.leaseNumber !== number;
	const compareAndSwap = async (changes: Partial<AgreedState>, options: { retry: boolean }): Promise<void> => {
		while (!isLost()) {
			const changed = await keeper.change(seen, changes, options);
			seen = changed ?? (await keeper.read());
			// Without an answer the change may have arrived all the same. To repeat it does no harm, but
			// what releases the lease cannot be repeated.
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
		if (isEnding || !seen.lease) return;
		const lease = { ...seen.lease, renewals: seen.lease.renewals + 1 };
		// A renewal that fails is made up for by the next.
		await change({ lease }, { retry: false }).catch(() => undefined);
		if (!isEnding) timer.refresh();
	};
	const timer = setTimeout(() => void renew(), leaseMilliseconds / 4).unref();
	const stopRenewing = () => {
		isEnding = true;
		clearTimeout(timer);
	};
	return {
		number,
		state: () => seen,
		change,
		end(changes) {
			stopRenewing();
			return change({ ...changes, lease: null });
		},
		async release() {
			stopRenewing();
			await last;
			if (isLost() || !seen.lease) return;
			// Where the cluster is away, the next process sees that the lease is not renewed any more.
			await change({ lease: null }, { retry: false }).catch(() => undefined);
		},
	};
}
