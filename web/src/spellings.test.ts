import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { spellings } from './spellings.ts';

const readings = (text: string, scheme?: string) =>
	spellings(text, scheme).map(({ id, scheme }) => (scheme === undefined ? id : `${scheme} ${id}`));

describe('what a typed text may mean', () => {
	it('is just itself for an identifier of a known scheme', () => {
		for (const text of [
			'10.5281/zenodo.11020',
			'https://doi.org/10.5281/zenodo.11020',
			'arXiv:1207.4464',
			'1207.4464',
			'2016JOSS....1...24F',
			'arxiv.org/abs/1207.4464',
		]) {
			assert.deepEqual(readings(`  ${text} `), [text]);
		}
	});

	it('is a repository in every form of its address', () => {
		const forms = [
			'github.com/dfm/corner.py',
			'www.github.com/dfm/corner.py/',
			'https://github.com/dfm/corner.py.git',
			'https://github.com/dfm/corner.py/tree/main/docs',
			'git@github.com:dfm/corner.py.git',
			'ssh://git@github.com/dfm/corner.py',
			'git+https://github.com/dfm/corner.py.git',
			'git://github.com/dfm/corner.py.git',
			'http://GitHub.com/dfm/corner.py#readme',
		];
		for (const form of forms) {
			const all = readings(form);
			assert.ok(all.includes('url https://github.com/dfm/corner.py'), `${form}: ${all}`);
			assert.ok(all.includes('github dfm/corner.py'), `${form}: ${all}`);
		}
	});

	it('is first of all what was typed, where that is an address', () => {
		assert.equal(readings('https://github.com/dfm/corner.py.git')[0], 'https://github.com/dfm/corner.py.git');
		assert.equal(readings('gitlab.example.org/a/b')[0], 'url https://gitlab.example.org/a/b');
	});

	it('is the DOI that an archive makes of its own number', () => {
		assert.ok(readings('https://zenodo.org/records/11020').includes('doi 10.5281/zenodo.11020'));
		assert.ok(readings('https://zenodo.org/record/11020#x').includes('doi 10.5281/zenodo.11020'));
		assert.ok(readings('10.48550/arXiv.1207.4464').includes('arxiv 1207.4464'));
	});

	it('is not doubted where the reader says the scheme', () => {
		assert.deepEqual(readings('github.com/dfm/corner.py', 'handle'), ['handle github.com/dfm/corner.py']);
	});
});
