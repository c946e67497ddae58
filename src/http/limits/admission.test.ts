import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { networkOf } from './admission.ts';

describe('the network of an address', () => {
	it('is the address itself of IPv4, however it is written', () => {
		assert.equal(networkOf('192.0.2.7'), '192.0.2.7');
		assert.equal(networkOf('::ffff:192.0.2.7'), '192.0.2.7');
	});

	it('is the first half of IPv6', () => {
		assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2');
		assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0');
		assert.equal(networkOf('2001:db8:1:2::'), '2001:db8:1:2');
		assert.equal(networkOf('::1'), '0:0:0:0');
		assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0');
	});
});
