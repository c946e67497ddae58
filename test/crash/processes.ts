// Starts the program as processes that may be killed at any moment. It does not know what they are
// asked to do.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../bin/link-broker.js', import.meta.url));
const patienceMilliseconds = 120_000;

export type Ended = { status: number | null; signal: NodeJS.Signals | null; output: string; errors: string };

/** A process of the program. */
export type Started = {
	words: readonly string[];
	/** Resolves with what stands behind `serving on`, or undefined where it ends before. */
	address: Promise<string | undefined>;
	ended: Promise<Ended>;
	isRunning(): boolean;
	/** Ends it; one that does not end by SIGTERM is an error. */
	end(signal: NodeJS.Signals): Promise<Ended>;
};

const running = new Set<Started>();

/** Kills what still runs. */
export async function killAll(): Promise<void> {
	await Promise.all([...running].map((one) => one.end('SIGKILL')));
}

/** Starts a command. */
export function startProcess(environment: NodeJS.ProcessEnv, ...words: string[]): Started {
	const child = spawn(process.execPath, [bin, ...words], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
	const printed = { output: '', errors: '' };
	const address = Promise.withResolvers<string | undefined>();
	child.stdout.on('data', (text) => {
		printed.output += text;
		const [, found] = /serving on (\S+)\n/.exec(printed.output) ?? [];
		if (found !== undefined) address.resolve(found);
	});
	child.stderr.on('data', (text) => (printed.errors += text));
	let isRunning = true;
	const ended = once(child, 'close').then(([status, signal]): Ended => {
		isRunning = false;
		running.delete(started);
		address.resolve(undefined);
		return { status, signal, ...printed };
	});
	const started: Started = {
		words,
		address: address.promise,
		ended,
		isRunning: () => isRunning,
		end: (signal) => endProcess(child, signal, ended),
	};
	running.add(started);
	return started;
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals, ended: Promise<Ended>): Promise<Ended> {
	child.kill(signal);
	const tooLate = setTimeout(() => child.kill('SIGKILL'), patienceMilliseconds);
	const outcome = await ended;
	clearTimeout(tooLate);
	if (signal === 'SIGTERM' && outcome.signal === 'SIGKILL') throw new Error(`it does not end: ${outcome.errors}`);
	return outcome;
}
