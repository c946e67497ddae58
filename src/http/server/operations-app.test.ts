import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createMetrics } from '../operations/metrics.ts';
import { allWell, openTestApp, type TestApp } from './app.fixture.ts';
import { createOperationsApp } from './operations-app.ts';

describe('a process that serves nobody', () => {
	let serving: TestApp;
	const away = { words: 'The database does not answer.', cause: null };
	beforeEach(async () => {
		serving = await openTestApp();
	});
	afterEach(() => serving.close());

	const open = (health = allWell) => {
		const broker = { ...serving.memory, health: async () => health };
		const metrics = createMetrics({ broker, version: '1.2.3', ofProcess: false });
		metrics.eventApplied(7);
		return createOperationsApp({ broker, metrics, settings: { publicUrl: null, tls: null }, log: serving.log });
	};

	it('reports its health like a server', async () => {
		const app = open();
		for (const path of ['/health/live', '/health/ready', '/health/ready/submissions', '/health/ready/searches']) {
			const [own, others] = await Promise.all([app.request(path), serving.app.request(path)]);
			assert.deepEqual([own.status, await own.json()], [others.status, await others.json()], path);
		}
	});

	it('says why it is not ready, to people and to the log', async () => {
		const response = await open({ ...allWell, submissions: [away] }).request('/health/ready');
		assert.equal(response.status, 503);
		assert.match(((await response.json()) as { detail: string }).detail, /The database does not answer/);
		assert.deepEqual(
			serving.logged.map(({ level, status }) => [level, status]),
			[['debug', 503]],
		);
	});

	it('has metrics of its work', async () => {
		const response = await open().request('/metrics');
		assert.match(response.headers.get('content-type') ?? '', /^text\/plain/);
		assert.match(await response.text(), /^link_broker_links_processed_total 7$/m);
	});

	it('serves nothing else', async () => {
		const app = open();
		assert.equal((await app.request('/relationships?id=10.1000/a')).status, 404);
		const posted = await app.request('/metrics', { method: 'POST' });
		assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
	});
});
