// Says what a page of works found says where there are none.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nothingFound } from './found-works.ts';

const none = { total: 0, isWhole: true, works: [] };

describe('the page of works found, where there are none', () => {
	it('leads back from filters', () => {
		const text = nothingFound('/', { q: 'corner', type: 'software' }, none).toString();
		assert.match(text, /No work fits these filters\.\s*<a href="\/search\?q=corner">Search without filters<\/a>/);
	});

	it('keeps the filters with words that may be meant', () => {
		const text = nothingFound('/', { q: 'cornr', type: 'software' }, { ...none, suggestions: ['corner'] }).toString();
		assert.match(text, /<a href="\/search\?q=corner&amp;type=software">corner<\/a>/);
	});

	it('says what to try instead', () => {
		const together = nothingFound('/', { q: 'cornr' }, none).toString();
		assert.match(together, /prefix\* of one, may find it/);
		assert.match(together, /<a href="\/search\?q=cornr&amp;group_by=identity">look for each version<\/a>/);
		assert.doesNotMatch(nothingFound('/', { q: 'cornr', group_by: 'identity' }, none).toString(), /each version/);
	});
});
