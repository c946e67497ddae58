import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { encodeRequest } from '../src/http/server/http-connection.ts';
import { type LoadPlan, runLoad, startLoad } from './load-generator.ts';

async function plan(test: TestContext, answer: RequestListener): Promise<LoadPlan & { seconds: number }> {
	const server = createServer(answer).listen(0, '127.0.0.1');
	await once(server, 'listening');
	test.after(() => {
		server.close();
		server.closeAllConnections();
	});
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const requests = ['/one', '/two'].map((target) => encodeRequest(origin, { target }));
	return { origin, requests, connections: 4, rate: null, warmUpSeconds: 0.05, seconds: 0.2, status: 200 };
}

const done: RequestListener = (_, response) => response.end('done');

describe('a load', () => {
	it('asks for all that is planned, as fast as it is answered', async (test) => {
		const asked = new Set<string | undefined>();
		const planned = await plan(test, (request, response) => {
			asked.add(request.url);
			response.end('done');
		});
		const { answers, perSecond, p50Milliseconds, p99Milliseconds, longestMilliseconds } = await runLoad(planned);
		assert.ok(answers > 10, `${answers}`);
		assert.equal(Math.round(perSecond * planned.seconds), answers);
		assert.ok(0 < p50Milliseconds && p50Milliseconds <= p99Milliseconds && p99Milliseconds <= longestMilliseconds);
		assert.deepEqual([...asked].sort(), ['/one', '/two']);
	});

	it('keeps a rate, however fast answers come', async (test) => {
		const { answers } = await runLoad({ ...(await plan(test, done)), rate: 500, seconds: 0.4 });
		// 200 at random moments: seldom more than three times their deviation away.
		assert.ok(answers > 140 && answers < 260, `${answers}`);
	});

	it('counts how long an answer takes from its moment, where no connection is free then', async (test) => {
		const slow: RequestListener = (_, response) => setTimeout(() => response.end('done'), 50);
		const { p50Milliseconds } = await runLoad({ ...(await plan(test, slow)), connections: 1, rate: 100 });
		assert.ok(p50Milliseconds > 100, `${p50Milliseconds}`);
	});

	it('goes on until it is stopped', async (test) => {
		const load = startLoad({ ...(await plan(test, done)), warmUpSeconds: 0, seconds: null });
		await new Promise((resolve) => setTimeout(resolve, 100));
		load.stop();
		assert.ok((await load.result).answers > 0);
		load.stop();
	});

	it('asks nothing more when it has been stopped', async (test) => {
		let asked = 0;
		const planned = await plan(test, (_, response) => {
			asked++;
			response.end('done');
		});
		for (let time = 0; time < 20; time++) {
			const load = startLoad({ ...planned, rate: 2_000, warmUpSeconds: 0, seconds: null });
			await new Promise((resolve) => setTimeout(resolve, 20));
			load.stop();
			await load.result;
			const askedUntilThen = asked;
			await new Promise((resolve) => setTimeout(resolve, 5));
			assert.equal(asked, askedUntilThen);
		}
	});

	it('may run beside others, each with a result of its own', async (test) => {
		const planned = await plan(test, done);
		const [few, many] = await Promise.all([runLoad({ ...planned, rate: 50 }), runLoad({ ...planned, rate: 1_000 })]);
		assert.ok(few.answers < many.answers, `${few.answers}, ${many.answers}`);
	});

	it('fails at an answer of another status, and the next load is none the worse', async (test) => {
		const missing: RequestListener = (_, response) => response.writeHead(404, { 'Content-Length': 0 }).end();
		await assert.rejects(runLoad(await plan(test, missing)), /answered with 404 instead of 200/);
		assert.ok((await runLoad(await plan(test, done))).answers > 0);
	});
});
