#!/usr/bin/env node
// The command `link-broker`: finds a Node.js that is new enough, then runs the command line. Plain
// JavaScript that an old Node reads as well: what it lacks is no named import.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
const inProject = (path) => new URL(`../${path}`, import.meta.url);

// node:sqlite, type stripping, and Argon2 in node:crypto, the youngest of the three.
if (major > 24 || (major === 24 && minor >= 7)) {
	// Keeps compiled code for the next start. Threads find the folder in the environment. Where the
	// folder cannot be written (a container), every start compiles again.
	process.env.NODE_COMPILE_CACHE ??= fileURLToPath(inProject('node_modules/.cache/link-broker'));
	module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
	// An installed package has no sources, but the program without types; see write-package.ts.
	const program = existsSync(inProject('src/main.ts')) ? 'src/main.ts' : 'lib/main.js';
	const { main } = await import(inProject(program).href);
	await main();
} else {
	const { runWithOwnNode } = await import('./own-node.js');
	await runWithOwnNode(process.argv.slice(1));
}
