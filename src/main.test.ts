// Tests of the command as a process: exit status, streams, what it says on an older Node.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../bin/link-broker.js', import.meta.url));

function run(words: readonly string[], environment: Record<string, string> = {}) {
	const { status, stdout, stderr } = spawnSync(process.execPath, words, {
		encoding: 'utf8',
		env: { PATH: process.env.PATH, ...environment },
	});
	return { status, stdout, stderr };
}

function newFolder(test: TestContext): string {
	const folder = mkdtempSync(join(tmpdir(), 'link-broker-'));
	test.after(() => rmSync(folder, { recursive: true }));
	return folder;
}

describe('link-broker', () => {
	it('shows help on standard output and nothing else', () => {
		const { status, stdout, stderr } = run([command, '--help']);
		assert.deepEqual([status, stderr], [0, '']);
		assert.ok(stdout.startsWith('Usage: link-broker '));
	});

	it('ends with the status of its command line', () => {
		const { status, stdout, stderr } = run([command, 'users', 'list'], { PORT: 'http' });
		assert.deepEqual([status, stdout], [2, '']);
		assert.match(stderr, /^link-broker: PORT is "http"/);
	});

	it('creates files for its own user only, whatever the mask of the shell', (test) => {
		const folder = newFolder(test);
		const data = join(folder, 'data');
		const before = process.umask(0);
		test.after(() => process.umask(before));
		const { status, stderr } = run([command, 'search', 'reindex'], {
			DATABASE_URL: `sqlite:${join(data, 'broker.db')}`,
			SEARCH_URL: `sqlite:${join(data, 'search.db')}`,
		});
		assert.equal(status, 0, stderr);
		const files = readdirSync(data);
		assert.ok(files.includes('broker.db') && files.includes('search.db'));
		for (const file of files) assert.equal(statSync(join(data, file)).mode & 0o777, 0o600, file);
		assert.equal(statSync(data).mode & 0o777, 0o700);
	});

	/** Runs a file as if by another Node. */
	const pretend = (version: string, file: string) =>
		run([
			'--input-type=module',
			'--eval',
			`Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
			process.argv = [process.execPath, ${JSON.stringify(file)}, '--help'];
			await import(${JSON.stringify(file)});`,
		]);

	it('runs on an older Node with the one that npm has installed beside it', () => {
		for (const version of ['20.20.2', '24.6.9', '24.7.0', '25.0.0']) {
			const { status, stdout, stderr } = pretend(version, command);
			assert.deepEqual([status, stderr], [0, ''], version);
			assert.ok(stdout.startsWith('Usage: link-broker '), version);
		}
	});

	it('reports in one line which Node it needs if there is none beside it', (test) => {
		const folder = newFolder(test);
		cpSync(dirname(command), folder, { recursive: true });
		const { status, stderr } = pretend('20.20.2', join(folder, 'link-broker.js'));
		assert.equal(status, 1);
		assert.match(stderr, /^link-broker needs Node.js 24.7 or newer; this is 20.20.2\..*\n$/);
	});

	describe('kept compiled for the next start', () => {
		it('lies in the folder that NODE_COMPILE_CACHE names', (test) => {
			const folder = newFolder(test);
			const { status } = run([command, '--version'], { NODE_COMPILE_CACHE: folder });
			assert.equal(status, 0);
			const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
				statSync(join(folder, file)),
			);
			const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
			assert.ok(bytes > 100_000, `${bytes} bytes`);
		});

		it('is omitted if no folder can be created', (test) => {
			const folder = newFolder(test);
			writeFileSync(join(folder, 'file'), '');
			const { status, stderr } = run([command, '--version'], { NODE_COMPILE_CACHE: join(folder, 'file', 'below') });
			assert.deepEqual([status, stderr], [0, '']);
		});
	});
});
