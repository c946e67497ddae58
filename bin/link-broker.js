#!/usr/bin/env node
// The command `link-broker`: checks the version of Node, then runs the command line. Plain
// JavaScript that an old Node reads as well: what it lacks is no named import.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);

// node:sqlite, type stripping, and Argon2 in node:crypto, the youngest of the three.
if (major > 24 || (major === 24 && minor >= 7)) {
	// Keeps compiled code for the next start. Threads find the folder in the environment. Where the
	// folder cannot be written (a container), every start compiles again.
	process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/link-broker', import.meta.url));
	module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
	const { main } = await import('../src/main.ts');
	await main();
} else {
	console.error(
		`link-broker needs Node.js 24.7 or newer; this is ${process.versions.node}. ` +
			'After `npm ci`, `npx link-broker` and `npm start` use the right one.',
	);
	process.exitCode = 1;
}
