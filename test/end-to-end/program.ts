// Runs the program as its users do: the command line as child processes, the server on a free port,
// data in a folder of its own.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const thisProgram = fileURLToPath(new URL('../../bin/link-broker.js', import.meta.url));

export type Outcome = { status: number | null; output: string; errors: string };
/**
 * A process that stays until it is stopped, which answers its exit status; `errors` is what it has
 * written to standard error so far.
 */
export type Running = {
	process: ChildProcess;
	stop(signal?: NodeJS.Signals): Promise<number | null>;
	errors(): string;
};
export type Server = Running & { url: string };

/** The program on fresh data. */
export type Program = {
	folder: string;
	environment: NodeJS.ProcessEnv;
	/** Runs a command to its end. */
	run(...words: string[]): Promise<Outcome>;
	/** Runs a command that reads `input` from its standard input, which then ends. */
	runOn(input: string, ...words: string[]): Promise<Outcome>;
	/** Runs a command that must succeed and answers what it printed. */
	output(...words: string[]): Promise<string>;
	serve(settings?: NodeJS.ProcessEnv, ...options: string[]): Promise<Server>;
	/** Starts a worker without a server. */
	work(settings?: NodeJS.ProcessEnv): Promise<Running>;
	/** Makes an account and answers a token of it. */
	token(email?: string): Promise<string>;
	/** Stops what still runs and removes the data. */
	remove(): Promise<void>;
};

/**
 * Prepares the program on a folder of its own; `settings` go into its environment. `bin` is the
 * command of another version.
 */
export async function openProgram(settings: NodeJS.ProcessEnv = {}, bin = thisProgram): Promise<Program> {
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-'));
	const environment: NodeJS.ProcessEnv = {
		PATH: process.env.PATH,
		HOME: folder,
		NO_COLOR: '1',
		DATABASE_URL: `sqlite:${join(folder, 'broker.db')}`,
		SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
		PORT: '0',
		LOG_LEVEL: 'warn',
		// No balancer looks.
		DRAIN_SECONDS: '0',
		...settings,
	};
	const running = new Set<Running>();
	const outcomeOf = async (child: ChildProcess): Promise<Outcome> => {
		let output = '';
		let errors = '';
		child.stdout?.on('data', (text) => (output += text));
		child.stderr?.on('data', (text) => (errors += text));
		const [status] = (await once(child, 'close')) as [number | null];
		return { status, output, errors };
	};
	const run = (...words: string[]): Promise<Outcome> =>
		outcomeOf(spawn(process.execPath, [bin, ...words], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] }));
	const runOn: Program['runOn'] = (input, ...words) => {
		const child = spawn(process.execPath, [bin, ...words], { env: environment, stdio: 'pipe' });
		// A program that has enough closes its end.
		child.stdin.on('error', () => undefined);
		child.stdin.end(input);
		return outcomeOf(child);
	};
	const output = async (...words: string[]) => {
		const outcome = await run(...words);
		if (outcome.status !== 0) throw new Error(`link-broker ${words.join(' ')}: ${outcome.errors}${outcome.output}`);
		return outcome.output;
	};
	/** Starts a command that stays, and waits for what it says when it is ready. */
	const start = async (words: readonly string[], ready: RegExp, more: NodeJS.ProcessEnv = {}) => {
		const child = spawn(process.execPath, [bin, ...words], {
			env: { ...environment, ...more },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const ended = once(child, 'exit') as Promise<[number | null]>;
		let errors = '';
		child.stderr.on('data', (text) => (errors += text));
		const one: Running = {
			process: child,
			errors: () => errors,
			async stop(signal = 'SIGTERM') {
				running.delete(one);
				child.kill(signal);
				return (await ended)[0];
			},
		};
		running.add(one);
		const [, printed = ''] = await firstMatch(child, ready);
		return { one, printed };
	};
	const serve = async (more: NodeJS.ProcessEnv = {}, ...options: string[]): Promise<Server> => {
		const { one, printed } = await start(['serve', ...options], /serving on (\S+)\n/, more);
		return { ...one, url: printed };
	};
	const work = async (more: NodeJS.ProcessEnv = {}) => (await start(['worker'], /processing events\n/, more)).one;
	return {
		folder,
		environment,
		run,
		runOn,
		output,
		serve,
		work,
		async token(email = 'curator@example.org') {
			await output('users', 'create', email, '-a', '--password=correct horse');
			return (await output('tokens', 'create', '--name', 'test', '--user', email)).trim();
		},
		async remove() {
			for (const one of running) await one.stop('SIGKILL');
			await rm(folder, { recursive: true });
		},
	};
}

/** Waits for a line of a process that says that it is ready. */
async function firstMatch(child: ChildProcess, ready: RegExp): Promise<RegExpExecArray> {
	let printed = '';
	let errors = '';
	child.stderr?.on('data', (text) => (errors += text));
	const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
	child.stdout?.on('data', (text) => {
		printed += text;
		const found = ready.exec(printed);
		if (found) resolve(found);
	});
	child.once('exit', (status) => reject(new Error(`it ended with ${status}: ${errors}${printed}`)));
	return promise;
}

/**
 * Asks again, a little later each time, until the answer passes; fails with the last answer when
 * the time is over.
 */
export async function eventually<T>(
	ask: () => Promise<T>,
	passes: (answer: T) => boolean,
	{ timeoutSeconds = 10 } = {},
): Promise<T> {
	const deadline = Date.now() + timeoutSeconds * 1_000;
	for (let pause = 5; ; pause = Math.min(pause * 2, 200)) {
		const answer = await ask();
		if (passes(answer)) return answer;
		if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(answer)}`);
		await new Promise((resolve) => setTimeout(resolve, pause));
	}
}

/** Submits links, which must be accepted, and answers the id of their event. */
export async function submit(server: Server, token: string, links: readonly unknown[]): Promise<string> {
	const response = await fetch(`${server.url}/events`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
		body: JSON.stringify(links),
	});
	assert.equal(response.status, 202, await response.clone().text());
	return ((await response.json()) as { event_id: string }).event_id;
}

/** Waits until all that an event brought can be found. */
export async function untilIndexed({ url }: Server, token: string, eventId: string): Promise<void> {
	const headers = { Authorization: `Bearer ${token}` };
	const find = async () =>
		(await fetch(`${url}/events/${eventId}`, { headers })).json() as Promise<{ indexed?: boolean }>;
	// A busy machine may take long; only a failure waits for all of it.
	await eventually(find, ({ indexed }) => indexed === true, { timeoutSeconds: 60 });
}

/** Starts a server in which these links can be found. `program.remove` ends it. */
export async function serveLinks(
	links: readonly unknown[],
	linksAtOnce = links.length,
): Promise<{ program: Program; server: Server; token: string }> {
	const program = await openProgram();
	const server = await program.serve();
	const token = await program.token();
	for (let at = 0; at < links.length; at += linksAtOnce) {
		await untilIndexed(server, token, await submit(server, token, links.slice(at, at + linksAtOnce)));
	}
	return { program, server, token };
}
