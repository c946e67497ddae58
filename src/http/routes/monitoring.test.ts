import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Health } from '../../broker/health.ts';
import { problemSchema } from '../answers/problem.ts';
import { allWell, openTestApp } from '../server/app.fixture.ts';

const up = { status: 'up' };
const ready = { status: 'ready', reasons: [] };

/** Asks a broker whose health this is. */
async function ask(path: string, health: Partial<Health>) {
	const { app, logged, close } = await openTestApp({}, { health: async () => ({ ...allWell, ...health }) });
	const response = await app.request(path);
	await close();
	return { response, line: logged.at(-1) };
}

describe('GET /health/ready', () => {
	it('is 200 where submissions are taken and searches answered', async () => {
		const { response } = await ask('/api/health/ready', {});
		assert.equal(response.status, 200);
		assert.deepEqual(await response.json(), {
			...{ status: 'ready', submissions: ready, searches: ready },
			...{ dependencies: { database: up, search: up, disk: up }, overdue: [] },
		});
	});

	for (const [task, other] of [
		['submissions', 'searches'],
		['searches', 'submissions'],
	] as const) {
		it(`is 503 where ${task} are not served, and says why in words but not the cause, which the log has`, async () => {
			const reason = { words: 'The disk is full.', cause: new Error('secret') };
			const { response, line } = await ask('/health/ready', {
				[task]: [reason],
				dependencies: { database: null, search: null, disk: reason },
				overdue: ['The oldest event has waited for 7 min to be applied.'],
			});
			assert.equal(response.status, 503);
			assert.ok(response.headers.has('Retry-After'));
			const problem = problemSchema.parse(await response.json());
			assert.match(problem.detail, /^The broker is not ready\. The disk is full\.$/);
			assert.deepEqual(problem[task], { status: 'not-ready', reasons: ['The disk is full.'] });
			assert.deepEqual(problem[other], ready);
			assert.deepEqual(problem.dependencies, { database: up, search: up, disk: { status: 'down' } });
			assert.deepEqual(problem.overdue, ['The oldest event has waited for 7 min to be applied.']);
			assert.ok(!JSON.stringify(problem).includes('secret'));
			assert.equal(line?.level, 'debug');
			assert.equal(line.cause, 'secret');
		});

		it(`reports ${task} alone under /${task}`, async () => {
			const reasons = { [task]: [{ words: 'It does not answer.', cause: 'a text of another thread' }] };
			assert.equal((await ask(`/health/ready/${task}`, reasons)).response.status, 503);
			const { response } = await ask(`/health/ready/${other}`, reasons);
			assert.equal(response.status, 200);
			assert.deepEqual(await response.json(), { ...ready, overdue: [] });
		});
	}

	it('is 200 where something is overdue: whoever is sent elsewhere is not served sooner', async () => {
		const overdue = ['The oldest change has waited for 6 min to be indexed.'];
		const { response } = await ask('/health/ready', { overdue });
		assert.equal(response.status, 200);
		assert.deepEqual(((await response.json()) as { overdue: string[] }).overdue, overdue);
	});
});

describe('GET /health/live', () => {
	it('is 200 also where the broker is not ready', async () => {
		const { response } = await ask('/health/live', { submissions: [{ words: 'It is unavailable.', cause: null }] });
		assert.equal(response.status, 200);
		assert.deepEqual(await response.json(), { status: 'live' });
	});

	it('is 503 where nothing but a restart helps', async () => {
		const needsRestart = async () => ({ words: 'A database file is missing or was replaced.', cause: 'secret' });
		const { app, close } = await openTestApp({}, { needsRestart });
		const response = await app.request('/health/live');
		await close();
		assert.equal(response.status, 503);
		const problem = problemSchema.parse(await response.json());
		assert.equal(problem.detail, 'The broker needs a restart: A database file is missing or was replaced.');
	});
});
