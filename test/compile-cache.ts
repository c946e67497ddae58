// Keeps what is compiled of the program for the next file of tests, each of which is a process of
// its own, and for the next run: `node --test --import ./test/compile-cache.ts`.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Where the program keeps its own. Threads and further processes find the folder in the environment.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/link-broker', import.meta.url));
enableCompileCache(process.env.NODE_COMPILE_CACHE);
