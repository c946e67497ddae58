// Runs the command with the Node.js that npm has installed beside it, from the package `node`. A
// global installation may find an older one first.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';

/** Runs the arguments with that Node.js, forwards signals, and exits with the same status. */
export async function runWithOwnNode(words) {
	const node = findOwnNode();
	if (node === undefined) {
		console.error(
			`link-broker needs Node.js 24.7 or newer; this is ${process.versions.node}. Install a newer one, or let npm ` +
				'install its own beside the command, for which the package `node` runs a script: in a clone `npm ci`, ' +
				'and else `npm install --global --allow-scripts=node` with the package of the command.',
		);
		process.exitCode = 1;
		return;
	}
	// If this process is killed, the child ends by itself; see src/app/stop.ts.
	const environment = { ...process.env, LINK_BROKER_LAUNCHED: '1' };
	const child = spawn(node, words, { stdio: 'inherit', env: environment });
	for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
	const [status, signal] = await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (...ended) => resolve(ended));
	});
	process.exitCode = signal ? 128 + constants.signals[signal] : status;
}

function findOwnNode() {
	try {
		const file = createRequire(import.meta.url)
			.resolve('node/package.json')
			.replace(/package\.json$/, 'bin/node');
		const found = [file, `${file}.exe`].find((path) => existsSync(path));
		return found;
	} catch {
		return undefined;
	}
}
