// Specifies what holds for the table of schemes as a whole.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { schemes } from './index.ts';

const names = schemes.map(({ name }) => name);

describe('The table of schemes', () => {
	it('has every scheme of the field', () => {
		const field = [
			...['doi', 'ark', 'handle', 'purl', 'lsid', 'urn', 'swh', 'url', 'email', 'sha1', 'github'],
			...['isbn', 'issn', 'orcid', 'isni', 'ean13', 'ean8', 'istc'],
			...['ads', 'arxiv', 'ascl', 'hal', 'pmcid', 'pmid'],
			...['gnd', 'ror', 'viaf', 'wikidata', 'openalex', 'cstr', 'rrid'],
			...['sra', 'bioproject', 'biosample', 'ensembl', 'uniprot', 'refseq', 'genome', 'geo'],
			...['arrayexpress_array', 'arrayexpress_experiment', 'pdb', 'ena'],
		];
		assert.deepEqual([...names].sort(), field.sort());
	});

	it('has each name and alias once, in lower case', () => {
		const all = schemes.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
		assert.equal(new Set(all).size, all.length);
		for (const name of all) assert.equal(name, name.trim().toLowerCase());
	});

	it('outranks only schemes that it has', () => {
		for (const { outranks = [] } of schemes) for (const name of outranks) assert.ok(names.includes(name), name);
	});

	it('matches whole values, in patterns that keep no state', () => {
		for (const { name, pattern } of schemes) {
			assert.ok(pattern.source.startsWith('^') && pattern.source.endsWith('$'), name);
			assert.ok(!pattern.global && !pattern.sticky, name);
		}
	});

	it('matches what stands before a value in sticky patterns', () => {
		for (const { name, addresses } of schemes) assert.ok(!(addresses instanceof RegExp) || addresses.sticky, name);
	});

	it('has https addresses with one place for the value', () => {
		for (const { name, url } of schemes) {
			if (typeof url === 'string') assert.match(url, /^https:\/\/[^{}]+\{\}[^{}]*$/, name);
		}
	});

	it('folds letter case or has a key of its own, not both', () => {
		for (const { name, letterCase, key } of schemes) assert.ok(!(letterCase === 'folded' && key), name);
	});
});
