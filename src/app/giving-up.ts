// Abandons work that takes too long for a stop to wait for: its next step fails, so its transaction
// is rolled back and its locks and leases are released.
import { BrokerError } from '../errors.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import type { Settings } from '../settings.ts';
import type { Records } from '../store/records.ts';

/**
 * Holds 1 once work is to be given up. It is memory that threads share: a thread that is busy
 * reads no messages.
 */
export type GivingUp = Int32Array;

/** What a background thread works with. */
export type BackgroundSettings = Settings & { givingUp: GivingUp };

/** Creates it; work goes on. */
export function createGivingUp(): GivingUp {
	return new Int32Array(new SharedArrayBuffer(4));
}

/** Has all that was begun given up, in every thread that was given this. */
export function giveUp(givingUp: GivingUp): void {
	Atomics.store(givingUp, 0, 1);
	Atomics.notify(givingUp, 0);
}

/** Resolves once all is to be given up. */
export async function untilGivenUp(givingUp: GivingUp): Promise<void> {
	await Atomics.waitAsync(givingUp, 0, 0).value;
}

/** The failure of work that was given up because the process stops. */
export class GivenUp extends BrokerError {
	constructor() {
		super('unavailable', 'The process is stopping; what it had begun is left to others.', { retryAfterSeconds: 5 });
	}
}

/** Returns records whose transactions fail at their next step once work is to be given up. */
export function recordsGivenUp(records: Records, givingUp: GivingUp): Records {
	return {
		...records,
		change: (work, options) =>
			records.change(
				(transaction, snapshot) => work(inSteps(transaction, givingUp), inSteps(snapshot, givingUp)),
				options,
			),
		read: (work) => records.read((transaction) => work(inSteps(transaction, givingUp))),
		snapshot: (work, scope) =>
			records.snapshot(
				(transaction, snapshot) => work(inSteps(transaction, givingUp), inSteps(snapshot, givingUp)),
				scope,
			),
	};
}

/** Returns an index whose updates and builds do; what is thrown away then still can be. */
export function indexGivenUp(index: SearchIndex, givingUp: GivingUp): SearchIndex {
	return {
		...index,
		update: (work, options) => index.update((writer) => work(inSteps(writer, givingUp)), options),
		open: async (...part) => inSteps(await index.open(...part), givingUp),
	};
}

/** Has every function of an object look first whether work goes on. */
function inSteps<T extends object>(steps: T, givingUp: GivingUp): T {
	return new Proxy(steps, {
		get(target, name) {
			const value = Reflect.get(target, name, target) as unknown;
			if (typeof value !== 'function') return value;
			return (...values: unknown[]) => {
				if (Atomics.load(givingUp, 0) === 1) throw new GivenUp();
				return value.apply(target, values) as unknown;
			};
		},
	});
}
