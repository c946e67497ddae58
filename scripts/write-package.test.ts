// Tests of what an installed package has in the place of the sources.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withoutTypes, writeProgram } from './write-package.ts';

const sources = fileURLToPath(new URL('../src/', import.meta.url));

describe('a source without types', () => {
	it('names other files as they are called then, wherever it names them', () => {
		assert.equal(
			withoutTypes("import { a } from './a.ts';\nimport('../b/c.ts');\nstart('./d-thread.ts');\n").replaceAll(
				/ +/g,
				' ',
			),
			"import { a } from './a.js';\nimport('../b/c.js');\nstart('./d-thread.js');\n",
		);
	});

	it('has its code in the same lines and columns', () => {
		assert.equal(
			withoutTypes('type A = 1;\nconst a: number = 2;\n'),
			`${' '.repeat(11)}\nconst a${' '.repeat(8)} = 2;\n`,
		);
	});
});

describe('the program of a package', () => {
	let folder: string;
	before(() => {
		folder = mkdtempSync(join(tmpdir(), 'link-broker-'));
		writeProgram(sources, folder);
	});
	after(() => rmSync(folder, { recursive: true }));

	it('is all that the sources are, without what only tests need', () => {
		const written = readdirSync(folder, { recursive: true, encoding: 'utf8' });
		for (const file of ['main.js', 'app/records-thread.js', 'http/pages/assets/run-examples.js']) {
			assert.ok(written.includes(join(file)), file);
		}
		assert.ok(written.some((file) => file.endsWith('.sql')));
		assert.deepEqual(
			written.filter((file) => /\.ts$|\.(test|fixture|contract)\./.test(file)),
			[],
		);
	});

	it('names no file that is not there', () => {
		for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
			if (!file.endsWith('.js')) continue;
			const text = readFileSync(join(folder, file), 'utf8');
			for (const [, name = ''] of text.matchAll(/(?:from |import\()'(\.{1,2}\/[^']+\.js)'/g)) {
				assert.ok(existsSync(join(folder, file, '..', name)), `${file} names ${name}`);
			}
		}
	});
});
