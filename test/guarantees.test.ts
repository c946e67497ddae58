// Holds docs/guarantees.md to the tests: each promise names a file and a test in it that is there
// and runs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { describe, it } from 'node:test';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const page = read('docs/guarantees.md');

/** A cell that names tests: `file`: a name · another name. */
const proofs = [...page.matchAll(/\| `([\w./-]+\.ts)`: ([^|]+) \|$/gm)].flatMap(([, file = '', names = '']) =>
	names.split(' · ').map((name) => ({ file, name: name.trim() })),
);

/** What the scripts that run tests find. */
const globs = [...read('package.json').matchAll(/\\"([^"\\]*\.test\.ts)\\"/g)].map(([, glob = '']) => glob);

describe('the page of guarantees', () => {
	it('names a test for every promise', () => {
		const rows = page
			.split('\n')
			.filter((line) => line.startsWith('| ') && !/^\| (---|promise|risk|is not)/.test(line));
		assert.ok(rows.length > 20);
		for (const row of rows) assert.match(row, /\| `[\w./-]+\.ts`: .+ \|$/, row);
	});

	for (const { file, name } of proofs) {
		it(`${file} has: ${name}`, () => {
			const quoted = ["'", '`', '"'].map((quote) => `(${quote}${name}${quote}`);
			const source = read(file)
				.replaceAll("\\'", "'")
				.replaceAll(/\(\s+(?=['"`])/g, '(');
			assert.ok(
				quoted.some((text) => source.includes(text)),
				`${file} has no test of this name`,
			);
			const isSuite = file.endsWith('.contract.ts');
			assert.ok(isSuite || globs.some((glob) => matchesGlob(file, glob)), `${file} is not run`);
		});
	}
});
