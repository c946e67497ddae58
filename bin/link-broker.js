#!/usr/bin/env node
// The command `link-broker`: finds a recent Node.js, then runs the command line. Old versions of
// Node.js must be able to parse this file, so newer features are not imported by name.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
const inProject = (path) => new URL(`../${path}`, import.meta.url);

// The version with node:sqlite, type stripping, and Argon2 in node:crypto, the newest of these.
if (major > 24 || (major === 24 && minor >= 7)) {
	// Keeps compiled code for the next start. Threads find the folder in the environment. If the
	// folder is read-only (a container), every start compiles again.
	process.env.NODE_COMPILE_CACHE ??= fileURLToPath(inProject('node_modules/.cache/link-broker'));
	module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
	// An installed package has the program without types instead of the sources; see write-package.ts.
	const program = existsSync(inProject('src/main.ts')) ? 'src/main.ts' : 'lib/main.js';
	const { main } = await import(inProject(program).href);
	await main();
} else {
	const { runWithOwnNode } = await import('./own-node.js');
	await runWithOwnNode(process.argv.slice(1));
}
