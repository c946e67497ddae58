import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseRelation } from './work.ts';

const none = { isCitedBy: 0, cites: 0, isSupplementedBy: 0, isSupplementTo: 0, isRelatedTo: 0, all: 0 };

describe('the relation that is shown first', () => {
	it('is the citations of the work, if there are any', () => {
		assert.equal(chooseRelation({ ...none, isCitedBy: 1, cites: 90 }), 'isCitedBy');
	});

	it('is otherwise the first of which there are links', () => {
		assert.equal(chooseRelation({ ...none, isRelatedTo: 2, isSupplementTo: 1 }), 'isSupplementTo');
		assert.equal(chooseRelation(none), 'isCitedBy');
	});
});
