// Asserts how /mcp answers messages of assistants. What the tools answer is tested on a running broker
// (test/end-to-end/assistants.test.ts).
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { openTestApp } from '../server/app.fixture.ts';

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const find = {
	...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
	params: { name: 'find_works', arguments: { q: 'lake' } },
};

/** Opens an app with these settings, and posts messages to it. */
async function open(test: TestContext, settings: Record<string, string> = {}) {
	const { app, close } = await openTestApp(settings);
	test.after(close);
	const post = async (body: unknown, headers: Record<string, string> = {}) =>
		app.request('/mcp', {
			method: 'POST',
			headers: {
				...{ 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
				...headers,
			},
			body: JSON.stringify(body),
		});
	return { app, post };
}

describe('/mcp', () => {
	it('has no sessions: each request is answered for itself, in JSON', async (test) => {
		const { app, post } = await open(test);
		const response = await post(list);
		assert.equal(response.status, 200);
		assert.equal(response.headers.get('content-type'), 'application/json');
		assert.equal(response.headers.get('mcp-session-id'), null);
		for (const method of ['GET', 'DELETE']) {
			const refused = await app.request('/api/mcp', { method, headers: { Accept: 'text/event-stream' } });
			assert.equal(refused.status, 405);
			assert.equal(refused.headers.get('allow'), 'POST, OPTIONS');
		}
	});

	it('refuses pages of other sites, and accepts those of this broker and this machine', async (test) => {
		const { post } = await open(test, { PUBLIC_URL: 'https://links.example.org/broker' });
		const accepted = ['https://links.example.org', 'http://localhost:6274', 'http://127.0.0.1:6274', 'http://[::1]:80'];
		for (const Origin of accepted) assert.equal((await post(list, { Origin })).status, 200, Origin);
		const others = ['https://evil.example', 'http://localhost.evil.example', 'http://127.0.0.1.evil.example', 'null'];
		for (const Origin of others) assert.equal((await post(list, { Origin })).status, 403, Origin);
		const refused = (await (await post(list, { Origin: 'https://evil.example' })).json()) as { detail: string };
		assert.match(refused.detail, /^Pages of "https:\/\/evil\.example" may not use \/mcp\./);
	});

	it('gives public addresses', async (test) => {
		const { post } = await open(test, { PUBLIC_URL: 'https://links.example.org/broker' });
		const { result } = (await (await post(find)).json()) as { result: { structuredContent: { self: string } } };
		assert.match(result.structuredContent.self, /^https:\/\/links\.example\.org\/broker\/objects\?q=lake&/);
	});

	it('accepts one message of bounded size', async (test) => {
		const { post } = await open(test);
		assert.equal((await post([list, list])).status, 422);
		assert.equal((await post({ ...list, more: 'x'.repeat(300_000) })).status, 413);
		assert.equal((await post(list, { 'Content-Type': 'text/plain' })).status, 415);
		assert.equal((await post(list, { Accept: 'application/json' })).status, 406);
		assert.equal((await post(list, { 'MCP-Protocol-Version': '1999-01-01' })).status, 400);
		assert.equal((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status, 202);
	});

	it('counts as one search for the rate limit', async (test) => {
		const { post } = await open(test, { RATE_LIMIT: '2' });
		const statuses: number[] = [];
		for (let asked = 0; asked < 3; asked++) statuses.push((await post(find)).status);
		assert.deepEqual(statuses, [200, 200, 429]);
	});

	it('is not served with MCP=off', async (test) => {
		const { post } = await open(test, { MCP: 'off' });
		assert.equal((await post(list)).status, 404);
	});
});
