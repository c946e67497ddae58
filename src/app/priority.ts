// How threads and processes leave the processor to whoever answers requests on the same machine; knows nothing of what they do.
import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

// Only Linux gives each thread a priority of its own; 0 is that of who answers.
const perThread = process.platform === 'linux';

const { PRIORITY_BELOW_NORMAL } = constants.priority;

/**
 * The priority of a thread, by what it is for. Whoever changes the records holds a lock that others wait for, so it must not wait long for the processor itself, and whoever
 * submits waits until that is read. For what a load reads nobody waits; the index can follow later.
 */
const priorityOf = { records: 5, submissions: 5, load: PRIORITY_BELOW_NORMAL, index: PRIORITY_BELOW_NORMAL };

/** What work is for. */
export type Purpose = keyof typeof priorityOf;

/** Has this thread give way, as far as the system can tell it from the others of its process. */
export function threadGivesWay(purpose: Purpose): void {
	if (perThread) lower([0], priorityOf[purpose]);
}

/** Has this process give way: threads that are started later, and those that Node.js has started before. */
export function processGivesWay(purpose: Purpose): void {
	if (perThread) lower(threadsOfProcess(), priorityOf[purpose]);
	else lower([process.pid], PRIORITY_BELOW_NORMAL);
}

// Node.js's name for the threads that compile and collect garbage for all threads that run JavaScript; older ones leave `node-` out.
const helperName = /^(node-)?V8Worker$/;
// Behind the records, whose lock others wait for, and before the index, for which nobody waits.
const priorityOfHelpers = 7;

/**
 * Has V8's helpers of this process give way, where the system tells threads apart. There are four as a rule, and on two cores they took the processor
 * from the thread that answers: of 5,500 plain pages a second, a million links, p99 was 23 to 38 ms and is 5. Lowest of all (19) they compile too
 * late: where server and client fill both cores, a fresh server is behind for 2.5 s then, and for half a second at 7.
 */
export function helpersGiveWay(): void {
	if (perThread) lower(threadsOfProcess().filter(isHelper), priorityOfHelpers);
}

function isHelper(thread: number): boolean {
	try {
		return helperName.test(readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trimEnd());
	} catch {
		// It has ended meanwhile.
		return false;
	}
}

function threadsOfProcess(): number[] {
	try {
		return readdirSync('/proc/self/task').map(Number);
	} catch {
		// Who hides what processes do hides that, too.
		return [];
	}
}

/** Lowers those that are not as low already. */
function lower(threads: readonly number[], priority: number): void {
	for (const thread of threads) {
		try {
			if (getPriority(thread) < priority) setPriority(thread, priority);
		} catch {
			// Some systems do not allow even that, and a thread may end meanwhile; then it goes on beside the others.
		}
	}
}
