/**
 * Runs a command that ends when this process ends, however that happens, and removes its folder
 * then; it does not know what the command serves.
 */

import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

/** Names the user and group a command runs as, in numbers of the system. */
export type ProcessOwner = { uid: number; gid: number };

/** Describes a command to run. */
export type GuardedCommand = {
	/** The file to run and its arguments. */
	command: readonly [string, ...string[]];
	/** What the command keeps on disk: removed when it has ended. */
	folder?: string;
	/** Leaves the folder to the next command when this one succeeds. */
	keepFolder?: boolean;
	/**
	 * Asks the command to end; it is killed if it has not done so after 20 seconds. SIGTERM if not
	 * given.
	 */
	endSignal?: 'INT' | 'TERM';
	/** Only root may run commands as somebody else. */
	owner?: ProcessOwner | undefined;
	onLine?: (line: string) => void;
};

export type GuardedProcess = {
	/** Resolves with the exit status (128 + n after signal n), once the folder is removed as well. */
	ended: Promise<number>;
	/** Returns the last lines that the command wrote. */
	lastLines(): string;
	/** Ends the command and waits for that; calling it again does no harm. */
	stop(): Promise<void>;
	/** Ends the command at once, as a machine that loses its power does (kill -9). */
	kill(): Promise<void>;
};

const LAST_LINES = 30;
const ASK_AGAIN_MILLISECONDS = 50;

// The guard is a shell because it must outlive a Node that is killed, and cost nothing while it
// waits. It learns of that by its standard input: only this process holds the other end, and the
// system closes it. Its own output goes nowhere: a shell that reports to a dead Node its command's
// end would die of a broken pipe.
const GUARD = `
signal=$1 folder=$2 keep=$3
shift 3
exec 3<&0 </dev/null
"$@" 3<&- &
command=$!
exec >/dev/null 2>&1
(
	read -r word <&3
	[ "$word" = kill ] && signal=KILL
	kill -s "$signal" "$command"
	seconds=0
	while [ "$seconds" -lt 20 ] && kill -0 "$command"; do
		sleep 1
		seconds=$((seconds + 1))
	done
	kill -s KILL "$command"
) &
watcher=$!
wait "$command"
status=$?
kill "$watcher"
[ "$status" = 0 ] && [ "$keep" = true ] || rm -rf "$folder" || { sleep 2; rm -rf "$folder"; }
exit "$status"
`;

/** Starts a command under guard; a command that cannot be started ends with status 126 or 127. */
export function startGuarded(command: GuardedCommand): GuardedProcess {
	const { folder = '', keepFolder = false, endSignal = 'TERM', owner, onLine } = command;
	const guard = spawn('/bin/sh', ['-c', GUARD, 'guard', endSignal, folder, String(keepFolder), ...command.command], {
		// A folder that every user may enter.
		cwd: '/',
		// In a group of its own the guard does not get Ctrl-C: services end after the command that
		// uses them.
		detached: true,
		stdio: ['pipe', 'pipe', 'pipe'],
		...owner,
	});
	const lines: string[] = [];
	const keepLine = (line: string) => {
		lines.push(line);
		if (lines.length > LAST_LINES) lines.shift();
		onLine?.(line);
	};
	for (const input of [guard.stdout, guard.stderr]) createInterface({ input }).on('line', keepLine);
	guard.stdin.on('error', () => {
		// The command ended by itself before it was asked to.
	});
	const ended = new Promise<number>((resolve) => {
		guard.once('error', (failure) => {
			keepLine(failure.message);
			resolve(126);
		});
		guard.once('close', (status) => resolve(status ?? 1));
	});
	return {
		ended,
		lastLines: () => lines.join('\n'),
		stop: async () => {
			guard.stdin.end();
			await ended;
		},
		kill: async () => {
			guard.stdin.end('kill\n');
			await ended;
		},
	};
}

/** Runs a command to its end; throws with what it wrote when its status is not 0. */
export async function runGuarded(command: GuardedCommand): Promise<void> {
	const running = startGuarded(command);
	const status = await running.ended;
	if (status !== 0)
		throw new Error(`${command.command.join(' ')} ended with status ${status}:\n${running.lastLines()}`);
}

/**
 * Asks a server until it answers, and returns its answer. `ask` gives undefined or throws as long
 * as there is none. Stops the server and throws with what it wrote when it ends by itself or has
 * not answered in time.
 */
export async function waitForAnswer<T>(
	name: string,
	server: GuardedProcess,
	timeoutSeconds: number,
	ask: () => Promise<T | undefined>,
): Promise<T> {
	let status: number | undefined;
	void server.ended.then((ended) => {
		status = ended;
	});
	const deadline = performance.now() + timeoutSeconds * 1000;
	let cause: unknown;
	while (status === undefined && performance.now() < deadline) {
		try {
			const answer = await ask();
			if (answer !== undefined) return answer;
		} catch (failure) {
			cause = failure;
		}
		await setTimeout(ASK_AGAIN_MILLISECONDS);
	}
	const what = status === undefined ? `did not answer within ${timeoutSeconds} seconds` : `ended with status ${status}`;
	await server.stop();
	throw new Error(`${name} ${what}:\n${server.lastLines()}`, { cause });
}

/** Finds the first folder that holds all the programs: those given first, then those of PATH. */
export function findPrograms(programs: readonly string[], folders: readonly string[] = []): string | undefined {
	const candidates = [...folders, ...(process.env.PATH ?? '').split(delimiter)];
	return candidates.find((folder) => programs.every((program) => isProgram(join(folder, program))));
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
