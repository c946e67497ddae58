// Tests of what is SQLite's own below the records: how connections of several processes take turns at writing.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { openSqliteDatabase } from './sqlite-database.ts';

describe('writers of one SQLite file', () => {
	let folder: string;
	let path: string;

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'link-broker-writers-'));
		path = join(folder, 'broker.db');
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	it('let one that waits write before one that has just written', async () => {
		const load = openSqliteDatabase(path);
		const submission = openSqliteDatabase(path);
		const order: string[] = [];
		let submitted: Promise<void> | undefined;
		for (let event = 1; event <= 5; event++) {
			await load.write(async () => {
				submitted ??= submission.write(async () => void order.push('submission'));
				await turn();
				order.push(`event ${event}`);
			});
		}
		await submitted;
		assert.deepEqual(order, ['event 1', 'submission', 'event 2', 'event 3', 'event 4', 'event 5']);
		await load.close();
		await submission.close();
	});

	it('hear whether others wait, of this process or another', async () => {
		const load = openSqliteDatabase(path);
		const submission = openSqliteDatabase(path);
		let waiting: Promise<unknown> = Promise.resolve();
		const heard: boolean[] = [];
		await load.write(async () => {
			heard.push(load.othersWait());
			waiting = submission.write(async () => undefined);
			await turn();
			heard.push(load.othersWait());
		});
		await waiting;
		await load.write(async () => {
			heard.push(load.othersWait());
			waiting = load.write(async () => undefined);
			heard.push(load.othersWait());
		});
		await waiting;
		assert.deepEqual(heard, [false, true, false, true]);
		await load.close();
		await submission.close();
	});

	it('leave the place of one whose work failed to the next', async () => {
		const one = openSqliteDatabase(path);
		const other = openSqliteDatabase(path);
		await assert.rejects(
			one.write(async () => {
				throw new Error('The work failed.');
			}),
			/The work failed/,
		);
		assert.equal(await other.write(async () => 'written'), 'written');
		await one.close();
		await other.close();
	});
});
