import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { searchRelations } from './relation.ts';
import {
	durationText,
	mainIdentifier,
	namesText,
	placeText,
	relationPhrase,
	relationTitle,
	shownRelations,
	titleOf,
	withNamed,
} from './words.ts';

const named = (...names: string[]) => names.map((Name) => ({ Name }));

describe('the words for relations', () => {
	it('are there for each relation of a search, which is shown once', () => {
		assert.deepEqual(shownRelations.toSorted(), searchRelations.toSorted());
		for (const relation of searchRelations)
			assert.equal(relationTitle[relation].toLowerCase(), relationPhrase[relation]);
	});
});

describe('a duration', () => {
	it('has one unit, the largest of which it has two', () => {
		for (const [seconds, text] of [
			[0, '0 s'],
			[0.42, '0.4 s'],
			[9.96, '10 s'],
			[90, '90 s'],
			[720, '12 min'],
			[18_000, '5 h'],
			[28_689_720, '332 d'],
		] as const)
			assert.equal(durationText(seconds), text);
	});
});

describe('a work on one line', () => {
	const Identifiers = [
		{ ID: '2016JOSS....1...24F', IDScheme: 'ads' },
		{ ID: '10.5281/zenodo.11020', IDScheme: 'doi' },
		{ ID: '10.21105/joss.00024', IDScheme: 'doi' },
	];

	it('is named by its title, else by the identifier that stands for it best', () => {
		assert.equal(titleOf({ Title: ' corner.py ', Identifiers }), 'corner.py');
		assert.equal(titleOf({ Title: ' ', Identifiers }), '10.5281/zenodo.11020');
		const own = { ID: 'x', IDScheme: 'own' };
		assert.equal(mainIdentifier([own, { ID: 'y', IDScheme: 'other' }]), own);
		assert.equal(mainIdentifier([own, Identifiers[0] ?? own]), Identifiers[0]);
		assert.deepEqual(mainIdentifier([]), { ID: '', IDScheme: 'unknown' });
	});

	it('has all of a few names, and the first of many with how many more', () => {
		assert.equal(namesText(named('A', 'B', 'C'), { shown: 2 }), 'A; B; C');
		assert.equal(namesText(named('A', 'B', 'C', 'D'), { shown: 2, separator: ', ' }), 'A, B and 2 more');
		assert.equal(namesText(named('A', 'B', 'C'), { shown: 2, total: 42, separator: ', ' }), 'A, B and 40 more');
		assert.equal(namesText(named('A', 'B'), { shown: 12, total: 1_002 }), 'A; B and 1,000 more');
		assert.equal(namesText(undefined, { shown: 2 }), '');
	});

	it('has appeared in its journal, by its publishers, each named once', () => {
		const Container = { Title: 'A' };
		assert.equal(placeText({ Container, Publisher: named('B', 'C') }, 2), 'A · B, C');
		assert.equal(placeText({ Container, Publisher: named('A') }, 2), 'A');
		assert.equal(placeText({ Container }, 2), 'A');
		const Place = { Volume: '12', Issue: '3', Pages: '101-110' };
		assert.equal(placeText({ Container: { ...Container, ...Place } }, 2), 'A 12 (3), 101-110');
		assert.equal(
			placeText({ Container: { ...Container, ...Place, Issue: '' }, Publisher: named('A') }, 2),
			'A 12, 101-110',
		);
		assert.equal(placeText({ Container: { Pages: 'e7' } }, 2), 'e7');
		assert.equal(placeText({ Publisher: named('B'), PublisherTotal: 9 }, 2), 'B and 8 more');
		assert.equal(placeText({}, 2), '');
	});
});

describe('a publisher', () => {
	it('is added to the words of a query as a phrase, beside alternatives as a whole', () => {
		assert.equal(withNamed('publisher', '', 'A "B" \\ C'), 'publisher:"A \\"B\\" \\\\ C"');
		assert.equal(withNamed('publisher', 'maps', 'A'), 'maps publisher:"A"');
		assert.equal(withNamed('publisher', 'maps OR charts', 'A'), '(maps OR charts) publisher:"A"');
		assert.equal(withNamed('publisher', '*', 'A'), 'publisher:"A"');
		assert.equal(withNamed('journal', 'maps', 'A'), 'maps journal:"A"');
	});
});
