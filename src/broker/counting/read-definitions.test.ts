import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BrokerError } from '../../errors.ts';
import { builtInDefinitions } from './definitions.ts';
import { readDefinitions } from './read-definitions.ts';

const file = 'rules.yaml';
const review = `# Counts for the yearly review.
- name: review
  version: 2
  since: 2026-12-01
  words: Citations by others.
  relations: [Cites, IsSupplementTo]
  levels: [version]
  exclude: [machine, self]
`;

function failureOf(text: string): string {
	try {
		readDefinitions(text, file);
	} catch (error) {
		assert.ok(error instanceof BrokerError && error.code === 'bad-file', String(error));
		return error.message;
	}
	return assert.fail(text);
}

describe('a file of definitions', () => {
	it('is read from YAML, with its flags in their order and groups of flags in full', () => {
		assert.deepEqual(readDefinitions(review, file), [
			{
				...{ name: 'review', version: 2, since: '2026-12-01', words: 'Citations by others.' },
				...{ relations: ['Cites', 'IsSupplementTo'], levels: ['version'] },
				exclude: ['author-self', 'journal-self', 'machine'],
			},
		]);
	});

	it('is read from JSON, and counts what is asked for at both levels where it says nothing else', () => {
		const facts = { name: 'mine', version: 1, since: '2026-12-01', words: 'All.' };
		const [read] = readDefinitions(JSON.stringify([facts], null, 2), 'rules.json');
		assert.deepEqual(read, { ...facts, relations: null, levels: ['identity', 'version'], exclude: [] });
	});

	it('may begin with a byte order mark', () => {
		const [read] = readDefinitions('\ufeff- {name: mine, version: 1, since: 2026-12-01, words: All.}', file);
		assert.equal(read?.name, 'mine');
	});

	it('takes what a built-in definition shows, under another name', () => {
		for (const one of builtInDefinitions) {
			const other = { ...one, name: `${one.name}-2` };
			assert.deepEqual(readDefinitions(JSON.stringify([other]), file), [other]);
		}
	});

	const faults: [fault: string, from: string, to: string, line: number, message: RegExp][] = [
		['a name with other letters', 'name: review', 'name: Review', 2, /name must be lower-case letters/],
		['a built-in name', 'name: review', 'name: strict', 2, /"strict" is the name of a built-in definition/],
		['a version that is no number', 'version: 2', 'version: two', 3, /version must be a whole number/],
		['a day that does not exist', '2026-12-01', '2026-02-30', 4, /since must be a day such as/],
		['a definition without words', '  words: Citations by others.\n', '', 2, /words must be one or two sentences/],
		['a relation within a work', 'Cites,', 'HasVersion,', 6, /relations must be a list of some of Cites, /],
		['a relation twice', 'IsSupplementTo', 'Cites', 6, /each once/],
		['no relation', '[Cites, IsSupplementTo]', '[]', 6, /relations must name one of Cites, .* or be omitted/],
		['an unknown level', '[version]', '[family]', 7, /levels must be a list of some of identity, version/],
		['an unknown flag', 'self]', 'selfish]', 8, /exclude must be a list of some of author-self, .*, self, retracted/],
		['a field that is none', 'levels:', 'level:', 7, /level is no field; use name, version, since/],
		['a text that is no YAML', 'levels: [version]', 'levels: [version', 8, /this is not YAML/],
	];
	for (const [fault, from, to, line, message] of faults) {
		it(`is refused with the line of ${fault}`, () => {
			const words = failureOf(review.replace(from, to));
			assert.match(words, message);
			assert.ok(words.startsWith(`rules.yaml, line ${line}: `), words);
		});
	}

	it('is refused with the line of the second of two with one name', () => {
		assert.match(
			failureOf(review + review),
			/^rules\.yaml, line 10: name "review" is the name of another definition\.$/,
		);
	});

	it('is refused where it holds no list, or more than one', () => {
		assert.match(failureOf(''), /must hold one list of definitions; it is empty/);
		assert.match(failureOf('name: review'), /line 1: it must be a list of definitions/);
		assert.match(failureOf(`${review}---\n${review}`), /a second document begins in line 9/);
	});

	it('is refused where an item is no definition', () => {
		assert.match(failureOf(`${review}- all\n`), /^rules\.yaml, line 9: it must be a definition with a name, /);
	});

	it('is refused with all that is wrong', () => {
		const words = failureOf(review.replace('2026-12-01', 'soon').replace('machine', 'machines'));
		assert.match(words, /line 4: .* rules\.yaml, line 8: /);
	});
});
