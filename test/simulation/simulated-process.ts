// A process of the simulation: it lives, has a clock that may be wrong, and reaches the stores by
// calls that come late, fail, are never answered, do a part of their work, or are its last.
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
	/** No answer comes within the time limit, whether the call is done or not. */
	isSilent: number;
	/** The call does a part of its items, and fails. */
	isPartial: number;
	/** A statement fails as no outage does. */
	breaks: number;
};

export const calm: Weather = { fails: 0, losesAnswer: 0, dies: 0, isSlow: 0, isSilent: 0, isPartial: 0, breaks: 0 };

/** What befalls all calls of a store for a while: failures, no answers, or late ones. */
export type Incident = 'outage' | 'silence' | 'slowness';

/** What all processes of a simulation share. */
export type World = {
	scheduler: Scheduler;
	random: Random;
	weather: Weather;
	/** How many processes there have been. */
	processes: number;
	/** What befalls each store at present, by the first word of their calls. */
	incidents: Map<string, Incident>;
	/** How long a process waits for an answer. */
	timeLimitMilliseconds: number;
	/** Notes what happens. */
	trace(line: string): void;
	/** What happened that must never happen. */
	faults: string[];
};

type CallOptions = {
	/** It may need real time, during which nothing else moves. */
	isReal?: boolean;
	/** Does a part of the work, where it has several items. */
	inPart?: () => Promise<unknown>;
};

/**
 * A machine keeps its clock when a process on it ends. `version` is the position in Data.versions of
 * the program that is installed.
 */
export type Machine = { name: string; clockAhead: number; version: number };

export type SimulatedProcess = {
	readonly name: string;
	readonly isDead: boolean;
	readonly clock: Clock;
	/** Does a call of a store. */
	call<T>(what: string, work: () => Promise<T>, how?: CallOptions): Promise<T>;
	/** Does a statement inside a transaction: no other process comes between. */
	statement<T>(work: () => Promise<T>): Promise<T>;
	die(): void;
};

/** A failure that the simulation caused, and how much of the call was done. */
export class SimulatedFailure extends BrokerError {
	readonly done: 'nothing' | 'a part' | 'all';

	constructor(what: string, done: SimulatedFailure['done']) {
		super('unavailable', `${what} failed; ${done} of it was done.`);
		this.done = done;
	}
}

class Died extends Error {}

// When a simulation begins: any moment will do.
const beginning = Date.UTC(2026, 0, 15, 12);
const longest = 400_000;
const longestWhileSlow = 20_000;

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
	const latency = (incident: Incident | undefined) => {
		if (random.happens(world.weather.isSlow)) return random.below(longest);
		if (incident === 'slowness') return random.below(longestWhileSlow);
		return random.below(random.happens(0.05) ? 1_000 : 4);
	};
	const fail = async (what: string, done: SimulatedFailure['done'], isSilent = false): Promise<never> => {
		if (isSilent) await pause(world.timeLimitMilliseconds);
		throw new SimulatedFailure(what, done);
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
		call: (what, work, { isReal = false, inPart } = {}) =>
			alive(async () => {
				const { weather, incidents } = world;
				const incident = () => incidents.get(what.split('.')[0] as string);
				await pause(latency(incident()));
				dieBefore();
				const isSilent = incident() === 'silence' || random.happens(weather.isSilent);
				if (isSilent && random.happens(0.5)) await fail(what, 'nothing', isSilent);
				if (incident() === 'outage' || random.happens(weather.fails)) await fail(what, 'nothing');
				if (inPart && random.happens(weather.isPartial)) {
					await doInside(inPart, isReal);
					await fail(what, 'a part');
				}
				const result = await doInside(work, isReal);
				world.trace(`${name} ${what}`);
				dieBefore();
				if (isSilent || random.happens(weather.losesAnswer)) await fail(what, 'all', isSilent);
				await pause(latency(incident()));
				return result;
			}),
		statement: (work) =>
			alive(async () => {
				dieBefore();
				if (random.happens(world.weather.fails / 10)) throw new SimulatedFailure('A statement', 'nothing');
				if (random.happens(world.weather.breaks)) throw new Error('disk I/O error');
				return work();
			}),
		die,
	};
}
