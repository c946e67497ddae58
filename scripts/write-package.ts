// Writes the program as an installed package needs it, to lib/: Node.js strips no types inside
// node_modules, so they are taken out here. It changes nothing else, and keeps every line in its
// place.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = new URL('../', import.meta.url);
const forTests = /\.(test|contract|model|fixture|arbitrary)\.ts$|\/fixtures\//;
// `from './x.ts'`, `import('./x.ts')`, and the files of threads, which are named in strings.
const ownFile = /(['"]\.{1,2}\/[^'"\n]*)\.ts(?=['"])/g;

/** Takes the types out of a source, and lets it name the other files as they are called then. */
export function withoutTypes(source: string): string {
	return stripTypeScriptTypes(source).replace(ownFile, '$1.js');
}

/** Writes the sources of `from`, without what only tests need, to `to`. */
export function writeProgram(from: string, to: string): void {
	rmSync(to, { recursive: true, force: true });
	for (const file of readdirSync(from, { recursive: true, withFileTypes: true })) {
		const source = join(file.parentPath, file.name);
		if (!file.isFile() || forTests.test(source.replaceAll('\\', '/'))) continue;
		const target = join(to, source.slice(from.length));
		mkdirSync(dirname(target), { recursive: true });
		if (!source.endsWith('.ts')) cpSync(source, target);
		else writeFileSync(target.replace(/\.ts$/, '.js'), withoutTypes(readFileSync(source, 'utf8')));
	}
}

if (import.meta.main) {
	writeProgram(fileURLToPath(new URL('src/', project)), fileURLToPath(new URL('lib/', project)));
}
