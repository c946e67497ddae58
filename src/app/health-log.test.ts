import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { Reason } from '../broker/health.ts';
import { systemClock } from '../clock.ts';
import { startHealthLog } from './health-log.ts';

const clock = { ...systemClock, elapsed: () => Date.now() };

/** Lets everything run that does not wait for a timer. */
const runAll = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('the log of what is wrong', () => {
	let wrong: Reason[];
	let lines: string[];
	let running: ReturnType<typeof startHealthLog>;
	beforeEach(async () => {
		mock.timers.enable({ apis: ['setTimeout', 'Date'] });
		wrong = [];
		lines = [];
		const log = {
			info: (_: object, message: string) => lines.push(message),
			warn: (fields: object, message: string) => lines.push(`${message} ${JSON.stringify(fields)}`),
		};
		running = startHealthLog({ read: async () => wrong, what: 'Not ready', clock, log });
		await runAll();
	});
	afterEach(async () => {
		await running.stop();
		mock.timers.reset();
	});

	const pass = async (seconds: number) => {
		for (let at = 0; at < seconds; at += 10) {
			mock.timers.tick(10_000);
			await runAll();
		}
	};

	it('says nothing while all is well', async () => {
		await pass(120);
		assert.deepEqual(lines, []);
	});

	it('names the cause, which no answer does, within ten seconds, and that it is over', async () => {
		const cause = new Error('out', { cause: new Error('/data/broker.db') });
		wrong = [{ words: 'The database does not answer.', cause }];
		await pass(10);
		assert.deepEqual(lines, ['Not ready: The database does not answer. {"causes":["out (/data/broker.db)"]}']);
		wrong = [];
		await pass(10);
		assert.equal(lines[1], 'Not ready: resolved');
	});

	it('says the same once, whatever its numbers, and what is new at once', async () => {
		for (let second = 10; second <= 600; second += 10) {
			wrong = [{ words: `Silent for ${second} seconds.`, cause: undefined }];
			await pass(10);
		}
		assert.equal(lines.length, 1);
		wrong = [{ words: 'The disk is full.', cause: undefined }];
		await pass(10);
		assert.equal(lines.length, 2);
		wrong = [];
		await pass(10);
		assert.equal(lines.length, 3);
	});

	it('names each failure of a connection to several addresses', async () => {
		const refused = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`));
		wrong = [{ words: 'The database cannot be reached.', cause: new AggregateError(refused) }];
		await pass(10);
		const causes = ['connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432'];
		assert.deepEqual(lines, [`Not ready: The database cannot be reached. ${JSON.stringify({ causes })}`]);
	});

	describe('with failures that other parts note', () => {
		const failure = { words: 'The index cannot be reached.', cause: 'silent' };

		it('looks at once, and says one line for any number of them', async () => {
			wrong = [{ words: 'The search index does not answer.', cause: undefined }];
			for (let time = 0; time < 500; time++) running.note(failure);
			await runAll();
			await pass(60);
			assert.equal(lines.length, 1);
			wrong = [];
			await pass(10);
			running.note(failure);
			await pass(30);
			assert.equal(lines.length, 2);
		});

		it('says one of its own that nothing present explains, and not again for ten minutes', async () => {
			for (let time = 0; time < 50; time++) {
				running.note(failure);
				await pass(10);
			}
			assert.deepEqual(lines, ['Not ready: The index cannot be reached. {"causes":["silent"]}']);
			await pass(110);
			running.note(failure);
			await pass(10);
			assert.equal(lines.length, 2);
		});
	});
});
