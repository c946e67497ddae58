// Tests that requests have places by what they need: those that wait for one silent service delay
// none of the others.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { BrokerError } from '../../errors.ts';
import { knownId, oneLink, openTestApp, type TestApp } from '../server/app.fixture.ts';
import { type RunningServer, startServer } from '../server/server.ts';

const places = 8;
/** More than work and queue at once. */
const many = 3 * places;

const search = `/relationships?id=${knownId}`;
const changes = '/changes';
const families = { index: search, records: changes, both: '/objects/1', nothing: '/openapi.json' } as const;

let opened: TestApp;
let server: RunningServer;
let answerAll: () => void;

/** Serves a broker of which one call, which needs these services, does not answer until it may. */
async function serveSilent(silent: 'index' | 'records' | 'both'): Promise<void> {
	const { promise, reject } = Promise.withResolvers<never>();
	promise.catch(() => undefined);
	answerAll = () => reject(new BrokerError('unavailable', 'The service was silent.', { retryAfterSeconds: 1 }));
	const waits = () => promise;
	const calls = {
		index: { searchRelationships: waits },
		records: { readChanges: waits },
		both: { describeObject: waits },
	};
	opened = await openTestApp({ TRUSTED_PROXIES: '1', MAX_CONCURRENT_REQUESTS: String(places) }, calls[silent]);
	server = await startServer({ fetch: opened.app.fetch }, opened);
}

const ask = async (path: string, at: number, init: RequestInit = {}): Promise<number> => {
	const headers = { 'X-Forwarded-For': `192.0.2.${at}`, ...init.headers };
	const response = await fetch(server.url + path, { ...init, headers });
	await response.arrayBuffer();
	return response.status;
};

afterEach(async () => {
	answerAll();
	await server.close();
	await opened.close();
});

for (const silent of ['index', 'records', 'both'] as const) {
	describe(`requests that wait for ${silent === 'both' ? 'the records and the index' : `the ${silent}`}`, () => {
		it('leave their places to all others, and are refused beyond their own', async () => {
			await serveSilent(silent);
			const waiting = Array.from({ length: many }, (_, at) => ask(families[silent], at));
			// The first one that is refused shows that all places are taken.
			assert.equal(await Promise.race(waiting), 503);
			for (const [needed, path] of Object.entries(families)) {
				if (needed !== silent) assert.notEqual(await ask(path, 200), 503, path);
			}
			answerAll();
			assert.deepEqual(new Set(await Promise.all(waiting)), new Set([503]));
		});
	});
}

describe('submissions and accounts', () => {
	it('do not wait while searches hold all of their places, with or without a token', async () => {
		await serveSilent('index');
		const tokens = await Promise.all(['ada', 'grace', 'emmy'].map((name) => opened.token(`${name}@example.org`)));
		const [token] = tokens;
		const bearer = (at: number) => ({ Authorization: `Bearer ${tokens[at % tokens.length]}` });
		const waiting = Array.from({ length: many }, (_, at) =>
			ask(search, at, at % 2 === 0 ? { headers: bearer(at) } : {}),
		);
		assert.equal(await Promise.race(waiting), 503);
		const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
		assert.equal(await ask('/events', 200, { method: 'POST', headers, body: oneLink }), 202);
		assert.equal(await ask('/events', 200, { headers }), 200);
		const credentials = JSON.stringify({ email: 'ada@example.org', password: 'wrong' });
		const signIn = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: credentials };
		assert.equal(await ask('/session', 201, signIn), 401);
		assert.equal(await ask('/health/live', 202), 200);
		answerAll();
		await Promise.all(waiting);
	});
});
