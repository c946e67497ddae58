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

	it('says the same again each minute, whatever its numbers, and what is new at once', async () => {
		for (let second = 10; second <= 130; second += 10) {
			wrong = [{ words: `Silent for ${second} seconds.`, cause: undefined }];
			await pass(10);
		}
		assert.equal(lines.length, 3);
		wrong = [{ words: 'The disk is full.', cause: undefined }];
		await pass(10);
		assert.equal(lines.length, 4);
	});
});
