// The program starts before its database, or with settings that the database refuses. A service waits
// for the database, a command does not. The exit status is 2 only where other settings are needed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../scripts/services/free-port.ts';
import { refusal } from '../src/engines/postgres/messages.fixture.ts';
import { createSchema, type FreshSchema, skipPostgres } from '../src/engines/postgres/postgres.fixture.ts';
import { type Outcome, openProgram, type Program } from './end-to-end/program.ts';

const bin = fileURLToPath(new URL('../bin/link-broker.js', import.meta.url));

type Answer = (socket: Socket) => void;
const refuses =
	(code: string, words: string): Answer =>
	(socket) =>
		socket.end(refusal(code, words));

/** What a server that is about to start, or has just ended, does with a connection. */
const beginnings: Readonly<Record<string, Answer>> = {
	'resets the connection': (socket) => socket.resetAndDestroy(),
	'is starting up': refuses('57P03', 'the database system is starting up'),
	'ends its connections': refuses('57P01', 'terminating connection due to administrator command'),
	'has crashed': refuses('57P02', 'terminating connection because of crash of another server process'),
	'has no connection left': refuses('53300', 'sorry, too many clients already'),
	'is silent': () => undefined,
};

const services = [['serve'], ['serve', '--processes', '2'], ['worker']];

describe('a program whose database is unavailable', { skip: skipPostgres }, () => {
	let schema: FreshSchema;
	let program: Program;
	let answers: Answer[];
	/** The answer when those are used up; without it, the connection is passed on to the server. */
	let lastAnswer: Answer | undefined;
	let open: (afterMilliseconds: number) => Promise<void>;
	let close: () => void;
	before(async () => {
		schema = await createSchema();
	});
	after(() => schema.remove());
	beforeEach(async () => {
		const url = new URL(schema.url);
		const server = { host: url.hostname, port: Number(url.port) };
		const port = await findFreePort();
		Object.assign(url, { hostname: '127.0.0.1', port: String(port) });
		program = await openProgram({ DATABASE_URL: url.href, AUTO_MIGRATE: 'on', LOG_LEVEL: 'warn' });
		[answers, lastAnswer] = [[], undefined];
		const sockets = new Set<Socket>();
		const gate = createServer((near) => {
			sockets.add(near);
			near.on('error', () => undefined);
			near.once('data', (first) => {
				const answer = answers.shift() ?? lastAnswer;
				if (answer) return answer(near);
				const far = connect(server).on('error', () => near.destroy());
				near.on('close', () => far.destroy());
				far.write(first);
				near.pipe(far).pipe(near);
			});
		});
		open = async (afterMilliseconds) => {
			await sleep(afterMilliseconds);
			gate.listen(port, '127.0.0.1');
			await once(gate, 'listening');
		};
		close = () => {
			gate.close();
			for (const socket of sockets) socket.destroy();
		};
	});
	afterEach(async () => {
		close();
		await program.remove();
	});

	/** Runs a service to its end, and stops it as soon as it is ready. */
	const start = async (words: readonly string[]): Promise<Outcome> => {
		const child = spawn(process.execPath, [bin, ...words], { env: program.environment });
		let [output, errors] = ['', ''];
		child.stdout.on('data', (text) => {
			output += text;
			if (output.includes('\n')) child.kill('SIGTERM');
		});
		child.stderr.on('data', (text) => {
			errors += text;
		});
		const [status] = (await once(child, 'close')) as [number | null];
		return { status, output, errors };
	};

	for (const words of services) {
		it(`starts with ${words.join(' ')} once the database answers, and logs once that it waits`, async () => {
			answers = Object.values(beginnings).flatMap((answer) => [answer, answer]);
			const [{ status, errors, output }] = await Promise.all([start(words), open(2_000)]);
			assert.equal(status, 0, errors);
			assert.match(output, /Link Broker is/);
			const lines = errors.match(/"msg":"The database is unavailable; trying again for 60 seconds"/g);
			assert.equal(lines?.length, words.includes('--processes') ? 2 : 1, errors);
			assert.match(errors, /"cause":"[^"]+"/);
			assert.deepEqual(answers, []);
		});
	}

	for (const [what, answer] of Object.entries(beginnings)) {
		it(`fails with status 1 where a command finds that the database ${what}`, async () => {
			lastAnswer = answer;
			await open(0);
			const begunAt = performance.now();
			const { status, errors } = await program.run('tokens', 'list');
			assert.equal(status, 1, errors);
			assert.match(errors, /^link-broker: The database cannot be reached \(DATABASE_URL\)\.\n {2}cause: \S/);
			assert.ok(performance.now() - begunAt < 20_000);
		});
	}

	for (const [what, change] of Object.entries<(url: URL) => void>({
		'the password': (url) => Object.assign(url, { password: 'wrong' }),
		'the user': (url) => Object.assign(url, { username: 'nobody' }),
		'the database': (url) => Object.assign(url, { pathname: '/missing' }),
	})) {
		it(`ends with status 2 at once where the server refuses ${what}`, async () => {
			await open(0);
			const url = new URL(schema.url);
			change(url);
			program.environment.DATABASE_URL = url.href;
			for (const words of services) {
				const { status, errors } = await start(words);
				assert.equal(status, 2, errors);
				assert.match(errors, /link-broker: The server of DATABASE_URL refuses it: .*\n/);
				assert.doesNotMatch(errors, /trying again/);
			}
		});
	}
});

describe('serve --processes 2', () => {
	it('ends with status 1 where its processes fail, though not by their settings', async () => {
		const program = await openProgram();
		await program.output('users', 'list');
		// A database of another program version.
		const { DatabaseSync } = await import('node:sqlite');
		const path = (program.environment.DATABASE_URL ?? '').replace('sqlite:', '');
		const database = new DatabaseSync(path);
		database.exec("insert into schema_migration values (9999, 'of the future', '2100-01-01')");
		database.close();
		const { status, errors } = await program.run('serve', '--processes', '2');
		assert.equal(status, 1, errors);
		await program.remove();
	});
});
