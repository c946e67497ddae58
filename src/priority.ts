// How threads and processes leave the processor to whoever answers requests on the same machine; knows nothing of what they do.
import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

// Only Linux gives each thread a priority of its own; 0 is that of who answers.
const perThread = process.platform === 'linux';

/**
 * What a thread is for, by its priority. Whoever changes the records holds a lock that others wait for, so it must not wait long for
 * the processor itself; the index can follow later. V8's helpers compile what is asked for often: without any time they would keep a server slow.
 */
const priorityOf = { records: 5, helpers: 7, index: constants.priority.PRIORITY_BELOW_NORMAL };

/** What work is for. */
export type Purpose = Exclude<keyof typeof priorityOf, 'helpers'>;

/** Has this thread give way, as far as the system can tell it from the others of its process. */
export function threadGivesWay(purpose: Purpose): void {
	if (perThread) lower(() => [0], priorityOf[purpose]);
}

/** Has this process give way: threads that are started later, and those that Node.js has started before. */
export function processGivesWay(purpose: Purpose): void {
	if (perThread) lower(threadsOfProcess, priorityOf[purpose]);
	else lower(() => [process.pid], constants.priority.PRIORITY_BELOW_NORMAL);
}

// As Node.js names the threads in which V8 compiles, and collects garbage, beside the one that runs.
const helperName = 'node-V8Worker';

/**
 * Has V8's helpers in this process give way, where the system tells threads apart. They are four, and on two cores they took the processor from who
 * answers: a fresh server of a million links, asked for 5,500 plain pages a second, had a p99 of 23 to 38 ms, and has one of 5. Lowest of all they
 * would keep it uncompiled, and seconds behind, where client and server fill both cores.
 */
export function helpersGiveWay(): void {
	if (!perThread) return;
	const helpers = () => threadsOfProcess().filter((thread) => nameOf(thread) === helperName);
	lower(helpers, priorityOf.helpers);
}

function threadsOfProcess(): number[] {
	return readdirSync('/proc/self/task').map(Number);
}

function nameOf(thread: number): string {
	return readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trimEnd();
}

/** Lowers those that are not as low already. */
function lower(threads: () => readonly number[], priority: number): void {
	try {
		for (const thread of threads()) if (getPriority(thread) < priority) setPriority(thread, priority);
	} catch {
		// Some systems do not allow even that, and a thread may end meanwhile; then they go on side by side.
	}
}
