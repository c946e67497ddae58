// Waits for a request to stop the process, or the end of the process that started it, and ends the
// process where stopping takes too long.
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';

/** Why a process stops: a signal, the end of the process that started it, or its own failure. */
type StopReason = 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'orphaned' | 'failure';

// One Ctrl-C comes twice where npm passes on what the terminal has sent to the process already.
const onePressMilliseconds = 500;

/**
 * Resolves `requested` at SIGTERM, SIGINT, SIGHUP (its terminal was closed), `now()`, or when npm,
 * which started it, has ended. A later SIGTERM or SIGINT ends the process at once, unless it is one of
 * several that serve together: it gets the signal of its parent and that to the whole group, and its
 * parent ends it.
 */
export function untilStopRequested(): { requested: Promise<StopReason>; now(): void } {
	const { promise: requested, resolve } = Promise.withResolvers<StopReason>();
	let firstAt: number | undefined;
	for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
		process.on(signal, () => {
			firstAt ??= performance.now();
			const isLater = performance.now() - firstAt > onePressMilliseconds;
			if (isLater && signal !== 'SIGHUP' && !cluster.isWorker) process.exit(1);
			resolve(signal);
		});
	}
	watchStarter(process.env, () => resolve('orphaned'));
	return { requested, now: () => resolve('failure') };
}

/** Aborts `signal` at SIGINT, SIGTERM or SIGHUP, until `end()`; a later one ends the process. */
export function interruption(): { signal: AbortSignal; end(): void } {
	const controller = new AbortController();
	let firstAt: number | undefined;
	const onSignal = (): void => {
		firstAt ??= performance.now();
		if (performance.now() - firstAt > onePressMilliseconds) process.exit(130);
		controller.abort();
	};
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
	for (const one of signals) process.on(one, onSignal);
	return { signal: controller.signal, end: () => signals.forEach((one) => void process.off(one, onSignal)) };
}

/** What is left after a stop should be done: a statement of a database that cannot be cut short. */
const graceMilliseconds = 800;

/**
 * Ends the process, like a kill, where it is still there so long after SHUTDOWN_SECONDS and what is
 * waited for besides: what it had begun is undone, as after a kill.
 */
export function endInTime({ shutdownSeconds }: Settings, besidesSeconds: number, log: Log) {
	const milliseconds = (shutdownSeconds + besidesSeconds) * 1_000 + graceMilliseconds;
	const end = () => {
		log.error({ milliseconds }, 'Work did not end in time; killing the process');
		process.kill(process.pid, 'SIGKILL');
	};
	setTimeout(end, milliseconds).unref();
}

const lookMilliseconds = 500;
const shells = /^(sh|ash|bash|dash|ksh|zsh)$/;

/** Returns the name and the parent of a process; undefined where the system does not have them. */
type FindProcess = (pid: number) => { name: string; parent: number } | undefined;

/**
 * Calls `onEnd` once the process that started this one has ended. A process started by a person or a
 * shell is not watched: it may run in the background to outlive them.
 */
function watchStarter({ npm_command, LINK_BROKER_LAUNCHED }: NodeJS.ProcessEnv, onEnd: () => void): void {
	if (npm_command === undefined && LINK_BROKER_LAUNCHED === undefined) return;
	const starters = findStarters(process.ppid, findProcess);
	const timer = setInterval(() => {
		if (isThere(starters, process.ppid, findProcess)) return;
		clearInterval(timer);
		onEnd();
	}, lookMilliseconds);
	timer.unref();
}

/**
 * Lists who started a process, its parent first: npm may have put a shell between, which neither
 * passes signals on nor ends with npm.
 */
export function findStarters(parent: number, find: FindProcess): number[] {
	const found = find(parent);
	return found && shells.test(found.name) ? [parent, ...findStarters(found.parent, find)] : [parent];
}

/** Whether all who started a process are still the parents of one another. */
export function isThere(starters: readonly number[], parent: number, find: FindProcess): boolean {
	const [first, ...others] = starters;
	if (first !== parent) return false;
	return others.length === 0 || isThere(others, find(parent)?.parent ?? 0, find);
}

/** Asks Linux; other systems have only the parent of this process. */
function findProcess(pid: number): ReturnType<FindProcess> {
	try {
		// `pid (name) state parent …`, where the name may hold anything.
		const [, name = '', parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
		return { name, parent: Number(parent) };
	} catch {
		return undefined;
	}
}
