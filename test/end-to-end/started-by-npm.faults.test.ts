// Starts the server as the README does, by way of npm, and ends npm: no server stays behind that
// would hold the port.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../', import.meta.url));
const timeout = 60_000;

/** A command that serves; `closed` resolves once it and all that it started have ended. */
type Started = { child: ChildProcess; pid: number; url: string; closed: Promise<unknown> };

describe('a server that was started by way of npm', { skip: process.platform === 'win32' && 'no signals' }, () => {
	let folder: string;
	let started: Started | undefined;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'link-broker-'));
	});
	afterEach(() => {
		try {
			if (started) process.kill(-started.pid, 'SIGKILL');
		} catch {
			// All of it has ended.
		}
	});
	after(() => rm(folder, { recursive: true }));

	const start = async (command: string, ...words: string[]): Promise<Started> => {
		const child = spawn(command, words, {
			cwd: project,
			env: {
				PATH: process.env.PATH,
				HOME: process.env.HOME,
				DATABASE_URL: `sqlite:${join(folder, 'broker.db')}`,
				SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
				PORT: '0',
				LOG_LEVEL: 'warn',
			},
			stdio: ['ignore', 'pipe', 'pipe'],
			// A group of its own, as a terminal and systemd give it.
			detached: true,
		});
		let printed = '';
		child.stderr.on('data', (text) => (printed += text));
		const closed = once(child, 'close');
		const { promise, resolve, reject } = Promise.withResolvers<string>();
		child.stdout.on('data', (text) => {
			printed += text;
			const [, url] = /serving on (\S+)\n/.exec(printed) ?? [];
			if (url) resolve(url);
		});
		closed.then(() => reject(new Error(printed)));
		started = { child, pid: child.pid as number, url: '', closed };
		started.url = await promise;
		return started;
	};
	const assertEnds = async ({ url, closed }: Started, end: () => void) => {
		assert.equal((await fetch(`${url}/health/live`)).status, 200);
		end();
		await closed;
		await assert.rejects(fetch(`${url}/health/live`), TypeError);
	};

	const npmStart = ['npm', 'start'] as const;
	const npx = ['npx', 'link-broker', 'serve'] as const;
	type Case = { command: readonly [string, ...string[]]; alone: NodeJS.Signals[]; all: NodeJS.Signals[] };
	const cases: Case[] = [
		{ command: npmStart, alone: ['SIGTERM', 'SIGINT', 'SIGKILL'], all: ['SIGINT'] },
		// npx starts a shell that keeps SIGINT to itself; Ctrl-C goes to all of them.
		{ command: npx, alone: ['SIGTERM', 'SIGKILL'], all: ['SIGINT', 'SIGHUP'] },
	];
	for (const { command, alone, all } of cases) {
		for (const signal of alone) {
			it(`ends when \`${command.join(' ')}\` gets ${signal}`, { timeout }, async () => {
				const server = await start(...command);
				await assertEnds(server, () => process.kill(server.pid, signal));
			});
		}
		for (const signal of all) {
			it(`ends when \`${command.join(' ')}\` and all it started get ${signal}`, { timeout }, async () => {
				const server = await start(...command);
				await assertEnds(server, () => process.kill(-server.pid, signal));
			});
		}
	}

	it('ends in several processes when npm is killed', { timeout }, async () => {
		const server = await start('npx', 'link-broker', 'serve', '--processes', '2');
		await assertEnds(server, () => process.kill(server.pid, 'SIGKILL'));
	});
});
