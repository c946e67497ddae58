import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openTestApp, problemOf } from '../app.fixture.ts';

describe('health', () => {
	it('is live while the process answers, and ready while the broker can tell its status', async () => {
		const { app, close } = await openTestApp();
		for (const [path, status] of [
			['/health/live', 'live'],
			['/api/health/ready', 'ready'],
		] as const) {
			const response = await app.request(path);
			assert.equal(response.status, 200);
			assert.deepEqual(await response.json(), { status });
		}
		await close();
	});

	it('is live but not ready while the broker cannot, and does not say why', async () => {
		const { app, logged, close } = await openTestApp({}, { status: () => Promise.reject(new Error('secret')) });
		assert.equal((await app.request('/health/live')).status, 200);
		const response = await app.request('/health/ready');
		await close();
		assert.equal(response.status, 503);
		assert.ok(response.headers.has('Retry-After'));
		assert.ok(!JSON.stringify(await problemOf(response)).includes('secret'));
		assert.equal(logged.at(-1)?.level, 'warn');
	});
});
