#!/usr/bin/env node
// The command `link-broker`: checks the version of Node, then runs the command line, out of the bundle or the sources. Plain JavaScript, since an older Node cannot read the rest.
import { readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);

// node:sqlite, type stripping, and Argon2 in node:crypto, the youngest of the three.
if (major > 24 || (major === 24 && minor >= 7)) {
	startAgainWithFlags();
	// Code is kept compiled, and types stripped, for the next start, which takes half the time then. Threads find the folder in the environment.
	process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/link-broker', import.meta.url));
	const { enableCompileCache } = await import('node:module');
	// Where nothing can be written there (a system's folder, a container) the start takes its time.
	enableCompileCache(process.env.NODE_COMPILE_CACHE);
	const bundled = bundleIsCurrent();
	const { shareRooms } = await import(bundled ? '../dist/native-memory.js' : '../src/native-memory.ts');
	shareRooms();
	const { main } = await import(bundled ? '../dist/main.js' : '../src/cli/main.ts');
	await main();
} else {
	console.error(
		`link-broker needs Node.js 24.7 or newer; this is ${process.versions.node}. ` +
			'After `npm ci`, `npx link-broker` and `npm start` use the right one.',
	);
	process.exitCode = 1;
}

/**
 * Has Node.js begin anew, as the same process, with flags that only its start can set, where a command works with several threads and nobody has set them; see
 * docs/decisions/0019-flags-of-node.md. Where the system cannot do that (Windows), or it is not allowed, the command goes on as it is.
 */
function startAgainWithFlags() {
	const several = /^(?:serve|worker|load|reindex|rebuild)$/;
	if (!process.argv.slice(2, 4).some((word) => several.test(word)) || process.send) return;
	// Before, Node.js aborts where the system refuses; and where it may not, it would warn each time.
	if (major < 26 || process.permission?.has('child') === false) return;
	const given = `${process.env.NODE_OPTIONS ?? ''} ${process.execArgv.join(' ')}`.replaceAll('_', '-');
	const wanted = [
		`--v8-pool-size=${Math.min(4, Math.max(1, availableParallelism() - 1))}`,
		'--max-semi-space-size=8',
		'--expose-gc',
		// Node.js documents the others. With one that a later V8 has given up it would not start.
		...(major === 26 ? ['--heap-growing-percent=50', '--no-allocation-site-pretenuring'] : []),
	];
	const nameOf = (flag) => flag.replace(/^--(?:no-)?|=.*$/g, '');
	const flags = wanted.filter((flag) => !given.includes(nameOf(flag)));
	if (flags.length === 0) return;
	try {
		process.execve(process.execPath, [process.execPath, ...flags, ...process.execArgv, ...process.argv.slice(1)]);
	} catch {
		// Slower, and with more memory.
	}
}

/** Tells whether there is a bundle (`npm run build`) that is younger than all that it is made of; to look at 400 files and folders takes some 4 ms. */
function bundleIsCurrent() {
	const file = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
	const changed = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
	const bundled = changed(file('dist/main.js'));
	const sources = file('src');
	const within = () => [sources, ...readdirSync(sources, { recursive: true }).map((path) => `${sources}/${path}`)];
	return (
		bundled > 0 &&
		[file('package-lock.json'), file('vite.config.ts'), ...within()].every((path) => changed(path) < bundled)
	);
}
