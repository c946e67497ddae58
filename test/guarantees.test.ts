// Asserts that each promise of docs/internals/guarantees.md has tests that exist and run.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { describe, it } from 'node:test';

/** For each promise, word for word: the titles of its tests, by the file that has them. */
type Proofs = Record<string, Record<string, string[]>>;

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const proofs = JSON.parse(read('test/guarantees.json')) as Proofs;

/** The items of the page's lists, each in one line, without the section of what is not promised. */
const [page = ''] = read('docs/internals/guarantees.md').split('\n## What is not promised');
const promises = [...page.matchAll(/^- (.+(?:\n {2}.+)*)/gm)].map(([, text = '']) => text.replaceAll('\n  ', ' '));

/** What the scripts that run tests find. */
const globs = [...read('package.json').matchAll(/\\"([^"\\]*\.test\.ts)\\"/g)].map(([, glob = '']) => glob);

describe('the page of guarantees', () => {
	it('has the promises of the test data, in their order, and no other', () => {
		assert.ok(promises.length > 20);
		assert.deepEqual(promises, Object.keys(proofs));
	});

	for (const [promise, files] of Object.entries(proofs)) {
		it(`has a test for: ${promise}`, () => {
			const titles = Object.entries(files).flatMap(([file, ofFile]) => ofFile.map((title) => ({ file, title })));
			assert.ok(titles.length > 0);
			for (const { file, title } of titles) assertRuns(file, title);
		});
	}
});

function assertRuns(file: string, title: string) {
	const quoted = ["'", '`', '"'].map((quote) => `(${quote}${title}${quote}`);
	const source = read(file)
		.replaceAll("\\'", "'")
		.replaceAll(/\(\s+(?=['"`])/g, '(');
	assert.ok(
		quoted.some((text) => source.includes(text)),
		`${file} has no test with the title: ${title}`,
	);
	const isSuite = file.endsWith('.contract.ts');
	assert.ok(isSuite || globs.some((glob) => matchesGlob(file, glob)), `${file} is not run`);
}
