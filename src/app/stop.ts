// Tells when the process is told to stop, also by the end of what started it, and ends it where
// that takes too long.
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';

/** Why a process stops: a signal, who started it is gone, or a failure that it tells of itself. */
type StopReason = 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'orphaned' | 'failure';

// One Ctrl-C comes twice where npm passes on what the terminal has sent to the process already.
const onePressMilliseconds = 500;

/**
 * Resolves `told` at SIGTERM, SIGINT, SIGHUP (its terminal was closed), `now()`, or when npm, which
 * started it, is gone. A later SIGTERM or SIGINT ends the process at once, but not one of several
 * that serve together: it has both its parent's and that of who ends the whole group, and its
 * parent sees to the rest.
 */
export function untilToldToStop(): { told: Promise<StopReason>; now(): void } {
	const { promise: told, resolve } = Promise.withResolvers<StopReason>();
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
	return { told, now: () => resolve('failure') };
}

/**
 * Has SIGINT, SIGTERM and SIGHUP tell `signal`, until `end()`; a later one ends the process at once.
 */
export function interruption(): { signal: AbortSignal; end(): void } {
	const controller = new AbortController();
	let firstAt: number | undefined;
	const hear = (): void => {
		firstAt ??= performance.now();
		if (performance.now() - firstAt > onePressMilliseconds) process.exit(130);
		controller.abort();
	};
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
	for (const one of signals) process.on(one, hear);
	return { signal: controller.signal, end: () => signals.forEach((one) => void process.off(one, hear)) };
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
		log.error({ milliseconds }, 'What was begun does not end; the process is killed');
		process.kill(process.pid, 'SIGKILL');
	};
	setTimeout(end, milliseconds).unref();
}

const lookMilliseconds = 500;
const shells = /^(sh|ash|bash|dash|ksh|zsh)$/;

/** Tells the name and the parent of a process; undefined where the system does not tell. */
type FindProcess = (pid: number) => { name: string; parent: number } | undefined;

/**
 * Calls `onGone` once what started this process is gone. A process that a person or a shell started
 * is not watched: it may have been sent to the background to outlive them.
 */
function watchStarter({ npm_command, LINK_BROKER_LAUNCHED }: NodeJS.ProcessEnv, onGone: () => void): void {
	if (npm_command === undefined && LINK_BROKER_LAUNCHED === undefined) return;
	const starters = findStarters(process.ppid, findProcess);
	const timer = setInterval(() => {
		if (isThere(starters, process.ppid, findProcess)) return;
		clearInterval(timer);
		onGone();
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

/** Asks Linux; other systems tell no more than the parent of this process. */
function findProcess(pid: number): ReturnType<FindProcess> {
	try {
		// `pid (name) state parent …`, where the name may hold anything.
		const [, name = '', parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
		return { name, parent: Number(parent) };
	} catch {
		return undefined;
	}
}
