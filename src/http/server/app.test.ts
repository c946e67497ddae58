import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BrokerError } from '../../errors.ts';
import { problemSchema } from '../answers/problem.ts';
import { knownId, oneLink, openTestApp, problemOf, type TestApp } from './app.fixture.ts';

let opened: TestApp;
before(async () => {
	opened = await openTestApp();
});
after(() => opened.close());

const found = `/relationships?id=${knownId}`;

describe('a path that nothing serves', () => {
	it('is answered with a 404 problem', async () => {
		for (const path of [
			'/api',
			'/api/',
			'/nothing',
			'/relationships/',
			'/api/api/relationships',
			'/events/a/b',
			'/%zz',
		]) {
			const response = await opened.app.request(path);
			assert.equal(response.status, 404, path);
			assert.equal(response.headers.get('Content-Type'), 'application/problem+json');
			problemSchema.parse(await response.json());
		}
	});
});

describe('a method that a path does not know', () => {
	it('is answered with a 405 problem and what it knows', async () => {
		const cases: [method: string, path: string, allow: string][] = [
			['POST', '/relationships', 'GET, HEAD, OPTIONS'],
			['DELETE', '/api/relationships', 'GET, HEAD, OPTIONS'],
			['PUT', '/api/events', 'POST, GET, HEAD, OPTIONS'],
			['HEAD', '/api/events/0b6f3c6e-8f0e-4c49-9d43-6f1f0f3c2f51/rerun', 'POST, OPTIONS'],
			['POST', '/objects/doi/10.1/a', 'GET, HEAD, OPTIONS'],
			['GET', '/objects/lookup', 'POST, OPTIONS'],
			['GET', '/reports', 'POST, OPTIONS'],
			['DELETE', '/badges/doi/10.1/a.svg', 'GET, HEAD, OPTIONS'],
			['PUT', '/events/0b6f3c6e-8f0e-4c49-9d43-6f1f0f3c2f51', 'GET, HEAD, DELETE, OPTIONS'],
			['PATCH', '/api/openapi.json', 'GET, HEAD, OPTIONS'],
		];
		for (const [method, path, allow] of cases) {
			const response = await opened.app.request(path, { method });
			assert.equal(response.status, 405, `${method} ${path}`);
			assert.equal(response.headers.get('Allow'), allow);
			if (method === 'HEAD') continue;
			const problem = problemSchema.parse(await response.json());
			assert.equal(problem.type, 'http://localhost/problems/method-not-allowed');
		}
	});
});

describe('OPTIONS', () => {
	it('names the methods of a path', async () => {
		const response = await opened.app.request('/api/events', { method: 'OPTIONS' });
		assert.equal(response.status, 204);
		assert.equal(response.headers.get('Allow'), 'POST, GET, HEAD, OPTIONS');
		assert.equal(await response.text(), '');
	});

	it('of an unknown path is 404', async () => {
		assert.equal((await opened.app.request('/nothing', { method: 'OPTIONS' })).status, 404);
	});

	it('lets pages of other origins read what is public, and nothing else', async () => {
		const preflight = (path: string) =>
			opened.app.request(path, {
				method: 'OPTIONS',
				headers: { Origin: 'https://example.org', 'Access-Control-Request-Method': 'GET' },
			});
		const shared = (await preflight('/api/relationships')).headers;
		assert.equal(shared.get('Access-Control-Allow-Origin'), '*');
		assert.equal(shared.get('Access-Control-Allow-Methods'), 'GET, HEAD');
		assert.equal((await preflight('/api/events')).headers.get('Access-Control-Allow-Origin'), null);
	});
});

describe('sharing between origins', () => {
	it('is allowed for public answers, problems included, with the headers that matter', async () => {
		for (const path of [found, '/relationships', '/openapi.json', '/problems/bad-query']) {
			const { headers } = await opened.app.request(path);
			assert.equal(headers.get('Access-Control-Allow-Origin'), '*', path);
			assert.match(headers.get('Access-Control-Expose-Headers') ?? '', /\bLink\b.*\bX-Total-Count\b/);
		}
	});

	it('is not allowed for events', async () => {
		const { headers } = await opened.app.request('/events', { method: 'POST' });
		assert.equal(headers.get('Access-Control-Allow-Origin'), null);
	});
});

describe('HEAD', () => {
	it('answers like GET, without the body', async () => {
		const get = await opened.app.request(found);
		const head = await opened.app.request(found, { method: 'HEAD' });
		assert.equal(head.status, 200);
		assert.equal(await head.text(), '');
		assert.equal(head.headers.get('Content-Length'), String((await get.arrayBuffer()).byteLength));
		for (const name of ['Content-Type', 'Link', 'X-Total-Count', 'Vary']) {
			assert.equal(head.headers.get(name), get.headers.get(name));
		}
	});
});

describe('every answer', () => {
	it('has an id, which the log has too', async () => {
		for (const path of [found, '/nothing', '/health/live']) {
			const id = (await opened.app.request(path)).headers.get('X-Request-Id');
			assert.match(id ?? '', /^[\da-f-]{36}$/);
			assert.equal(opened.logged.at(-1)?.requestId, id);
		}
	});

	it('takes over the id that a request brings, unless it is none', async () => {
		const idOf = async (given: string) =>
			(await opened.app.request(found, { headers: { 'X-Request-Id': given } })).headers.get('X-Request-Id');
		assert.equal(await idOf('proxy-1:2.3'), 'proxy-1:2.3');
		assert.match((await idOf('two words')) ?? '', /^[\da-f-]{36}$/);
		assert.match((await idOf('a'.repeat(101))) ?? '', /^[\da-f-]{36}$/);
	});

	it('is not to be guessed at by browsers', async () => {
		for (const path of [found, '/nothing', '/problems/bad-query']) {
			assert.equal((await opened.app.request(path)).headers.get('X-Content-Type-Options'), 'nosniff');
		}
	});
});

describe('the log', () => {
	it('has one line for each request: reading at debug, submissions and refusals at info', async () => {
		const token = await opened.token('curator@example.org');
		const post = {
			method: 'POST',
			body: oneLink,
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
		};
		const cases: [string, RequestInit, string, number][] = [
			[found, {}, 'debug', 200],
			['/events', post, 'info', 202],
			['/relationships', {}, 'info', 400],
		];
		for (const [path, init, level, status] of cases) {
			const lines = opened.logged.length;
			await opened.app.request(path, init);
			assert.equal(opened.logged.length, lines + 1);
			const { message, requestId, milliseconds, ...line } = opened.logged.at(-1) ?? assert.fail();
			const more = status === 202 ? { event_id: [...opened.events.keys()].at(-1) } : {};
			assert.deepEqual(line, { level, method: init.method ?? 'GET', target: path, status, ...more });
		}
	});

	it('has the trace that a request belongs to, on lines of the log', async () => {
		const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
		await opened.app.request('/relationships', { headers: { traceparent } });
		assert.equal(opened.logged.at(-1)?.trace_id, '0af7651916cd43dd8448eb211c80319c');
		await opened.app.request('/relationships', { headers: { traceparent: 'none' } });
		assert.equal(opened.logged.at(-1)?.trace_id, undefined);
	});

	it('never has a token', async () => {
		const token = await opened.token('curator@example.org');
		await opened.app.request('/events/x', { headers: { Authorization: `Bearer ${token}` } });
		assert.ok(!JSON.stringify(opened.logged).includes(token));
	});
});

describe('a failure that nobody expected', () => {
	const secret = 'SQLITE_CORRUPT in /var/lib/broker.db';
	const failures = [
		new Error(secret),
		new BrokerError('unknown-schema', secret),
		new BrokerError('bad-setting', secret),
		new BrokerError('bad-usage', secret),
		new BrokerError('internal', secret),
		secret,
		undefined,
	];
	for (const failure of failures) {
		it(`is 500 and says nothing of the inside: ${failure instanceof BrokerError ? failure.code : typeof failure}`, async () => {
			const { app, logged, close } = await openTestApp({}, { searchRelationships: () => Promise.reject(failure) });
			const response = await app.request(found);
			await close();
			assert.equal(response.status, 500);
			const problem = problemSchema.parse(await response.json());
			assert.equal(problem.type, 'http://localhost/problems/internal');
			assert.ok(!JSON.stringify(problem).includes(secret));
			assert.ok(problem.detail.includes(response.headers.get('X-Request-Id') ?? '?'));
			const line = logged.at(-1);
			assert.equal(line?.level, 'error');
			assert.equal(line?.err, failure);
		});
	}
});

describe('a problem', () => {
	it('has type, title, status, detail, and detail again as message', async () => {
		const response = await opened.app.request('/api/relationships?id=1&size=0');
		assert.equal(response.headers.get('Content-Type'), 'application/problem+json');
		const problem = await problemOf(response);
		assert.deepEqual(problem, {
			type: 'http://localhost/problems/bad-query',
			title: 'Invalid query parameter',
			status: 400,
			detail: 'size must be a whole number from 1 to 1000.',
			message: 'size must be a whole number from 1 to 1000.',
			errors: [{ field: 'size', message: 'size must be a whole number from 1 to 1000.' }],
		});
	});

	it('has a type under the public address', async () => {
		const { app, close } = await openTestApp({ PUBLIC_URL: 'https://links.example.org' });
		const { type } = await problemOf(await app.request('/api/nothing'));
		await close();
		assert.equal(type, 'https://links.example.org/problems/not-found');
	});

	it('has a type that leads to a page', async () => {
		const { type } = await problemOf(await opened.app.request('/api/nothing'));
		const page = await opened.app.request(type);
		assert.equal(page.status, 200);
		assert.equal(page.headers.get('Content-Type'), 'text/html; charset=utf-8');
	});
});

describe('RATE_LIMIT', () => {
	let limited: TestApp;
	before(async () => {
		limited = await openTestApp({ RATE_LIMIT: '2' });
	});
	after(() => limited.close());

	const from = (address: string, headers: Record<string, string> = {}, path = found) =>
		limited.app.request(path, { headers }, { incoming: { socket: { remoteAddress: address } } });

	it('answers 429 with Retry-After beyond it, until that time is over', async () => {
		for (const status of [200, 200, 429]) assert.equal((await from('192.0.2.1')).status, status);
		const response = await from('192.0.2.1');
		assert.match((await problemOf(response)).type, /\/too-many-requests$/);
		assert.equal(response.headers.get('Retry-After'), '30');
		limited.pass(30_000);
		assert.equal((await from('192.0.2.1')).status, 200);
	});

	it('counts every address for itself, whatever it asks for', async () => {
		for (const path of ['/nothing', '/openapi.json']) await from('192.0.2.2', {}, path);
		assert.equal((await from('192.0.2.2')).status, 429);
		assert.equal((await from('192.0.2.3')).status, 200);
	});

	it('counts the address that TRUSTED_PROXIES vouch for, not what stands before it nor the proxy', async () => {
		const behind = await openTestApp({ RATE_LIMIT: '2', TRUSTED_PROXIES: '2' });
		const through = async (forwarded: string) => {
			const proxy = { incoming: { socket: { remoteAddress: '10.0.0.1' } } };
			return (await behind.app.request(found, { headers: { 'X-Forwarded-For': forwarded } }, proxy)).status;
		};
		assert.equal(await through('203.0.113.1, 192.0.2.1, 10.0.0.2'), 200);
		assert.equal(await through('203.0.113.2, 192.0.2.1, 10.0.0.2'), 200);
		assert.equal(await through('203.0.113.3, 192.0.2.1, 10.0.0.2'), 429);
		assert.equal(await through('192.0.2.2,10.0.0.2'), 200);
		await behind.close();
		for (const status of [200, 200, 429]) {
			assert.equal((await from('192.0.2.9', { 'X-Forwarded-For': `192.0.2.${status}` })).status, status);
		}
	});

	it('counts every account for itself, from wherever it comes', async () => {
		const [one, other] = [await limited.token('ada@example.org'), await limited.token('bob@example.org')];
		const withToken = (token: string, address: string) => from(address, { Authorization: `Bearer ${token}` });
		await withToken(one, '192.0.2.4');
		await withToken(one, '192.0.2.5');
		assert.equal((await withToken(one, '192.0.2.6')).status, 429);
		assert.equal((await withToken(other, '192.0.2.6')).status, 200);
	});

	it('counts tokens that are not valid for their address', async () => {
		for (const token of ['a', 'b']) await from('192.0.2.7', { Authorization: `Bearer ${token}` });
		assert.equal((await from('192.0.2.7', { Authorization: 'Bearer c' })).status, 429);
	});

	it('does not count health', async () => {
		for (let request = 0; request < 5; request++) {
			assert.equal((await from('192.0.2.8', {}, '/health/live')).status, 200);
		}
	});

	it('is off unless it is set', async () => {
		for (let request = 0; request < 200; request++) assert.equal((await opened.app.request(found)).status, 200);
	});
});
