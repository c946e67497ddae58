// Tests the clients of the repository, each in its own language, against servers that they start:
// types in step with the interface, type checks, tests, READMEs and examples; and clients that were
// written for other services.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonEnvironment } from './foreign-packages.ts';

const USAGE = `Usage: npm run test:clients [-- typescript | python | existing]

Tests clients/typescript and clients/python, or one of them: types as the interface has them, type checks, tests against
servers of their own, the READMEs and the examples. Tests with existing clients, from npm and PyPI, that they read this
broker as they read the service that they were written for.
Exit status: 0 where all went well, 1 where something failed.`;

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PYTHON = join(ROOT, 'clients/python');

const parts = ['typescript', 'python', 'existing'];
const words = process.argv.slice(2);
if (words.includes('--help') || words.some((word) => !parts.includes(word))) {
	console.log(USAGE);
	process.exit(words.includes('--help') ? 0 : 1);
}
const asked = words.length > 0 ? words : parts;
const node = (...more: string[]) => run(process.execPath, more, ROOT);

if (!asked.every((part) => part === 'existing')) await node('--test', 'scripts/clients/client-types.test.ts');
if (asked.includes('typescript')) {
	await node('node_modules/typescript/bin/tsc', '-p', 'clients/typescript');
	await node('--test', 'clients/typescript/test/*.test.ts');
}
if (asked.includes('python')) await testPython();
const existing = ['existing-clients.ts', 'inspector.ts', 'notify-clients.ts', 'webhook-receivers.ts'].map(
	(file) => `scripts/clients/existing/${file}`,
);
if (asked.includes('existing')) await node('--test', ...existing);

/** Tests the package as it is installed. */
async function testPython(): Promise<void> {
	const described = readFileSync(join(PYTHON, 'pyproject.toml'));
	const key = createHash('sha256').update(described).digest('hex').slice(0, 16);
	const environment = await pythonEnvironment(`python-client/${key}`, [`${PYTHON}[test]`], () =>
		console.log('Installing what the Python client needs …'),
	);
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-client-'));
	try {
		const python = join(environment, 'bin', 'python');
		const installed = join(folder, 'site');
		const install = ['install', '--quiet', '--no-deps', '--no-build-isolation', '--target', installed, PYTHON];
		await run(python, ['-m', 'pip', ...install], folder);
		const variables = { PYTHONPATH: installed, PYTHONDONTWRITEBYTECODE: '1', NODE_EXECUTABLE: process.execPath };
		await run(python, ['-m', 'mypy', '--cache-dir', join(folder, 'mypy'), 'src', 'tests'], PYTHON);
		await run(python, ['-m', 'pytest', '-q'], PYTHON, variables);
	} finally {
		await rm(folder, { recursive: true });
	}
}

/** Runs a command to its end; ends this one where it fails. */
async function run(command: string, more: readonly string[], cwd: string, variables = {}): Promise<void> {
	const child = spawn(command, more, {
		cwd,
		env: { ...process.env, ...variables },
		stdio: ['ignore', 'inherit', 'inherit'],
	});
	const [status] = (await once(child, 'close')) as [number | null];
	if (status !== 0) {
		console.error(`${[command, ...more].join(' ')} ended with ${status}`);
		process.exit(1);
	}
}
