// Tests the built package: checks the types of the README and the examples, and runs them.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Outcome, openProgram, type Program, type Server } from '../../../test/end-to-end/program.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const client = join(root, 'clients/typescript');
const example = (number: number) => join(root, `examples/cornerpy-${number}.json`);

let folder: string;
let program: Program;
let server: Server;
let token: string;
before(async () => {
	folder = await mkdtemp(join(tmpdir(), 'link-broker-client-'));
	await buildPackage();
	await cp(join(client, 'examples'), folder, { recursive: true });
	const readme = await readFile(join(client, 'README.md'), 'utf8');
	const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
	await writeFile(
		join(folder, 'readme.ts'),
		blocks.join('\n').replace("'https://links.example.org'", "process.env.LINK_BROKER_URL ?? ''"),
	);
	program = await openProgram();
	token = await program.token();
	await program.output('events', 'load', ...[1, 2, 3].map(example));
	server = await program.serve();
});
after(async () => {
	await program.remove();
	await rm(folder, { recursive: true });
});

/** Runs a command in the folder to its end. */
async function run(words: readonly string[], input = ''): Promise<Outcome> {
	const environment = { ...process.env, LINK_BROKER_URL: server?.url, LINK_BROKER_TOKEN: token };
	const child = spawn(process.execPath, words, { cwd: folder, env: environment, stdio: 'pipe' });
	child.stdin.end(input);
	let output = '';
	let errors = '';
	child.stdout.on('data', (text) => (output += text));
	child.stderr.on('data', (text) => (errors += text));
	const [status] = (await once(child, 'close')) as [number | null];
	return { status, output, errors };
}

/** Runs an example that must succeed. */
async function outputOf(words: readonly string[], input?: string): Promise<string> {
	const { status, output, errors } = await run(words, input);
	assert.equal(status, 0, `${words.join(' ')}: ${errors}${output}`);
	return output;
}

const tsc = join(root, 'node_modules/typescript/bin/tsc');

/** Installs the built package in the folder. */
async function buildPackage(): Promise<void> {
	const installed = join(folder, 'node_modules/link-broker-client');
	await mkdir(installed, { recursive: true });
	await symlink(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'));
	await cp(join(client, 'package.json'), join(installed, 'package.json'));
	await outputOf([tsc, '-p', join(client, 'tsconfig.build.json'), '--outDir', join(installed, 'dist')]);
	await writeFile(join(folder, 'package.json'), '{"type":"module"}');
}

describe('the built package', () => {
	it('has types that fit the README and the examples', async () => {
		const files = (await readdir(folder)).filter((file) => file.endsWith('.ts'));
		const strictly = ['--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--lib', 'es2022,dom'];
		await outputOf([tsc, '--noEmit', '--module', 'nodenext', ...strictly, '--types', 'node', ...files]);
	});

	it('does what the README says', async () => {
		const output = await outputOf(['readme.ts']);
		for (const line of [
			/^2018MNRAS\.473\.\.210S/m,
			/^102 \[/m,
			/^linked|^versions/m,
			/^asserted 2026-01-31$/m,
			/^1 whsec_/m,
			/^not-found 404/m,
		]) {
			assert.match(output, line);
		}
	});
});

describe('the examples', () => {
	it('print the works that cite a work', async () => {
		const lines = (await outputOf(['cited-by.ts', '10.21105/joss.00024'])).trim().split('\n');
		assert.equal(lines.length, 203);
	});

	it('print how often works are cited', async () => {
		const output = await outputOf(['counts.ts'], '10.21105/joss.00024\n10.5555/nothing\nno identifier\n');
		assert.match(output, /^10\.21105\/joss\.00024\t\d+\n10\.5555\/nothing\tnot known\nno identifier\t\S.*\n$/);
	});

	it('submit a file, and print its errors with their places', async () => {
		assert.match(await outputOf(['submit-file.ts', example(2)]), /^[0-9a-f-]{36}: \d+ new relationships\n$/);
		const links = JSON.parse(await readFile(example(2), 'utf8'));
		links[1].LinkPublicationDate = 'soon';
		await writeFile(join(folder, 'wrong.json'), JSON.stringify(links));
		const { status, errors } = await run(['submit-file.ts', 'wrong.json']);
		assert.equal(status, 1);
		assert.match(errors, /^invalid-links: .*\nwrong\.json#\/1\/LinkPublicationDate: /);
	});
});
