// Asks a server what its OpenAPI description promises, with schemathesis and all of its checks: as
// nobody, as a submitter and as an administrator.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openProgram, type Program, type Server } from '../test/end-to-end/program.ts';
import { installSchemathesis } from './api/schemathesis.ts';

const USAGE = `Usage: npm run test:api [-- <options of schemathesis run>]

Starts a server with accounts and links of its own and asks it, as nobody, as a submitter and as an administrator, what
its description promises. Options go to schemathesis (--max-examples 200 --seed 7 --include-path /why).
Exit status: 0 where nothing was found, 1 where something was.`;

const FOLDER = fileURLToPath(new URL('api/', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../examples/', import.meta.url));
const PASSWORD = 'correct horse';

/** Whoever asks, with the headers that say so and the operations that are left out. */
type Sender = { name: string; headers: Record<string, string>; without: readonly string[] };

const options = process.argv.slice(2);
if (options.includes('--help')) {
	console.log(USAGE);
	process.exit(0);
}
process.exit((await testInterface()) ? 0 : 1);

/** Answers whether nothing was found. */
async function testInterface(): Promise<boolean> {
	const schemathesis = await installSchemathesis(() => console.log('Installing schemathesis …'));
	const program = await openProgram();
	try {
		await program.token('submitter@example.org');
		for (const role of ['admin', 'curator']) await program.output('roles', 'create', role);
		await program.token('operator@example.org');
		await program.token('machine@example.org');
		for (const email of ['operator', 'machine']) await program.output('roles', 'add', `${email}@example.org`, 'admin');
		await program.output('events', 'load', join(EXAMPLES, 'cornerpy-1.json'), join(EXAMPLES, 'cornerpy-3.json'));
		const server = await program.serve();
		let found = false;
		for (const sender of await senders(program, server)) {
			console.log(`\nAs ${sender.name}:`);
			found = (await ask(schemathesis, server, sender)) !== 0 || found;
		}
		await server.stop();
		return !found;
	} finally {
		await program.remove();
	}
}

async function senders(program: Program, server: Server): Promise<Sender[]> {
	const tokenOf = async (email: string) =>
		(await program.output('tokens', 'create', '--name', 'interface', '--user', email)).trim();
	const token = await tokenOf('submitter@example.org');
	await subscribe(server, token);
	return [
		{ name: 'nobody', headers: {}, without: [] },
		{ name: 'a submitter', headers: { Authorization: `Bearer ${token}` }, without: [] },
		{
			name: 'an administrator',
			// The session is that of another account than the token, which it could revoke.
			headers: {
				Authorization: `Bearer ${await tokenOf('machine@example.org')}`,
				...(await signIn(server, 'operator@example.org')),
			},
			// It would end the session with which everything else is asked.
			without: ['DELETE /session'],
		},
	];
}

/** Makes as many subscriptions as the examples of the description need, which name number 7. */
async function subscribe(server: Server, token: string): Promise<void> {
	const body = { kind: 'webhook', address: 'https://receiver.invalid/hook', filter: { prefix: '10.5281' } };
	for (let made = 0; made < 7; made++)
		await fetch(`${server.url}/subscriptions`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
			body: JSON.stringify(body),
		});
}

async function signIn(server: Server, email: string): Promise<Record<string, string>> {
	const response = await fetch(`${server.url}/session`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ email, password: PASSWORD }),
	});
	const { csrf_token: csrfToken } = (await response.json()) as { csrf_token: string };
	const [cookie = ''] = (response.headers.get('Set-Cookie') ?? '').split(';');
	return { Cookie: cookie, 'X-CSRF-Token': csrfToken };
}

/** Runs schemathesis to its end in a folder of its own; answers its exit status. */
async function ask(schemathesis: string, { url }: Server, { headers, without }: Sender): Promise<number> {
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-api-'));
	try {
		const words = [
			...['--config-file', join(FOLDER, 'schemathesis.toml'), 'run', `${url}/openapi.json`],
			...['--phases', 'examples,coverage,fuzzing', '--max-examples', '6', '--seed', '1', '--no-color'],
			...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
			...without.flatMap((operation) => ['--exclude-name', operation]),
			...options,
		];
		const child = spawn(schemathesis, words, {
			cwd: folder,
			env: { ...process.env, PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: '1', SCHEMATHESIS_HOOKS: 'checks' },
			stdio: ['ignore', 'inherit', 'inherit'],
		});
		const [status] = (await once(child, 'close')) as [number | null];
		return status ?? 1;
	} finally {
		await rm(folder, { recursive: true });
	}
}
