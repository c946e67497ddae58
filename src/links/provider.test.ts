// Says which names of providers are one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createProviderSpellings, providerKey } from './provenance.ts';

describe('providers', () => {
	const same: readonly (readonly [string, ...string[]])[] = [
		['Crossref', 'CROSSREF', 'crossref', ' Crossref\t'],
		['SAO/NASA  Astrophysics Data System', 'SAO/NASA Astrophysics\u00a0Data System'],
		['ΒΙΒΛΙΟΘΉΚΗΣ', 'βιβλιοθήκης', 'Βιβλιοθήκησ'],
		['Große Bibliothek', 'GROSSE BIBLIOTHEK'],
		['Société', 'Socie\u0301te\u0301', 'SOCIÉTÉ'],
	];
	for (const [first, ...others] of same) {
		it(`are one: ${[first, ...others].map((name) => JSON.stringify(name)).join(', ')}`, () => {
			for (const other of others) assert.equal(providerKey(other), providerKey(first));
		});
	}

	it('differ by every letter, accent and mark, and by where words part', () => {
		const names = ['Data Cite', 'DataCite', 'Data-Cite', 'Dáta Cite', 'Data Cité', 'ガ', 'カ'];
		assert.equal(new Set(names.map(providerKey)).size, names.length);
	});

	it('are spelled as they were spelled first', () => {
		const { spell, all } = createProviderSpellings();
		assert.deepEqual(['Zenodo', 'zenodo', 'DataCite', ' ZENODO', 'Datacite'].map(spell), [
			'Zenodo',
			'Zenodo',
			'DataCite',
			'Zenodo',
			'DataCite',
		]);
		assert.deepEqual(all(), ['Zenodo', 'DataCite']);
	});

	it('have places in the order of their first spellings, found however many there are', () => {
		const { positionOf, all } = createProviderSpellings();
		assert.deepEqual(['Zenodo', 'DataCite', 'ZENODO', ' datacite'].map(positionOf), [0, 1, 0, 1]);
		const begun = performance.now();
		for (let number = 0; number < 50_000; number++) positionOf(`Provider ${number}`);
		assert.equal(all().indexOf('Provider 49999'), positionOf('provider 49999'));
		assert.ok(performance.now() - begun < 10_000);
	});
});
