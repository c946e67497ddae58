// Tests which addresses outgoing requests connect to, and which redirects they follow.
import assert from 'node:assert/strict';
import dns from 'node:dns';
import { createServer, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
	createGuardedFetch,
	createGuardedPost,
	ForbiddenConnection,
	isPublicAddress,
	mayBePublic,
} from './guarded-connections.ts';

describe('an address', () => {
	for (const address of [
		...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.9.9.9', '169.254.169.254', '172.16.0.1', '172.31.9.9'],
		...['192.168.1.1', '198.18.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255'],
		...['::', '::1', '::127.0.0.1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1'],
		...['2001:db8::1', '2002:7f00:1::', '2001::1', '::ffff:127.0.0.1', '::ffff:a00:1', '64:ff9b::a9fe:a9fe'],
		...['64:ff9b:1::1', 'localhost', ''],
	])
		it(`${address || '(none)'} is not public`, () => assert.equal(isPublicAddress(address), false));

	for (const address of [
		...['1.1.1.1', '100.63.0.1', '100.128.0.1', '172.15.0.1', '172.32.0.1', '188.184.21.1', '169.253.0.1'],
		...['2606:4700::1111', '2a00:1450::1', '::ffff:188.184.21.1', '64:ff9b::bcb8:1501'],
	])
		it(`${address} is public`, () => assert.equal(isPublicAddress(address), true));

	it('of this machine is not public', () => {
		for (const own of Object.values(networkInterfaces()).flat())
			assert.equal(isPublicAddress(own?.address ?? ''), false);
	});
});

describe('a guarded request', () => {
	const requests: string[] = [];
	let answers: (path: string) => { status: number; location?: string };
	let servers: Server[];
	let origin: string;
	let other: string;

	before(async () => {
		servers = await Promise.all(
			['one', 'other'].map((name) => {
				const server = createServer((request, response) => {
					requests.push(`${name} ${request.url}`);
					const { status, location } = answers(request.url ?? '');
					response.writeHead(status, location === undefined ? {} : { location }).end(name);
				});
				return new Promise<Server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
			}),
		);
		[origin = '', other = ''] = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	});
	after(() => {
		for (const server of servers) server.close().closeAllConnections();
	});
	beforeEach(() => {
		requests.length = 0;
		answers = () => ({ status: 200 });
	});

	const get = (address: string, ...privateHosts: string[]) =>
		createGuardedFetch(privateHosts, 'PRIVATE_HOSTS')(address, { headers: {}, signal: AbortSignal.timeout(10_000) });
	const refused = async (words: RegExp, address: string, ...privateHosts: string[]) => {
		await assert.rejects(get(address, ...privateHosts), (error: Error) => {
			assert.ok(error instanceof ForbiddenConnection, String(error));
			assert.match(error.message, words);
			return true;
		});
	};

	for (const host of [
		...['127.0.0.1', '127.0.0.1.', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001'],
		// As wide digits, and with the full stop of Japanese, which IDN reads as plain ones.
		...['\uff11\uff12\uff17.0.0.1', '127\u30020\u30020\u30021', '0', '0.0.0.0', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]'],
		...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::127.0.0.1]', '[2002:7f00:1::]'],
	])
		it(`reaches no private address, written as ${host}`, async () => {
			await refused(/is not a public address.*PRIVATE_HOSTS/, `http://${host}:${new URL(origin).port}/`);
			assert.deepEqual(requests, []);
			assert.equal(mayBePublic(new URL(`http://${host}/`).hostname), false);
		});

	it('reaches no address of this machine', async () => {
		for (const own of Object.values(networkInterfaces()).flat()) {
			if (own?.family !== 'IPv4') continue;
			await refused(/is not a public address/, `http://${own.address}:${new URL(origin).port}/`);
		}
	});

	it('reaches no private address by a name', async () => {
		for (const name of ['localhost', 'LOCALHOST'])
			await refused(/^localhost \(.+\) is not a public address/, origin.replace('127.0.0.1', name), 'example.org');
		// Not every resolver knows this spelling.
		await assert.rejects(get(origin.replace('127.0.0.1', 'localhost.')));
		for (const name of ['localhost', 'localhost.', 'a.localhost']) assert.equal(mayBePublic(name), false);
		assert.equal(mayBePublic('notlocalhost'), true);
		assert.deepEqual(requests, []);
	});

	it('reaches nothing by a name that is looked up as a public address first, and then as a private one', async (test) => {
		const answers = [['192.0.1.1'], ['127.0.0.1'], ['192.0.1.1', '127.0.0.1', '::1']];
		let lookups = 0;
		test.after(() => {
			test.mock.restoreAll();
			syncBuiltinESMExports();
		});
		test.mock.method(dns, 'lookup', (_: string, _options: object, found: (error: null, all: object[]) => void) => {
			const addresses = answers[lookups++] ?? [];
			found(
				null,
				addresses.map((address) => ({ address, family: isIP(address) })),
			);
		});
		syncBuiltinESMExports();
		const sending = createGuardedPost([], 'PRIVATE_HOSTS');
		const send = () => {
			const address = origin.replace('127.0.0.1', 'rebinding.example');
			return sending(address, { headers: {}, body: '', signal: AbortSignal.timeout(200) });
		};
		// Nobody answers there; what counts is that the other addresses are not tried instead.
		await assert.rejects(send(), (error) => !(error instanceof ForbiddenConnection));
		await assert.rejects(send(), ForbiddenConnection);
		await assert.rejects(send(), (error) => !(error instanceof ForbiddenConnection));
		assert.deepEqual([lookups, requests], [3, []]);
	});

	it('reads few interim answers', async (test) => {
		let most = 0;
		const server = createServer((_, response) => {
			let interim = 0;
			const more = () => {
				if (response.destroyed) return;
				if (interim++ === most) response.end('done');
				else response.writeEarlyHints({ link: '</a>; rel=preload' }, more);
			};
			more();
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		test.after(() => server.close().closeAllConnections());
		const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
		most = 10;
		assert.equal(await (await get(address, '127.0.0.1')).text(), 'done');
		most = Number.POSITIVE_INFINITY;
		await refused(/more than 10 interim answers/, address, '127.0.0.1');
	});

	it('holds no user or password', async () => {
		await assert.rejects(get(origin.replace('//', '//user:secret@'), '127.0.0.1'), TypeError);
		assert.deepEqual(requests, []);
	});

	it('reaches a private address that the setting names, by name or address', async () => {
		const named = origin.replace('127.0.0.1', 'localhost');
		for (const [address, host] of [
			[origin, '127.0.0.1'],
			[named, 'localhost'],
			[named, '127.0.0.1'],
		] as const)
			assert.equal((await get(`${address}/x`, host)).status, 200);
		assert.deepEqual(requests, Array(3).fill('one /x'));
	});

	it('follows redirects to the same origin, a few times', async () => {
		answers = (path) => (path === '/1' ? { status: 200 } : { status: 302, location: '/1' });
		assert.equal(await (await get(`${origin}/2`, '127.0.0.1')).text(), 'one');
		answers = (path) => ({ status: 308, location: `${origin}${path}x` });
		await refused(/redirects more than 5 times/, `${origin}/`, '127.0.0.1');
		assert.deepEqual(requests.at(-1), 'one /xxxxx');
	});

	it('follows no redirect to another scheme, host or port, even if the setting names it', async () => {
		for (const location of [
			...[`${other}/`, origin.replace('127.0.0.1', 'localhost'), origin.replace('http:', 'https:')],
			...['//169.254.169.254/latest', 'file:///etc/passwd', 'http://', origin.replace('//', '//user:secret@')],
		]) {
			answers = () => ({ status: 307, location });
			await refused(/redirects to .* Redirects must stay at http:/, origin, '127.0.0.1', 'localhost');
		}
		assert.ok(requests.every((request) => request === 'one /'));
	});
});
