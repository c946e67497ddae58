// Runs the real program on data of its own, as its users do, and other scripts of Node.js, each in
// a process of its own; does not know what is measured.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The wall-clock time of a process and the largest resident size it had; NaN without `/proc`. */
export type Ended = { seconds: number; peakBytes: number; output: string };

/** A server that runs. `stop` resolves to the largest resident size it had. */
export type Running = { origin: string; stop(): Promise<number> };

type Environment = Readonly<Record<string, string>>;

const alive = new Set<ChildProcess>();

/** Kills all processes that were started here and still run. */
export function killProcesses(): void {
	for (const child of alive) child.kill('SIGKILL');
}

/** Runs a script of Node.js to its end; fails with its output where it fails. */
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
	// The system forgets a process that has ended, so the peak is read while it runs.
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
	// A program that logs much must not fill the memory of this one.
	child.stderr.on('data', (text) => (errors = `${errors}${text}`.slice(-4_000)));
	return { child, peakBytes: readPeak, errors: () => errors };
}

const script = fileURLToPath(new URL('../bin/link-broker.js', import.meta.url));

/** What a load took. `countedSeconds` is what the program counts: without its start and its end. */
export type Loaded = { links: number; seconds: number; countedSeconds: number; peakBytes: number };

/** The program on one folder of data, with the settings that it has by default. */
export type Program = {
	folder: string;
	/** Runs a command to its end; fails where the command does. */
	run(...words: string[]): Promise<Ended>;
	stores: Stores;
	/** Loads files of links, until all can be found. */
	load(...files: string[]): Promise<Loaded>;
	/** Serves on a free port. */
	serve(): Promise<Running>;
	/** Serves with a token to submit with. */
	serveWithToken(): Promise<Running & { token: string }>;
};

/** Where the program keeps its data, as its settings say it. */
export type Stores = { DATABASE_URL: string; SEARCH_URL: string };

/** Prepares the program on a folder, which is made; its data may lie elsewhere. */
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

/** Sums up the sizes of the files in a folder. */
export function bytesIn(folder: string): number {
	return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
