// Tests secrets that are stored encrypted.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSeal } from './sealed-secrets.ts';

describe('a sealed secret', () => {
	const seal = createSeal('a key that is hard to guess');

	it('is read again with the same key, and looks different each time', () => {
		const [one, other] = [seal.seal('whsec_ö'), seal.seal('whsec_ö')];
		assert.notEqual(one, other);
		assert.equal(createSeal('a key that is hard to guess').open(one), 'whsec_ö');
		assert.equal(seal.open(other), 'whsec_ö');
	});

	it('does not show the secret', () => assert.ok(!seal.seal('whsec_secret').includes('secret')));

	it('cannot be read with another key, or changed', () => {
		const sealed = seal.seal('whsec_ö');
		assert.throws(() => createSeal('another key').open(sealed));
		const changed = `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'Q' : 'A'}`;
		assert.throws(() => seal.open(changed));
		assert.throws(() => seal.open('v9.abc'), /unknown form/);
		assert.throws(() => seal.open('v1.'));
	});
});
