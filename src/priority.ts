// How threads and processes leave the processor to whoever answers requests on the same machine; knows nothing of what they do.
import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

// Only Linux gives each thread a priority of its own; 0 is that of who answers.
const perThread = process.platform === 'linux';

/**
 * What a thread is for, by its priority. Whoever changes the records holds a lock that others wait for, so it must not wait long for
 * the processor itself; the index can follow later.
 */
const priorityOf = { records: 5, index: constants.priority.PRIORITY_BELOW_NORMAL };

/** What work is for. */
export type Purpose = keyof typeof priorityOf;

/** Has this thread give way, as far as the system can tell it from the others of its process. */
export function threadGivesWay(purpose: Purpose): void {
	if (perThread) lower(() => [0], priorityOf[purpose]);
}

/** Has this process give way: threads that are started later, and those that Node.js has started before. */
export function processGivesWay(purpose: Purpose): void {
	if (perThread) lower(() => readdirSync('/proc/self/task').map(Number), priorityOf[purpose]);
	else lower(() => [process.pid], constants.priority.PRIORITY_BELOW_NORMAL);
}

/** Lowers those that are not as low already. */
function lower(threads: () => readonly number[], priority: number): void {
	try {
		for (const thread of threads()) if (getPriority(thread) < priority) setPriority(thread, priority);
	} catch {
		// Some systems do not allow even that, and a thread may end meanwhile; then they go on side by side.
	}
}
