// Tests which sender a request counts for, however proxies write its address.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type HttpContext, readAddress, senderAddress } from './http-context.ts';

/** Makes a request that a neighbour forwards. */
const forwarded = (header: string | undefined, neighbour = '::ffff:192.0.2.1') =>
	({
		env: { incoming: { socket: { remoteAddress: neighbour } } },
		req: { header: () => header },
	}) as never as HttpContext;

describe('the address of a sender', () => {
	for (const [address, ...spellings] of [
		[
			'203.0.113.9',
			...['203.0.113.9:5123', ' 203.0.113.9 ', '"203.0.113.9"', '"203.0.113.9:80"', '203.0.113.9:'],
			...[
				'for=203.0.113.9',
				'For="203.0.113.9:5123";proto=https;by=10.0.0.1',
				'::ffff:203.0.113.9',
				'::FFFF:cb00:7109',
			],
			...['[::ffff:203.0.113.9]:443', '0:0:0:0:0:ffff:cb00:7109'],
		],
		[
			'2001:db8::1',
			...['[2001:db8::1]', '[2001:db8::1]:443', '2001:DB8::1', '2001:0db8:0:0::0001', '"[2001:db8::1]:443"'],
			...['for="[2001:db8::1]:443"', '2001:db8::1%eth0', '[2001:db8::1%25eth0]:443'],
		],
	] as const) {
		it(`is ${address} in all its spellings`, () => {
			for (const spelling of [address, ...spellings]) assert.equal(readAddress(spelling), address, spelling);
		});
	}

	it('is that of the proxy if the entry has no address', () => {
		for (const entry of [
			'unknown',
			'_hidden',
			'for=unknown',
			'a.example.org',
			'203.0.113',
			'010.0.0.1',
			'[::1',
			'"',
			'1'.repeat(500),
		])
			assert.equal(senderAddress(forwarded(entry), 1), '192.0.2.1', entry);
	});

	it('is the entry of the outermost trusted proxy, empty elements not counted', () => {
		for (const [header, proxies, address] of [
			['198.51.100.7, 203.0.113.9', 1, '203.0.113.9'],
			['198.51.100.7, 203.0.113.9, ,', 1, '203.0.113.9'],
			[', 198.51.100.7,, 203.0.113.9:1', 2, '198.51.100.7'],
			['198.51.100.7', 2, '192.0.2.1'],
			['198.51.100.7', 0, '192.0.2.1'],
			['', 1, '192.0.2.1'],
			[undefined, 1, '192.0.2.1'],
		] as const)
			assert.equal(senderAddress(forwarded(header), proxies), address, `${header} behind ${proxies}`);
	});

	it('is the same with any port and zone, and always one IP address', () => {
		fc.assert(
			fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.nat(65_535), (address, port) => {
				const one = senderAddress(forwarded(address), 1);
				assert.equal(readAddress(one), one);
				const host = address.includes(':') ? `[${address}]` : address;
				for (const spelling of [
					`${host}:${port}`,
					`"${host}:${port}"`,
					`for="${host}:${port}"`,
					` ${address.toUpperCase()} `,
				])
					assert.equal(senderAddress(forwarded(spelling), 1), one);
			}),
		);
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (header) => {
				const address = senderAddress(forwarded(header), 1);
				assert.equal(readAddress(address), address);
			}),
		);
	});
});
