// Tests which texts are networks, and which addresses are in them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressesIn, isNetwork } from './networks.ts';

describe('a network', () => {
	it('is an address, or the beginning of addresses with the number of its bits', () => {
		for (const text of ['192.0.2.1', '192.0.2.0/24', '0.0.0.0/0', '2001:db8::/32', '2001:db8::1/128'])
			assert.ok(isNetwork(text), text);
		for (const text of [
			'',
			'example.org',
			'192.0.2',
			'192.0.2.0/33',
			'192.0.2.0/',
			'192.0.2.0/24/1',
			'::1/129',
			'::/-1',
		])
			assert.ok(!isNetwork(text), text);
	});

	it('has the addresses of its family that begin like it, also where one of IPv4 is written as IPv6', () => {
		for (const [network, address, expected] of [
			['192.0.2.0/24', '192.0.2.255', true],
			['192.0.2.0/24', '::ffff:192.0.2.7', true],
			['192.0.2.0/24', '192.0.3.0', false],
			['192.0.2.1', '192.0.2.1', true],
			['192.0.2.1', '192.0.2.2', false],
			['2001:db8::/32', '2001:db8:1::1', true],
			['2001:db8::1', '2001:db8::2', false],
			['0.0.0.0/0', '2001:db8::2', false],
			['0.0.0.0/0', 'unknown', false],
		] as const)
			assert.equal(addressesIn([network]).has(address), expected, `${address} in ${network}`);
	});
});
