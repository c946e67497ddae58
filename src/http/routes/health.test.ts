import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { problemSchema } from '../answers/problem.ts';
import { openTestApp } from '../server/app.fixture.ts';

describe('health', () => {
	it('is live while the process answers, and ready while database and search index do', async () => {
		const { app, close } = await openTestApp();
		const live = await app.request('/health/live');
		assert.equal(live.status, 200);
		assert.deepEqual(await live.json(), { status: 'live' });
		const ready = await app.request('/api/health/ready');
		assert.equal(ready.status, 200);
		const dependencies = { database: { status: 'up' }, search: { status: 'up' } };
		assert.deepEqual(await ready.json(), { status: 'ready', dependencies });
		await close();
	});

	for (const [away, dependencies] of [
		['database', { database: { status: 'down' }, search: { status: 'up' } }],
		['search', { database: { status: 'up' }, search: { status: 'down' } }],
	] as const) {
		it(`is live but not ready while the ${away} does not answer, says which and not why`, async () => {
			const cause = new Error('secret');
			const { app, logged, close } = await openTestApp(
				{},
				{ health: async () => ({ database: null, search: null, [away]: { cause } }) },
			);
			assert.equal((await app.request('/health/live')).status, 200);
			const response = await app.request('/health/ready');
			await close();
			assert.equal(response.status, 503);
			assert.ok(response.headers.has('Retry-After'));
			const problem = problemSchema.parse(await response.json());
			assert.deepEqual(problem.dependencies, dependencies);
			assert.ok(!JSON.stringify(problem).includes('secret'));
			const line = logged.at(-1);
			assert.equal(line?.level, 'warn');
			assert.equal((line.err as Error).cause, cause);
		});
	}
});
