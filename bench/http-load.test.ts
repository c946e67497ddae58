import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { askAll, startLoad } from './http-load.ts';

async function serve(test: TestContext, answer: RequestListener): Promise<string> {
	const server = createServer(answer).listen(0, '127.0.0.1');
	await once(server, 'listening');
	test.after(() => {
		server.close();
		server.closeAllConnections();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('askAll', () => {
	it('sends each request once, with its headers, and returns the rate of answers', async (test) => {
		const asked: unknown[] = [];
		const origin = await serve(test, ({ url, headers }, response) => {
			asked.push([url, headers.accept]);
			// More than one read returns.
			response.setHeader('Content-Length', 200_000).end(Buffer.alloc(200_000));
		});
		const requests = Array.from({ length: 100 }, (_, at) => ({ path: `/${at + 100}`, headers: { Accept: `a/${at}` } }));
		const startedAt = performance.now();
		const rate = await askAll(origin, requests);
		assert.ok(rate >= 100_000 / (performance.now() - startedAt), `${rate}`);
		assert.deepEqual(
			asked.sort(),
			requests.map(({ path, headers }) => [path, headers.Accept]),
		);
	});

	for (const [what, answer, message] of [
		['another status', (_, response) => response.writeHead(404, { 'Content-Length': 0 }).end(), /\/one .*404/s],
		['no known length', (_, response) => response.write('more') && response.end(), /no known length/],
		['a closed connection', (request) => request.socket.destroy(), /closed the connection/],
	] as const satisfies [string, RequestListener, RegExp][]) {
		it(`fails at ${what}`, async (test) => {
			await assert.rejects(askAll(await serve(test, answer), [{ path: '/one', headers: {} }]), message);
		});
	}
});

describe('a load at a rate', () => {
	it('is sent on while calls are under way, each timed from when it was due', async () => {
		const gate = Promise.withResolvers<void>();
		let calls = 0;
		const load = startLoad(1_000, () => {
			if (++calls === 20) gate.resolve();
			return gate.promise;
		});
		await gate.promise;
		const took = await load.stop();
		assert.equal(took.length, calls);
		// The first was due 19 ms before the twentieth.
		assert.ok(Math.max(...took) >= 18, `${took}`);
	});

	it('fails when it is stopped, where a call has failed', async () => {
		const load = startLoad(1_000, () => Promise.reject(new Error('not accepted')));
		await assert.rejects(load.stop(), /not accepted/);
	});
});
