// A real browser and a real broker for tests of the pages, with the example links, those of corner.py,
// a failed event, and an operator.
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { exampleLinks } from './example-links.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'bin', 'link-broker.js');
const run = promisify(execFile);
const startSeconds = 30;

/** Who may sign in to the broker of the fixture, with the role admin. */
export const operator = { email: 'ada@example.org', password: 'correct horse battery' } as const;

/** The event that failed, and why. */
export const failure = {
	eventId: '0b6f3c6e-8f0e-4c49-9d43-6f1f0f3c2f51',
	reason: 'The disk is full: nothing could be written. Make room, then run the event again.',
} as const;

/** Finds Chromium: CHROMIUM_PATH, otherwise the usual places; undefined if there is none. */
export function findChromium(): string | undefined {
	const places = [
		process.env.CHROMIUM_PATH,
		'/usr/bin/chromium',
		'/usr/bin/chromium-browser',
		'/usr/bin/google-chrome',
	];
	return places.find((place) => place !== undefined && existsSync(place));
}

/** Starts a browser that asks nobody anything by itself. */
export async function startBrowser(executablePath: string): Promise<Browser> {
	const quiet = [
		'--disable-quic',
		'--no-first-run',
		'--disable-background-networking',
		'--disable-component-update',
		'--disable-sync',
	];
	// Chromium has no sandbox for root, under which containers often run tests.
	const rootless = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
	return chromium.launch({ executablePath, args: [...quiet, ...rootless, '--disable-gpu'] });
}

/**
 * Starts a broker with the example's links; TEST_BROKER_URL names one that runs already and has them,
 * which serves where no settings are asked for.
 */
export async function startTestBroker(
	settings?: Readonly<Record<string, string>>,
): Promise<{ url: string; stop(): Promise<void> }> {
	if (process.env.TEST_BROKER_URL && !settings)
		return { url: process.env.TEST_BROKER_URL, stop: async () => undefined };
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-web-'));
	const port = await freePort();
	const env = {
		...process.env,
		HOST: '127.0.0.1',
		PORT: String(port),
		DATABASE_URL: `sqlite:${join(folder, 'broker.db')}`,
		SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
		LOG_LEVEL: 'warn',
		...settings,
	};
	const command = (...args: string[]) => run(process.execPath, [program, ...args], { env });
	const links = join(folder, 'links.json');
	await writeFile(links, JSON.stringify(exampleLinks()));
	await command('events', 'load', links, ...[1, 2, 3].map((part) => join(root, 'examples', `cornerpy-${part}.json`)));
	const failed = join(folder, 'failed.jsonl');
	await writeFile(failed, failedEvent());
	await command('events', 'import', failed);
	await command('users', 'create', operator.email, '-a', `--password=${operator.password}`);
	await command('roles', 'create', 'admin');
	await command('roles', 'add', operator.email, 'admin');
	const broker = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
	const ended = new Promise<void>((resolve) => broker.once('exit', () => resolve()));
	await new Promise<void>((resolve, reject) => {
		const fail = (why: string) => {
			broker.kill('SIGKILL');
			reject(new Error(`The broker ${why}.`));
		};
		const patience = setTimeout(() => fail(`does not serve after ${startSeconds} seconds`), startSeconds * 1000);
		broker.stdout.once('data', () => {
			clearTimeout(patience);
			resolve();
		});
		broker.once('exit', (code) => {
			clearTimeout(patience);
			fail(`ended with ${code} before it served`);
		});
	});
	return {
		url: `http://127.0.0.1:${port}`,
		async stop() {
			broker.kill('SIGTERM');
			await ended;
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/**
 * Writes the export of a failed event of another broker: an event in Error stays
 * so when it is imported.
 */
function failedEvent(): string {
	const payload = JSON.stringify(exampleLinks().slice(0, 1));
	const event = {
		event_id: failure.eventId,
		status: 'Error',
		noindex: false,
		searchable: false,
		submitter: null,
		created_at: '2026-01-15T12:00:00.000Z',
		links: 1,
		failure: { reason: failure.reason, attempts: 5, started_at: null, finished_at: null },
		encoding: 'text',
		payload,
	};
	const end = { end: { events: 1, users: 0, roles: 0, tokens: 0 } };
	return `${JSON.stringify(event)}\n${JSON.stringify(end)}\n`;
}

async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	await new Promise<void>((resolve) => server.close(() => resolve()));
	if (address === null || typeof address === 'string') throw new Error('There is no free port.');
	return address.port;
}
