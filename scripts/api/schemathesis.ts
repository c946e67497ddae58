// Runs schemathesis, which asks an interface what its OpenAPI description promises; installs it
// once into a folder of its own. Does not know what is asked.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = '4.32.5';
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/link-broker/schemathesis/', import.meta.url));

/** Says where the program is, after it was installed where that has not been done. */
export async function installSchemathesis(onInstall: () => void): Promise<string> {
	const folder = join(CACHE, VERSION);
	const program = join(folder, 'bin', 'schemathesis');
	if (existsSync(join(folder, 'installed'))) return program;
	onInstall();
	// Programs in such a folder name it, so it cannot be made elsewhere and moved here.
	await rm(folder, { recursive: true, force: true });
	await run('python3', ['-m', 'venv', folder], 'Debian, Ubuntu: apt-get install python3-venv.');
	await run(join(folder, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`], 'It comes from PyPI.');
	await run('touch', [join(folder, 'installing')], '');
	await rename(join(folder, 'installing'), join(folder, 'installed'));
	return program;
}

async function run(command: string, words: readonly string[], advice: string): Promise<void> {
	const child = spawn(command, words, { stdio: ['ignore', 'inherit', 'inherit'] });
	const [status] = await once(child, 'close');
	if (status !== 0) throw new Error(`${[command, ...words].join(' ')} ended with ${status}. ${advice}`);
}
