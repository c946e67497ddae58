// Tests how long a writer waits for another.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { BrokerError } from '../../../../errors.ts';
import { openConnection } from '../connection.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

describe('retrying while busy', () => {
	it('waits for a lock without blocking the thread, then fails with `unavailable`', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'retry-'));
		const path = join(folder, 'locked.db');
		const [holder, waiter] = [true, false].map((create) =>
			openConnection(path, { create, cacheMebibytes: 1, busyMilliseconds: 0 }),
		) as [ReturnType<typeof openConnection>, ReturnType<typeof openConnection>];
		holder.execute('CREATE TABLE t (x); BEGIN IMMEDIATE');
		const begin = () => waiter.execute('BEGIN IMMEDIATE');
		await assert.rejects(
			retryWhileBusy(begin, { waitMilliseconds: 5 }),
			(error: unknown) =>
				error instanceof BrokerError && error.code === 'unavailable' && error.retryAfterSeconds !== undefined,
		);
		const begun = retryWhileBusy(begin);
		holder.execute('COMMIT');
		await begun;
		assert.ok(waiter.isInTransaction());
		holder.close();
		waiter.close();
		rmSync(folder, { recursive: true });
	});

	it('does not wait where anything else fails', async () => {
		let tries = 0;
		const failing = retryWhileBusy(() => {
			tries += 1;
			throw new Error('on purpose');
		});
		await assert.rejects(failing, /on purpose/);
		assert.equal(tries, 1);
	});
});
