// Runs programs beside this one and watches how long they take and how much memory they have; knows none of them.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** What a program took, from its start to its end. `peakBytes`: the most memory it had at once; null where the system does not tell. */
export type Ended = { seconds: number; peakBytes: number | null; output: string };

/** A program that goes on. */
export type Running = {
	/** What its first line says after the words that were waited for. */
	said: string;
	/** How long it took to say so. */
	seconds: number;
	/** Tells it to stop and waits until it has. */
	stop(): Promise<{ peakBytes: number | null }>;
};

type Environment = Readonly<Record<string, string | undefined>>;

const alive = new Set<ChildProcess>();

/** Ends at once what still runs of all that was started here. */
export function endChildren(): void {
	for (const child of alive) child.kill('SIGKILL');
}

/** Runs a script of Node.js with this Node.js to its end; fails with what it wrote where it did not succeed. */
export async function runScript(script: string, words: readonly string[], environment: Environment): Promise<Ended> {
	const startedAt = performance.now();
	const { child, memory, errors } = startChild(script, words, environment);
	let output = '';
	child.stdout.on('data', (text) => (output += text));
	const [status] = (await once(child, 'close')) as [number | null];
	const seconds = (performance.now() - startedAt) / 1_000;
	if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${errors()}${output}`);
	return { seconds, peakBytes: memory.peak(), output };
}

/** Starts a script of Node.js and waits until it says that it is ready: a line that ends in what `ready` captures. */
export async function startScript(
	script: string,
	words: readonly string[],
	environment: Environment,
	ready: RegExp,
): Promise<Running> {
	const startedAt = performance.now();
	const { child, memory, errors } = startChild(script, words, environment);
	const ended = once(child, 'exit') as Promise<[number | null]>;
	const { promise, resolve, reject } = Promise.withResolvers<string>();
	let output = '';
	child.stdout.on('data', (text) => {
		output += text;
		const found = ready.exec(output);
		if (found) resolve(found[1] as string);
	});
	child.once('exit', (status) => reject(new Error(`${script} ended with ${status}: ${errors()}`)));
	const said = await promise;
	return {
		said,
		seconds: (performance.now() - startedAt) / 1_000,
		async stop() {
			const peakBytes = memory.peak();
			child.kill('SIGTERM');
			const [status] = await ended;
			if (status !== 0 && status !== null) throw new Error(`${script} ended with ${status}: ${errors()}`);
			return { peakBytes };
		},
	};
}

function startChild(script: string, words: readonly string[], environment: Environment) {
	const child = spawn(process.execPath, [script, ...words], {
		env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	alive.add(child);
	const memory = watchMemory(child.pid as number);
	child.once('exit', () => {
		alive.delete(child);
		memory.end();
	});
	let errors = '';
	// A program that logs much must not fill the memory of this one.
	child.stderr.on('data', (text) => (errors = `${errors}${text}`.slice(-4_000)));
	return { child, memory, errors: () => errors };
}

const lookEveryMilliseconds = 100;

/** Reads the largest resident size a process has had, until it has ended; the system forgets it then. */
function watchMemory(pid: number): { peak(): number | null; end(): void } {
	let largest: number | null = null;
	const look = () => {
		try {
			const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
			if (kibibytes !== undefined) largest = Number(kibibytes) * 1_024;
		} catch {
			// It has just ended, or this system has no /proc.
		}
	};
	const timer = setInterval(look, lookEveryMilliseconds);
	return {
		peak() {
			look();
			return largest;
		},
		end: () => clearInterval(timer),
	};
}
