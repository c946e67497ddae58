// Keeps packages from PyPI and npm that only tests run, each set in a folder of its own, made once.
// Does not know what they are for.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../node_modules/.cache/link-broker/', import.meta.url));

/**
 * Answers the folder of an environment of Python called `name` (`schemathesis/4.32.5`), after the
 * requirements, as pip takes them, were installed in it where that has not been done. Packages that are
 * `alone` are installed without what they need, whatever version of Python they ask for.
 */
export function pythonEnvironment(
	name: string,
	requirements: readonly string[],
	onInstall: () => void,
	alone: readonly string[] = [],
): Promise<string> {
	return madeOnce(name, onInstall, async (folder) => {
		await run('python3', ['-m', 'venv', folder], 'Debian, Ubuntu: apt-get install python3-venv.');
		const install = (...words: readonly string[]) =>
			run(join(folder, 'bin', 'pip'), ['install', '--quiet', ...words], 'It comes from PyPI.');
		await install(...requirements);
		if (alone.length > 0) await install('--no-deps', '--ignore-requires-python', ...alone);
	});
}

/**
 * Answers the folder called `name` in whose `node_modules` the packages, as npm takes them, are, after
 * they were installed where that has not been done. Their own scripts are not run.
 */
export function npmFolder(name: string, packages: readonly string[], onInstall: () => void): Promise<string> {
	return madeOnce(name, onInstall, async (folder) => {
		await mkdir(folder, { recursive: true });
		await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
		const options = ['--prefix', folder, '--silent', '--ignore-scripts', '--no-audit', '--no-fund'];
		await run('npm', ['install', ...options, ...packages], 'It comes from npm.');
	});
}

async function madeOnce(name: string, onInstall: () => void, make: (folder: string) => Promise<void>): Promise<string> {
	const folder = join(cache, name);
	if (existsSync(join(folder, 'installed'))) return folder;
	onInstall();
	// Programs in such a folder name it, so it cannot be made elsewhere and moved here.
	await rm(folder, { recursive: true, force: true });
	await make(folder);
	await writeFile(join(folder, 'installing'), '');
	await rename(join(folder, 'installing'), join(folder, 'installed'));
	return folder;
}

async function run(command: string, words: readonly string[], advice: string): Promise<void> {
	const child = spawn(command, words, { stdio: ['ignore', 'inherit', 'inherit'] });
	const [status] = await once(child, 'close');
	if (status !== 0) throw new Error(`${[command, ...words].join(' ')} ended with ${status}. ${advice}`);
}
