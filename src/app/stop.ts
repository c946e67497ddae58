// Tells when the process is told to stop, and ends it where that takes too long. It does not know
// what is to be stopped.
import cluster from 'node:cluster';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { watchStarter } from './starter.ts';

/** Why a process stops: a signal, who started it is gone, or a failure that it tells of itself. */
export type StopReason = 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'orphaned' | 'failure';

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
export function endInTime({ shutdownSeconds }: Pick<Settings, 'shutdownSeconds'>, besidesSeconds: number, log: Log) {
	const milliseconds = (shutdownSeconds + besidesSeconds) * 1_000 + graceMilliseconds;
	const end = () => {
		log.error({ milliseconds }, 'What was begun does not end; the process is killed');
		process.kill(process.pid, 'SIGKILL');
	};
	setTimeout(end, milliseconds).unref();
}
