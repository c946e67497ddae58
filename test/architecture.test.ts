// Asserts which parts of the source may import which, and the other rules about files that can be
// checked.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob, relative, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the files of a part may import beside their own part. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
	errors: [],
	'service-calls': [],
	network: [],
	clock: [],
	settings: ['errors', 'network'],
	log: ['settings'],
	identifiers: [],
	links: ['identifiers'],
	search: ['links', 'errors'],
	formats: ['links', 'identifiers', 'errors'],
	store: ['links', 'identifiers', 'search', 'errors'],
	ports: ['store', 'links', 'identifiers', 'search', 'errors'],
	engines: ['store', 'ports', 'links', 'identifiers', 'search', 'errors', 'service-calls'],
	accounts: ['store', 'errors'],
	broker: ['store', 'ports', 'formats', 'links', 'identifiers', 'search', 'errors', 'clock', 'network'],
	harvest: ['broker', 'store', 'ports', 'formats', 'links', 'identifiers', 'errors', 'clock', 'network'],
	delivery: ['broker', 'store', 'formats', 'links', 'identifiers', 'errors', 'clock', 'network'],
	http: ['broker', 'accounts', 'formats', 'links', 'identifiers', 'settings', 'errors', 'service-calls'],
	cli: ['broker', 'harvest', 'accounts', 'formats', 'links', 'identifiers', 'search', 'settings', 'errors'],
	app: ['*'],
	main: ['*'],
};

/** Implementations that only compose (and what lies beside them) may know. */
const implementations = ['src/engines/'];

const sources = readdirSync(resolve(root, 'src'), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => `src/${file.replaceAll('\\', '/')}`);
const isTest = (file: string) => /\.(test|contract|model|fixture|arbitrary)\.ts$/.test(file);
const partOf = (file: string) => file.replace(/^src\//, '').split(/[/.]/)[0] as string;

function importsOf(file: string): { target: string; typeOnly: boolean; dynamic: boolean }[] {
	const text = readFileSync(resolve(root, file), 'utf8');
	const found = text.matchAll(/(import|export)\s+(type\s)?[^'";]*?from\s*'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)/g);
	return [...found].map(([, , typeOnly, fixed, dynamic]) => ({
		target: relative(root, resolve(root, dirname(file), (fixed ?? dynamic) as string)).replaceAll('\\', '/'),
		typeOnly: typeOnly !== undefined,
		dynamic: fixed === undefined,
	}));
}

describe('the source', () => {
	for (const file of sources.filter((file) => !isTest(file))) {
		it(`${file} imports only what its part may`, () => {
			const part = partOf(file);
			const allowed = mayImport[part];
			assert.ok(allowed, `${part} is not in the table`);
			for (const { target } of importsOf(file)) {
				if (!target.startsWith('src/')) continue;
				const other = partOf(target);
				assert.ok(other === part || allowed.includes('*') || allowed.includes(other), `${file} imports ${target}`);
				const hidden = implementations.find((folder) => target.startsWith(folder));
				if (!hidden || allowed.includes('*')) continue;
				const home = hidden.slice(0, -1);
				assert.ok(file.startsWith(`${home}/`), `${file} knows an implementation: ${target}`);
			}
		});
	}

	it('has no cycle of imports', () => {
		const graph = new Map(sources.map((file) => [file, importsOf(file).filter(({ typeOnly }) => !typeOnly)]));
		const done = new Set<string>();
		const visit = (file: string, path: readonly string[]): void => {
			assert.ok(!path.includes(file), `a cycle: ${[...path.slice(path.indexOf(file)), file].join(' -> ')}`);
			if (done.has(file)) return;
			for (const { target } of graph.get(file) ?? []) visit(target, [...path, file]);
			done.add(file);
		};
		for (const file of sources) visit(file, []);
	});

	it('loads two packages into the background threads as they start: the log and the names of characters', () => {
		const loaded = new Set<string>();
		const packages = new Set<string>();
		const visit = (file: string): void => {
			if (loaded.has(file)) return;
			loaded.add(file);
			const text = readFileSync(resolve(root, file), 'utf8');
			const fixed = text.matchAll(/^import (?!type )[^'"]*from '([^.'][^':]*)';$/gm);
			for (const [, name] of fixed) packages.add(name as string);
			for (const { target, typeOnly, dynamic } of importsOf(file)) if (!typeOnly && !dynamic) visit(target);
		};
		for (const file of ['src/app/records-thread.ts', 'src/app/index-thread.ts']) visit(file);
		assert.ok(loaded.has('src/broker/apply-event.ts'));
		// Titles are read for the index in these threads, and HTML names 2,125 characters.
		assert.deepEqual([...packages].sort(), ['entities/decode', 'pino']);
	});

	it('begins every file with a sentence that says what it is', () => {
		for (const file of sources.filter((file) => !file.endsWith('.test.ts'))) {
			const [head = ''] = /^(?:\/\/.*\n)+/.exec(readFileSync(resolve(root, file), 'utf8')) ?? [];
			assert.match(head.replaceAll(/\n?\/\/ ?/g, ' ').trim(), /^[^.]{20,}[.]/, file);
		}
	});

	it('has no file or folder with a name that says nothing', () => {
		for (const file of sources) assert.doesNotMatch(file, /\/(utils?|common|helpers?|types|models)(\.ts|\/)/, file);
	});
});

describe('a file of tests', () => {
	const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
		scripts: Record<string, string>;
	};
	/** What a script runs; those that set a variable have more done of a file that another one runs. */
	const run = Object.entries(scripts)
		.filter(([, command]) => command.startsWith('node --test '))
		.map(([script, command]) => ({ script, globs: [...command.matchAll(/"([^"]+)"/g)].map(([, glob = '']) => glob) }));
	run.push({ script: 'test:clients', globs: ['clients/typescript/test/*.test.ts'] });
	const files = globSync('**/*.test.ts', { cwd: root, exclude: (name) => name === 'node_modules' }).map((file) =>
		file.replaceAll('\\', '/'),
	);

	it('is run by one script', () => {
		assert.ok(files.length > 300);
		for (const file of files) {
			const runners = run.filter(({ globs }) => globs.some((glob) => matchesGlob(file, glob)));
			assert.equal(
				runners.length,
				1,
				`${file} is run by ${runners.map(({ script }) => script).join(' and ') || 'none'}`,
			);
		}
	});

	it('is run where it is decided whether a change lands', () => {
		const steps = readFileSync(resolve(root, '.ci/run'), 'utf8');
		for (const { script } of run) assert.match(steps, new RegExp(`npm (run )?${script}$`, 'm'), script);
	});
});

describe('node:sqlite', () => {
	it('is opened in one file for each use', () => {
		const users = sources.filter(
			(file) => !isTest(file) && readFileSync(resolve(root, file), 'utf8').includes("from 'node:sqlite'"),
		);
		assert.ok(
			users.every((file) => file.startsWith('src/engines/sqlite/')),
			users.join(),
		);
	});
});

describe('the program', () => {
	it('connects to nothing but what its settings name', () => {
		const calls = /(?<![.\w])fetch\(|\bhttps?\.(request|get)\(|\bnet\.connect\(|createConnection\(/;
		const clients = /from '(pg|undici)'/;
		const connects = (source: string) => calls.test(source) || clients.test(source);
		const connecting = sources.filter(
			(file) => file.startsWith('src/') && !isTest(file) && connects(readFileSync(resolve(root, file), 'utf8')),
		);
		const allowed = [
			'src/engines/postgres/',
			'src/engines/opensearch/',
			'src/http/operations/tracing.ts',
			// Asks the address that its user gives.
			'src/app/assist.ts',
			'src/network/guarded-connections.ts',
		];
		assert.ok(connecting.length > 2);
		for (const file of connecting)
			assert.ok(
				allowed.some((place) => file.startsWith(place)),
				file,
			);
	});
});

describe('the linter', () => {
	it('refuses an array of any length as arguments, and accepts parameters that are passed on', () => {
		const statements = {
			refused: ['all.push(...more);', 'Math.max(0, ...more);', 'add(...more.map(one));', 'f(...(await g()));'],
			accepted: ['statement.run(...values);', 'all.push([...more]);', 'new Set([...more]);'],
		};
		const folder = mkdtempSync(join(tmpdir(), 'link-broker-lint-'));
		const { plugins } = JSON.parse(readFileSync(resolve(root, 'biome.json'), 'utf8'));
		for (const plugin of plugins) plugin.path = resolve(root, plugin.path);
		writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins }));
		writeFileSync(join(folder, 'some.ts'), Object.values(statements).flat().join('\n'));
		const { stdout } = spawnSync(resolve(root, 'node_modules/.bin/biome'), ['lint', '--reporter=github', 'some.ts'], {
			...{ cwd: folder, encoding: 'utf8' },
		});
		rmSync(folder, { recursive: true });
		const lines = [...stdout.matchAll(/,line=(\d+),.*spread into arguments/g)].map(([, line]) => Number(line));
		assert.deepEqual(
			lines,
			[...statements.refused.keys()].map((at) => at + 1),
		);
	});
});

describe('the lock file', () => {
	it('names no registry', () => {
		assert.doesNotMatch(readFileSync(resolve(root, 'package-lock.json'), 'utf8'), /"resolved"/);
	});
});
