// Runs the program as its users do, on its own data, and other Node.js scripts, each in its own
// process.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The wall-clock time of a process and its largest resident size (NaN without `/proc`). */
export type Ended = { seconds: number; peakBytes: number; output: string };

/** A running server. `stop` resolves to its largest resident size. */
export type Running = { origin: string; stop(): Promise<number> };

type Environment = Readonly<Record<string, string>>;

const alive = new Set<ChildProcess>();

/** Kills all processes that were started here and still run. */
export function killProcesses(): void {
	for (const child of alive) child.kill('SIGKILL');
}

/** Runs a Node.js script to its end. Fails with its output if it fails. */
export async function runScript(script: string, words: readonly string[], environment: Environment): Promise<Ended> {
	const startedAt = performance.now();
	const { child, peakBytes, errors } = start(script, words, environment);
	let output = '';
	child.stdout.on('data', (text) => (output += text));
	const [status] = await once(child, 'close');
	const seconds = (performance.now() - startedAt) / 1_000;
	if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${errors()}${output}`);
	return { seconds, peakBytes: peakBytes(), output };
}

/** Starts a server and waits for the line that ends in its address. */
export async function startServer(
	script: string,
	words: readonly string[],
	environment: Environment,
): Promise<Running> {
	const { child, peakBytes, errors } = start(script, words, environment);
	const ended = once(child, 'exit');
	const { promise, resolve, reject } = Promise.withResolvers<string>();
	let output = '';
	child.stdout.on('data', (text) => {
		output += text;
		const [, origin] = / on (http:\S+)\n/.exec(output) ?? [];
		if (origin !== undefined) resolve(origin);
	});
	child.once('exit', (status) => reject(new Error(`${script} ended with ${status}: ${errors()}`)));
	return {
		origin: await promise,
		async stop() {
			const peak = peakBytes();
			child.kill('SIGTERM');
			await ended;
			return peak;
		},
	};
}

function start(script: string, words: readonly string[], environment: Environment) {
	const child = spawn(process.execPath, [script, ...words], {
		env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let peak = Number.NaN;
	// The peak can only be read while the process runs.
	const readPeak = () => {
		try {
			const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
			const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
			if (kibibytes !== undefined) peak = Number(kibibytes) * 1_024;
		} catch {
			// The process has just ended, or this system has no /proc.
		}
		return peak;
	};
	const timer = setInterval(readPeak, 100);
	alive.add(child);
	child.once('exit', () => {
		alive.delete(child);
		clearInterval(timer);
	});
	let errors = '';
	// Bounds the memory for a program that logs a lot.
	child.stderr.on('data', (text) => (errors = `${errors}${text}`.slice(-4_000)));
	return { child, peakBytes: readPeak, errors: () => errors };
}

const script = fileURLToPath(new URL('../bin/link-broker.js', import.meta.url));

/** The cost of a load. `countedSeconds` is what the program reports, without its start and end. */
export type Loaded = { links: number; seconds: number; countedSeconds: number; peakBytes: number };

/** The program on one folder of data, with its default settings. */
export type Program = {
	folder: string;
	/** Runs a command to its end; fails if the command fails. */
	run(...words: string[]): Promise<Ended>;
	stores: Stores;
	/** Loads files of links until all can be found. */
	load(...files: string[]): Promise<Loaded>;
	/** Serves on a free port. */
	serve(): Promise<Running>;
	/** Serves, and creates a token to submit with. */
	serveWithToken(): Promise<Running & { token: string }>;
};

/** The settings that log where the program stores its data. */
export type Stores = { DATABASE_URL: string; SEARCH_URL: string };

/** Creates a folder and prepares the program on it. Its data may be elsewhere. */
export function openProgram(folder: string, stores: Stores = embeddedIn(folder)): Program {
	mkdirSync(folder, { recursive: true });
	const environment = { ...stores, PORT: '0' };
	const run = (...words: string[]) => runScript(script, words, environment);
	const serve = () => startServer(script, ['serve'], environment);
	let token: string | undefined;
	return {
		folder,
		stores,
		run,
		async load(...files) {
			const { output, seconds, peakBytes } = await run('events', 'load', '--json', ...files);
			const counted = JSON.parse(output) as { links: number; seconds: number };
			return { links: counted.links, countedSeconds: counted.seconds, seconds, peakBytes };
		},
		serve,
		async serveWithToken() {
			if (token === undefined) {
				await run('users', 'create', 'bench@example.org', '--active', '--password=correct horse');
				const { output } = await run('tokens', 'create', '--name', 'bench', '--user', 'bench@example.org');
				token = output.trim();
			}
			return { ...(await serve()), token };
		},
	};
}

function embeddedIn(folder: string): Stores {
	return { DATABASE_URL: `sqlite:${join(folder, 'broker.db')}`, SEARCH_URL: `sqlite:${join(folder, 'search.db')}` };
}

/** Adds up the sizes of the files in a folder. */
export function bytesIn(folder: string): number {
	return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
