import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseIdentifier } from './find-object.ts';

const found = [
	{ ID: '2017ascl.soft02002F', IDScheme: 'ads' },
	{ ID: '10.21105/joss.00024', IDScheme: 'doi' },
	{ ID: 'https://github.com/dfm/corner.py', IDScheme: 'url' },
];

describe('the identifier by which a found work is shown', () => {
	it('is the one that was typed, in the broker’s spelling', () => {
		assert.deepEqual(
			chooseIdentifier({ id: 'https://doi.org/10.21105/JOSS.00024', scheme: undefined }, found),
			found[1],
		);
		assert.deepEqual(chooseIdentifier({ id: 'HTTPS://GitHub.com/dfm/corner.py', scheme: 'url' }, found), found[2]);
	});

	it('is the one with that value where its scheme is unknown', () => {
		assert.deepEqual(
			chooseIdentifier({ id: 'x-1', scheme: undefined }, [
				{ ID: 'y', IDScheme: 'own' },
				{ ID: 'X-1', IDScheme: 'own' },
			]),
			{ ID: 'X-1', IDScheme: 'own' },
		);
	});

	it('is what was asked for where nothing is found', () => {
		assert.deepEqual(chooseIdentifier({ id: 'abc', scheme: undefined }, []), { ID: 'abc', IDScheme: 'unknown' });
	});
});
