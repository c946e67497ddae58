// A process of the simulation: it lives, has a clock that may be wrong, and reaches the stores by
// calls that come late, fail, lose their answer, or are its last.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../src/clock.ts';
import { BrokerError } from '../../src/errors.ts';
import type { Random } from '../random.ts';
import type { Scheduler } from './scheduler.ts';

/** What may go wrong, as probabilities of each call of a store or statement in a transaction. */
export type Weather = {
	/** The call fails, and nothing is done. */
	fails: number;
	/** The call is done, and fails. */
	losesAnswer: number;
	/** The process ends, before the call or after it. */
	dies: number;
	/** The call takes minutes. */
	isSlow: number;
	/** A statement fails as no outage does. */
	breaks: number;
};

export const calm: Weather = { fails: 0, losesAnswer: 0, dies: 0, isSlow: 0, breaks: 0 };

/** What all processes of a simulation share. */
export type World = {
	scheduler: Scheduler;
	random: Random;
	weather: Weather;
	/** How many processes there have been. */
	processes: number;
	/** Stores that cannot be reached at all, by the first word of their calls. */
	unavailable: Set<string>;
	/** Notes what happens. */
	trace(line: string): void;
};

/** A machine keeps its clock when a process on it ends. */
export type Machine = { name: string; clockAhead: number };

export type SimulatedProcess = {
	readonly name: string;
	readonly isDead: boolean;
	readonly clock: Clock;
	/**
	 * Does a call of a store; `isReal` where it may need real time, during which nothing else moves.
	 */
	call<T>(what: string, work: () => Promise<T>, how?: { isReal: boolean }): Promise<T>;
	/** Does a statement inside a transaction: no other process comes between. */
	statement<T>(work: () => Promise<T>): Promise<T>;
	die(): void;
};

/** A failure that the simulation caused; `isDone`: whether the call had its effect. */
export class SimulatedFailure extends BrokerError {
	readonly isDone: boolean;

	constructor(what: string, isDone: boolean) {
		super('unavailable', `${what} failed, ${isDone ? 'but it was done' : 'and nothing was done'}.`);
		this.isDone = isDone;
	}
}

class Died extends Error {}

// When a simulation begins: any moment will do.
const beginning = Date.UTC(2026, 0, 15, 12);
const longest = 400_000;

/**
 * The calls that a piece of work is inside of: how many of them hold time still. What a process
 * waits for inside of a call fails when it dies, so that the store undoes what was begun; outside
 * of any, it waits for ever.
 */
const insideOf = new AsyncLocalStorage<{ holding: number }>();

/** Starts a process on a machine. */
export function startProcess(world: World, machine: Machine, name: string): SimulatedProcess {
	const { scheduler, random } = world;
	const owner = {};
	let isDead = false;
	const die = () => {
		isDead = true;
		world.trace(`${name} dies`);
		scheduler.cutOff(owner, new Died());
	};
	const alive = async <T>(work: () => Promise<T>): Promise<T> => {
		try {
			if (isDead) throw new Died();
			return await work();
		} catch (error) {
			if (!isDead) throw error;
			if (insideOf.getStore()) throw new Died();
			return new Promise<never>(() => undefined);
		}
	};
	const pause = (milliseconds: number, signal?: AbortSignal) =>
		scheduler.beside(insideOf.getStore()?.holding ?? 0, () => scheduler.wait(milliseconds, owner, signal));
	const latency = () => {
		if (random.happens(world.weather.isSlow)) return random.below(longest);
		return random.below(random.happens(0.05) ? 1_000 : 4);
	};
	const dieBefore = () => {
		if (!random.happens(world.weather.dies / 2)) return;
		die();
		throw new Died();
	};
	const doInside = <T>(work: () => Promise<T>, isReal: boolean): Promise<T> => {
		const holding = (insideOf.getStore()?.holding ?? 0) + (isReal ? 1 : 0);
		return insideOf.run({ holding }, isReal ? () => scheduler.during(work) : work);
	};
	return {
		name,
		get isDead() {
			return isDead;
		},
		clock: {
			now: () => beginning + Math.floor(scheduler.time) + machine.clockAhead,
			elapsed: () => scheduler.time,
			sleep: (milliseconds, signal) => alive(() => pause(milliseconds, signal)),
			turn: () => alive(() => pause(0)),
		},
		call: (what, work, { isReal } = { isReal: false }) =>
			alive(async () => {
				await pause(latency());
				dieBefore();
				const isUnavailable = world.unavailable.has(what.split('.')[0] as string);
				if (isUnavailable || random.happens(world.weather.fails)) throw new SimulatedFailure(what, false);
				const result = await doInside(work, isReal);
				world.trace(`${name} ${what}`);
				dieBefore();
				if (random.happens(world.weather.losesAnswer)) throw new SimulatedFailure(what, true);
				await pause(latency());
				return result;
			}),
		statement: (work) =>
			alive(async () => {
				dieBefore();
				if (random.happens(world.weather.fails / 10)) throw new SimulatedFailure('A statement', false);
				if (random.happens(world.weather.breaks)) throw new Error('disk I/O error');
				return work();
			}),
		die,
	};
}
