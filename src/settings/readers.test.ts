// Tests of how values of settings are shown.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hidePassword } from './readers.ts';

describe('an address that is shown', () => {
	it('has neither user nor password', () => {
		assert.equal(hidePassword('postgres://broker:secret@host:5432/db'), 'postgres://***@host:5432/db');
		assert.equal(hidePassword('postgres://host/db?password=secret&x=1'), 'postgres://host/db?password=***&x=1');
	});

	it('is unchanged if there is nothing to hide', () => {
		for (const address of ['sqlite:data/broker.db', 'https://host:9200/links', 'postgres://host/db']) {
			assert.equal(hidePassword(address), address);
		}
	});
});
