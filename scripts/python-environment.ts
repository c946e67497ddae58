// Makes an environment of Python with packages from PyPI, once for each set of them. Does not know
// what they are for.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../node_modules/.cache/link-broker/', import.meta.url));

/**
 * Answers the folder of an environment called `name` (`schemathesis/4.32.5`), after `requirements`, as
 * pip takes them, were installed in it where that has not been done.
 */
export async function pythonEnvironment(
	name: string,
	requirements: readonly string[],
	onInstall: () => void,
): Promise<string> {
	const folder = join(cache, name);
	if (existsSync(join(folder, 'installed'))) return folder;
	onInstall();
	// Programs in such a folder name it, so it cannot be made elsewhere and moved here.
	await rm(folder, { recursive: true, force: true });
	await run('python3', ['-m', 'venv', folder], 'Debian, Ubuntu: apt-get install python3-venv.');
	await run(join(folder, 'bin', 'pip'), ['install', '--quiet', ...requirements], 'It comes from PyPI.');
	await run('touch', [join(folder, 'installing')], '');
	await rename(join(folder, 'installing'), join(folder, 'installed'));
	return folder;
}

async function run(command: string, words: readonly string[], advice: string): Promise<void> {
	const child = spawn(command, words, { stdio: ['ignore', 'inherit', 'inherit'] });
	const [status] = await once(child, 'close');
	if (status !== 0) throw new Error(`${[command, ...words].join(' ')} ended with ${status}. ${advice}`);
}
