// Runs the receivers of webhooks that the guide shows, with the libraries of Standard Webhooks that npm
// and PyPI have, and sends them what a broker sends.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { LinkBroker } from '../../../clients/typescript/src/index.ts';
import { eventually, openProgram, type Program } from '../../../test/end-to-end/program.ts';
import { npmFolder, pythonEnvironment } from '../../foreign-packages.ts';
import { findFreePort } from '../../services/free-port.ts';
import { here } from './example-broker.ts';

const versions = { npm: '1.1.1', pypi: '1.1.0', flask: '3.1.3', hono: '4.13.19', nodeServer: '2.1.8' } as const;
const host = '127.0.0.1';
const cited = '10.5555/followed';

let program: Program;
let broker: LinkBroker;
let python: string;
let packages: string;
before(async () => {
	const installing = (registry: string) => () => console.log(`Installing receivers of webhooks from ${registry} …`);
	const name = `webhook-receivers/${Object.values(versions).join('-')}`;
	const fromNpm = ['standardwebhooks', 'hono', '@hono/node-server'];
	const [folder, environment] = await Promise.all([
		npmFolder(
			`${name}/npm`,
			[versions.npm, versions.hono, versions.nodeServer].map((version, at) => `${fromNpm[at]}@${version}`),
			installing('npm'),
		),
		pythonEnvironment(
			`${name}/pypi`,
			[`standardwebhooks==${versions.pypi}`, `flask==${versions.flask}`],
			installing('PyPI'),
		),
	]);
	[packages, python] = [folder, join(environment, 'bin', 'python')];
	program = await openProgram();
	const token = await program.token();
	const { url } = await program.serve({ SUBSCRIBER_PRIVATE_HOSTS: host });
	broker = new LinkBroker(url, { token });
});
after(() => program?.remove());

/** Reads the one block of a language in the guide that receives messages. */
async function blockOf(language: string): Promise<string> {
	const guide = await readFile(here('../../../docs/guides/following.md'), 'utf8');
	const blocks = [...guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, name]) => name === language);
	const [block, ...more] = blocks.map(([, , code = '']) => code).filter((code) => code.includes('standardwebhooks'));
	assert.ok(block !== undefined && more.length === 0, `the guide has ${blocks.length} receivers in ${language}`);
	return block;
}

type Receiver = { printed(): string; stop(): Promise<void> };
type Start = (code: string, folder: string, port: number) => Promise<ChildProcess>;

const receivers: Readonly<Record<string, { language: string; start: Start }>> = {
	[`standardwebhooks ${versions.pypi} of PyPI`]: {
		language: 'python',
		async start(code, folder, port) {
			await writeFile(join(folder, 'receiver.py'), code);
			return spawn(python, ['-u', '-m', 'flask', '--app', 'receiver', 'run', '--port', String(port)], {
				cwd: folder,
				stdio: 'pipe',
			});
		},
	},
	[`standardwebhooks ${versions.npm} of npm`]: {
		language: 'ts',
		async start(code, folder, port) {
			await symlink(join(packages, 'node_modules'), join(folder, 'node_modules'));
			const served = code.replace('serve(app)', `serve({ fetch: app.fetch, port: ${port}, hostname: '${host}' })`);
			await writeFile(join(folder, 'package.json'), '{"type":"module"}');
			await writeFile(join(folder, 'receiver.ts'), served);
			return spawn(process.execPath, ['receiver.ts'], { cwd: folder, stdio: 'pipe' });
		},
	},
};

/** Runs a receiver with this secret, until it listens. */
async function run({ language, start }: { language: string; start: Start }, secret: string, port: number) {
	const folder = await mkdtemp(join(program.folder, 'receiver-'));
	const block = await blockOf(language);
	assert.ok(block.includes('whsec_…'));
	const child = await start(block.replace('whsec_…', secret), folder, port);
	let printed = '';
	for (const stream of [child.stdout, child.stderr]) stream?.on('data', (more) => (printed += more));
	await eventually(
		() => canConnect(port),
		(does) => does || child.exitCode !== null,
		{ timeoutSeconds: 30 },
	);
	assert.equal(child.exitCode, null, printed);
	return {
		printed: () => printed,
		async stop() {
			if (child.kill()) await once(child, 'exit');
			await rm(folder, { recursive: true });
		},
	} satisfies Receiver;
}

async function canConnect(port: number): Promise<boolean> {
	const socket = connect(port, host);
	const connects = await once(socket, 'connect').then(
		() => true,
		() => false,
	);
	socket.destroy();
	return connects;
}

let submitted = 0;
/** Has a further work cite the followed one, and waits until the subscription has sent that. */
async function cite(id: number): Promise<string> {
	const title = `Citing work ${++submitted}`;
	const before = (await broker.subscriptions.deliveries(id)).length;
	await broker.submit([
		{
			Source: { Identifier: { ID: `10.5555/citing.${submitted}`, IDScheme: 'doi' }, Title: title, Type: 'literature' },
			RelationshipType: { Name: 'References', SubType: 'Cites', SubTypeSchema: 'DataCite' },
			Target: { Identifier: { ID: cited, IDScheme: 'doi' }, Type: { Name: 'software' } },
			LinkProvider: [{ Name: 'Tests' }],
			LinkPublicationDate: '2026-01-31',
		},
	]);
	await eventually(
		() => broker.subscriptions.deliveries(id),
		(deliveries) => deliveries.length > before && deliveries[0]?.status !== null,
		{ timeoutSeconds: 30 },
	);
	return title;
}

describe('the receiver of the guide in TypeScript', () => {
	it('has the right types', async () => {
		const folder = await mkdtemp(join(program.folder, 'types-'));
		await symlink(join(packages, 'node_modules'), join(folder, 'node_modules'));
		await writeFile(join(folder, 'package.json'), '{"type":"module"}');
		await writeFile(join(folder, 'receiver.ts'), await blockOf('ts'));
		const words = ['--noEmit', '--strict', '--module', 'nodenext', '--types', 'node', '--skipLibCheck'];
		const types = ['--typeRoots', here('../../../node_modules/@types')];
		const tsc = here('../../../node_modules/typescript/bin/tsc');
		const child = spawn(process.execPath, [tsc, ...words, ...types, 'receiver.ts'], { cwd: folder });
		const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
		assert.equal(child.exitCode, 0, output);
	});
});

for (const [library, receiver] of Object.entries(receivers))
	describe(`the receiver of the guide, with ${library}`, () => {
		let port: number;
		let id: number;
		let secret: string;
		let running: Receiver;
		before(async () => {
			port = await findFreePort();
			const filter = { ids: [cited] };
			const made = await broker.subscriptions.create({
				kind: 'webhook',
				address: `http://${host}:${port}/hook`,
				filter,
			});
			[id, secret] = [made.id, made.secret ?? ''];
			running = await run(receiver, secret, port);
		});
		after(async () => {
			await running?.stop();
			await broker.subscriptions.delete(id);
		});

		const newest = async () => (await broker.subscriptions.deliveries(id))[0];

		it('accepts a message that tries it', async () => {
			const { accepted, status } = await broker.subscriptions.test(id);
			assert.deepEqual([accepted, status], [true, 204], running.printed());
		});

		it('accepts and prints a new citation', async () => {
			const title = await cite(id);
			assert.equal((await newest())?.status, 204, running.printed());
			assert.match(running.printed(), new RegExp(`asserted .*${title}`, 's'));
		});

		it('accepts messages with the former secret while it is replaced, and with the new one', async () => {
			const replaced = await broker.subscriptions.rotate(id);
			await cite(id);
			assert.equal((await newest())?.status, 204, running.printed());
			await running.stop();
			running = await run(receiver, replaced, port);
			await cite(id);
			assert.equal((await newest())?.status, 204, running.printed());
		});

		it('refuses messages that another secret signs', async () => {
			await running.stop();
			running = await run(receiver, `whsec_${Buffer.alloc(32, 1).toString('base64')}`, port);
			const { accepted, status } = await broker.subscriptions.test(id);
			assert.deepEqual([accepted, status], [false, 500]);
		});
	});
