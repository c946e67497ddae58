// Holds code, documents and pages to the words of the project, and documents to 120 columns.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findWords } from '../scripts/words.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

describe('the words of the project', () => {
	it('are the terms of its field, in code, documents and pages', () => {
		assert.deepEqual(
			findWords().map(({ path, line, text, say }) => `${path}:${line}: ${text} (say: ${say})`),
			[],
		);
	});
});

describe('the documents', () => {
	it('have lines of at most 120 columns', () => {
		const wide = documents.flatMap((path) =>
			readFileSync(`${root}${path}`, 'utf8')
				.split('\n')
				.flatMap((line, at) => (line.length > 120 && /\s/.test(line.trim()) ? [`${path}:${at + 1}`] : [])),
		);
		assert.deepEqual(wide, []);
	});
});
