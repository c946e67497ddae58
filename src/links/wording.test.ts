import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSameWording, linkHistory, wordingSeen, wordingsSeen } from './provenance.ts';

describe('the words of a link', () => {
	it('read from the asked work, whichever end they were given from', () => {
		assert.equal(wordingSeen('References', 'cites'), 'References');
		assert.equal(wordingSeen('IsReferencedBy', 'cites'), 'References');
		assert.equal(wordingSeen('References', 'isCitedBy'), 'IsReferencedBy');
		assert.equal(wordingSeen('IsCitedBy', 'isCitedBy'), 'IsCitedBy');
		assert.equal(wordingSeen('IsSupplementTo', 'isSupplementedBy'), 'IsSupplementedBy');
	});

	it('of a symmetric relation are as their history has them, which reads from the asked work already', () => {
		assert.equal(wordingSeen('IsPartOf', 'isRelatedTo'), 'IsPartOf');
	});

	it('are spelled as their vocabulary spells them', () => {
		assert.equal(wordingSeen('ispartof', 'isRelatedTo'), 'IsPartOf');
		assert.equal(wordingSeen('REFERENCES', 'cites'), 'References');
	});

	it('stay as they were given where the vocabulary has no such name, or it is one of another relation', () => {
		assert.equal(wordingSeen('discusses', 'cites'), 'discusses');
		assert.equal(wordingSeen('discusses', 'isCitedBy'), 'discusses');
		assert.equal(wordingSeen('IsPartOf', 'isCitedBy'), 'IsPartOf');
	});

	it('are listed once each, sorted, with those that are reversed', () => {
		const history = linkHistory([
			{ provider: 'Zenodo', date: '2018', subType: 'IsReviewedBy' },
			{ provider: 'Zenodo', date: '2019', subType: 'isreviewedby' },
			{ provider: 'Zenodo', date: '2019', subType: 'Discusses', reversed: true },
			{ provider: 'Zenodo', date: '2017' },
		]);
		assert.deepEqual(wordingsSeen(history, 'isRelatedTo'), ['Discusses', 'IsReviewedBy']);
	});

	it('are the same in any letter case of A to Z', () => {
		assert.ok(isSameWording('HasPart', 'haspart'));
		assert.ok(!isSameWording('É', 'é'));
		assert.ok(!isSameWording('HasPart', 'HasParts'));
	});
});
