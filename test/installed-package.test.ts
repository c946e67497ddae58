// Packs the program, installs the package for all users as npm does, and uses what is then there, in
// an empty folder. It takes a minute and builds the pages anew: `npm run test:package`.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import packageDescription from '../package.json' with { type: 'json' };

const project = fileURLToPath(new URL('../', import.meta.url));
const skip = process.env.TEST_PACKAGE === undefined && 'npm run test:package';

describe('the package', { skip, timeout: 300_000 }, () => {
	let folder: string;
	let installed: string;
	let command: string;
	let environment: NodeJS.ProcessEnv;
	let server: ChildProcess;
	let url: string;

	before(async () => {
		folder = mkdtempSync(join(tmpdir(), 'link-broker-'));
		const npm = (...words: string[]) => execFileSync('npm', words, { cwd: project, encoding: 'utf8', stdio: 'pipe' });
		npm('pack', '--silent', '--pack-destination', folder);
		const [file = ''] = readdirSync(folder);
		npm('install', '--global', '--prefix', join(folder, 'all'), '--prefer-offline', join(folder, file));
		installed = join(folder, 'all', 'lib', 'node_modules', 'link-broker');
		command = join(folder, 'all', 'bin', 'link-broker');
		const work = join(folder, 'work');
		mkdirSync(work);
		// Without the project's own Node.js, which `npm run` puts first.
		const path = (process.env.PATH ?? '').split(':').filter((one) => !one.includes('node_modules'));
		environment = { PATH: path.join(':'), HOME: work, PORT: '0', LOG_LEVEL: 'warn', DRAIN_SECONDS: '0' };
		server = spawn(command, ['serve'], { cwd: work, env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
		url = await printed(server, /serving on (\S+)\n/);
	});
	after(async () => {
		server?.kill('SIGKILL');
		if (server && server.exitCode === null && server.signalCode === null) await once(server, 'exit');
		rmSync(folder, { recursive: true });
	});

	const run = (...words: string[]) =>
		execFileSync(command, words, { cwd: join(folder, 'work'), env: environment, encoding: 'utf8', stdio: 'pipe' });

	it('has what the program needs, its documents and examples, and nothing that only development needs', () => {
		for (const path of [
			'lib/main.js',
			'web/dist/index.html',
			'web/dist/server/server.js',
			'docs/reference/cli.md',
			'examples/cornerpy-1.json',
			'integrations/ojs',
			'ops',
			'clients',
		]) {
			assert.ok(existsSync(join(installed, path)), path);
		}
		for (const path of [
			'src',
			'test',
			'bench',
			'scripts',
			'web/src',
			'clients/typescript/test',
			'node_modules/vite',
			'node_modules/typescript',
		]) {
			assert.ok(!existsSync(join(installed, path)), path);
		}
	});

	it('prints its version, its help and the words of a shell', () => {
		assert.equal(run('--version').trim(), packageDescription.version);
		assert.match(run('events', 'load', '--help'), /JSON Lines/);
		assert.match(run('completion', 'bash'), /link-broker/);
	});

	it('serves its pages, and answers', async () => {
		const home = await (await fetch(`${url}/`)).text();
		const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(home) ?? [];
		const paths = [
			new URL(script, `${url}/`).pathname,
			'/docs',
			'/docs/run-examples.js',
			'/openapi.json',
			'/health/ready',
		];
		for (const path of paths) assert.equal((await fetch(`${url}${path}`)).status, 200, path);
	});

	it('keeps its data in the folder that it runs in, and finds what is loaded there', async () => {
		assert.match(run('events', 'load', join(installed, 'examples')), /^Loaded /);
		assert.ok(existsSync(join(folder, 'work', 'data', 'broker.db')));
		const response = await fetch(`${url}/relationships?id=10.21105/joss.00024&group_by=version&size=1`);
		assert.ok(Number(response.headers.get('x-total-count')) > 200);
	});

	it('draws the card of a work, with the library and the font that it brings along', async () => {
		const response = await fetch(`${url}/objects/doi/10.21105/joss.00024/card.png`);
		assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png']);
	});

	it('processes events in a worker, and stops when it is asked to', async () => {
		const worker = spawn(command, ['worker'], { cwd: join(folder, 'work'), env: environment, stdio: 'pipe' });
		await printed(worker, /(processing events)\n/);
		worker.kill('SIGTERM');
		assert.deepEqual(await once(worker, 'close'), [0, null]);
	});

	it('leaves no server behind that is killed', async () => {
		const closed = once(server, 'close');
		server.kill('SIGKILL');
		await closed;
		await assert.rejects(fetch(`${url}/health/live`), TypeError);
	});

	it('says what is missing where there is neither a Node.js that is new enough nor its own', (context) => {
		const node = '/usr/bin/node';
		const old = existsSync(node) ? execFileSync(node, ['--version'], { encoding: 'utf8' }) : '';
		if (!/^v2[0-3]\./.test(old)) return context.skip('no older Node.js at hand');
		rmSync(join(installed, 'node_modules', 'node'), { recursive: true });
		assert.throws(
			() => execFileSync(node, [join(installed, 'bin', 'link-broker.js'), '--version'], { stdio: 'pipe' }),
			({ status, stderr }) => status === 1 && /needs Node.js 24.7 or newer; this is 2/.test(String(stderr)),
		);
	});
});

/** Waits for what a process says when it is ready. */
async function printed(child: ChildProcess, ready: RegExp): Promise<string> {
	let text = '';
	const { promise, resolve, reject } = Promise.withResolvers<string>();
	child.stdout?.on('data', (more) => {
		text += more;
		const [, found] = ready.exec(text) ?? [];
		if (found) resolve(found);
	});
	child.once('exit', (status) => reject(new Error(`it ended with ${status}: ${text}`)));
	return promise;
}
