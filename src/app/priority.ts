// Lowers the priority of background work, so that answers to requests on the same machine come
// first.
import { constants, getPriority, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

const { PRIORITY_BELOW_NORMAL } = constants.priority;

/**
 * How far each kind of work is lowered. Other transactions wait for the one that writes the
 * records, so it is lowered less.
 */
const priorities = {
	records: PRIORITY_BELOW_NORMAL / 2,
	reading: PRIORITY_BELOW_NORMAL,
	index: PRIORITY_BELOW_NORMAL,
	searches: PRIORITY_BELOW_NORMAL / 2,
	cards: PRIORITY_BELOW_NORMAL,
};

/** Names a kind of work. */
export type Purpose = keyof typeof priorities;

/**
 * Lowers the priority of this thread. Only Linux has one for each thread: elsewhere a background
 * thread is left as it is. Does nothing where the system forbids it, or the priority is low
 * already.
 */
export function lowerPriority(purpose: Purpose): void {
	if (!isMainThread && process.platform !== 'linux') return;
	try {
		if (getPriority() < priorities[purpose]) setPriority(priorities[purpose]);
	} catch {
		// The work is done all the same.
	}
}
