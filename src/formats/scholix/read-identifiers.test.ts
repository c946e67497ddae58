import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { identifierProblem } from './read-identifiers.ts';

describe('an identifier as read', () => {
	it('cannot be kept without a scheme, without a value, or with NUL in it', () => {
		const right = { scheme: 'doi', value: '10.1000/a', key: '10.1000/a' };
		assert.equal(identifierProblem(right), undefined);
		assert.deepEqual(identifierProblem({ ...right, scheme: '' })?.field, 'IDScheme');
		assert.deepEqual(identifierProblem({ ...right, value: '' })?.field, 'ID');
		assert.deepEqual(identifierProblem({ ...right, value: 'a\0b' })?.field, 'ID');
	});
});
