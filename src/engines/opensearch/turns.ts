// Gives the right to write to one writer of all processes at a time, and takes it from one that has died; knows nothing of what is written.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { BrokerError } from '../../errors.ts';
import type { AgreedState, SeenState, StateKeeper } from './state.ts';

export type TurnTiming = {
	/** After so long without a sign of life a writer is taken for dead. */
	leaseMilliseconds: number;
	/** How long a turn is waited for. */
	waitMilliseconds: number;
};

/** The right to write, for as long as the work that it was given to runs. */
export type Turn = {
	/** Higher than that of every turn before. */
	readonly number: number;
	state(): AgreedState;
	/** Changes what is agreed on; fails with `unavailable` where the right has been lost. */
	change(changes: Partial<AgreedState>): Promise<void>;
	/** Changes what is agreed on and gives the right back, in one. */
	end(changes: Partial<AgreedState>): Promise<void>;
};

export type Turns = {
	/** Does something with the right to write; fails with `unavailable` where the turn does not come in time. */
	take<T>(work: (turn: Turn) => Promise<T>): Promise<T>;
	/** Resolves when what took turns before has ended. */
	idle(): Promise<void>;
};

const longestPollMilliseconds = 200;

/** Takes turns in the name of one handle. */
export function createTurns(keeper: StateKeeper, timing: TurnTiming): Turns {
	const owner = randomUUID();
	let last: Promise<unknown> = Promise.resolve();
	const run = async <T>(work: (turn: Turn) => Promise<T>): Promise<T> => {
		const turn = holdTurn(keeper, await acquire(keeper, owner, timing), timing.leaseMilliseconds);
		try {
			return await work(turn);
		} finally {
			await turn.release();
		}
	};
	return {
		take(work) {
			const turn = last.then(() => run(work));
			last = turn.catch(() => undefined);
			return turn;
		},
		idle: () => last.then(() => undefined),
	};
}

async function acquire(keeper: StateKeeper, owner: string, timing: TurnTiming): Promise<SeenState> {
	const deadline = performance.now() + timing.waitMilliseconds;
	const isDead = watchLease(timing.leaseMilliseconds);
	for (let pause = 4; ; pause = Math.min(pause * 2, longestPollMilliseconds)) {
		const seen = await keeper.read();
		// A turn of this handle that is not running can only be one whose end was not heard of.
		if (!seen.lease || seen.lease.owner === owner || isDead(seen)) {
			const changes = { turn: seen.turn + 1, lease: { owner, beat: 0 } };
			const taken = await keeper.change(seen, changes, false);
			if (taken) return taken;
		}
		if (performance.now() > deadline) {
			throw new BrokerError('unavailable', 'The search index is being written to by another process; try again.', {
				retryAfterSeconds: 5,
			});
		}
		await delay(pause * (0.5 + Math.random() / 2));
	}
}

// By this process's own clock alone: those of two machines may differ.
function watchLease(leaseMilliseconds: number): (state: AgreedState) => boolean {
	let watched = '';
	let since = 0;
	return ({ turn, lease }) => {
		const now = performance.now();
		const sign = `${turn} ${lease?.beat}`;
		if (sign !== watched) {
			watched = sign;
			since = now;
		}
		return now - since > leaseMilliseconds;
	};
}

function holdTurn(
	keeper: StateKeeper,
	acquired: SeenState,
	leaseMilliseconds: number,
): Turn & { release(): Promise<void> } {
	let seen = acquired;
	let lost = false;
	let writing: Promise<unknown> = Promise.resolve();
	const owns = ({ turn, lease }: AgreedState) => turn === acquired.turn && lease?.owner === acquired.lease?.owner;
	const write = async (changes: Partial<AgreedState>, patient: boolean): Promise<void> => {
		for (;;) {
			if (lost) throw lostTurn();
			const written = await keeper.change(seen, changes, patient);
			if (written) {
				seen = written;
				return;
			}
			// It may have been this turn's own change, whose answer did not arrive.
			const now = await keeper.read();
			if (changes.lease === null && now.turn === acquired.turn && now.lease === null) {
				seen = now;
				return;
			}
			lost = !owns(now);
			seen = now;
		}
	};
	const inOrder = (changes: () => Partial<AgreedState>, patient: boolean): Promise<void> => {
		const written = writing.then(() => write(changes(), patient));
		writing = written.catch(() => undefined);
		return written;
	};
	let beating = false;
	const beat = async () => {
		const { lease } = seen;
		if (!lease || beating) return;
		beating = true;
		// One that is not heard is made up for by the next.
		await inOrder(() => ({ lease: { ...lease, beat: lease.beat + 1 } }), false).catch(() => undefined);
		beating = false;
	};
	const heart = setInterval(() => void beat(), leaseMilliseconds / 4).unref();
	const end = (changes: Partial<AgreedState>) => {
		clearInterval(heart);
		return inOrder(() => ({ ...changes, lease: null }), true);
	};
	return {
		number: acquired.turn,
		state: () => seen,
		change: (changes) => inOrder(() => changes, true),
		end,
		async release() {
			clearInterval(heart);
			await writing;
			if (lost || !seen.lease) return;
			// Where the cluster is away just now, the next writer finds out that this one has gone.
			await inOrder(() => ({ lease: null }), false).catch(() => undefined);
		},
	};
}

function lostTurn(): BrokerError {
	return new BrokerError('unavailable', 'Another process has taken over the right to write to the search index.', {
		retryAfterSeconds: 5,
	});
}
