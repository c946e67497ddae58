// Simulated time. All that waits is resumed one by one, in the order of its time, and only when
// nothing else moves: so what happens follows from the program and the seed alone.
import { setImmediate as realTurn } from 'node:timers/promises';

/** Who waits; what an owner waits for can be cut short. */
export type Owner = object;

export type Scheduler = {
	/** Milliseconds since the simulation began. */
	readonly time: number;
	/**
	 * Waits in simulated time: rejects where the owner is cut off, ends early where the signal aborts.
	 */
	wait(milliseconds: number, owner?: Owner, signal?: AbortSignal): Promise<void>;
	/** Makes everything that the owner waits for fail. */
	cutOff(owner: Owner, error: Error): void;
	/** Holds time still until the work is done, or back from a wait of its own: see `beside`. */
	during<T>(work: () => Promise<T>): Promise<T>;
	/** Lets time pass beside so much of what holds it still. */
	beside<T>(held: number, work: () => Promise<T>): Promise<T>;
	/** Resolves when nothing moves any more until time passes. */
	quiet(): Promise<void>;
	/** Resumes what waits until the work is done. */
	run<T>(work: Promise<T>): Promise<T>;
};

type Step = { at: number; order: number; owner: Owner | undefined; resume(): void; fail(error: Error): void };

/** Begins at 0. */
export function createScheduler(): Scheduler {
	let time = 0;
	let lastOrder = 0;
	let holding = 0;
	const waiting = new Set<Step>();

	const quiet = async () => {
		do await realTurn();
		while (holding > 0);
	};
	const takeNext = (): Step => {
		let next: Step | undefined;
		for (const step of waiting) {
			if (!next || step.at < next.at || (step.at === next.at && step.order < next.order)) next = step;
		}
		if (!next) throw new Error('Everything has come to a stop: nothing waits for the time, and the work is not done.');
		waiting.delete(next);
		return next;
	};
	return {
		get time() {
			return time;
		},
		wait(milliseconds, owner, signal) {
			const { promise, resolve, reject } = Promise.withResolvers<void>();
			const step = { at: time + milliseconds, order: ++lastOrder, owner, resume: resolve, fail: reject };
			waiting.add(step);
			signal?.addEventListener('abort', () => Object.assign(step, { at: time, order: ++lastOrder }), { once: true });
			if (signal?.aborted) step.at = time;
			return promise;
		},
		cutOff(owner, error) {
			for (const step of [...waiting].filter((one) => one.owner === owner)) {
				waiting.delete(step);
				step.fail(error);
			}
		},
		async during(work) {
			holding++;
			try {
				return await work();
			} finally {
				holding--;
			}
		},
		async beside(held, work) {
			holding -= held;
			try {
				return await work();
			} finally {
				holding += held;
			}
		},
		quiet,
		async run(work) {
			let isDone = false;
			const done = () => {
				isDone = true;
			};
			work.then(done, done);
			for (await quiet(); !isDone; await quiet()) {
				const next = takeNext();
				time = next.at;
				next.resume();
			}
			return work;
		},
	};
}
