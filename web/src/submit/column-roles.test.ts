// What follows for the other columns when one is chosen.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withRole } from './column-roles.ts';

describe('the roles of columns', () => {
	it('are taken from the column that had one alone', () => {
		assert.deepEqual(withRole(['source', 'date', 'target'], 0, 'date'), ['date', '-', 'target']);
	});

	it('are shared by columns with identifiers of one work, and by those that are not used', () => {
		assert.deepEqual(withRole(['source', '-', 'target'], 1, 'source'), ['source', 'source', 'target']);
		assert.deepEqual(withRole(['source', '-', 'target'], 0, '-'), ['-', '-', 'target']);
	});
});
