// Says how long a writer waits for another.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { BrokerError } from '../../../errors.ts';
import { openConnection } from './connection.ts';
import { patiently } from './generation-files.ts';

describe('patiently', () => {
	it('waits for a lock without holding up the thread, then fails with `unavailable`', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'patience-'));
		const path = join(folder, 'locked.db');
		const [holder, waiter] = [true, false].map((create) =>
			openConnection(path, { create, cacheMebibytes: 1, busyMilliseconds: 0 }),
		) as [ReturnType<typeof openConnection>, ReturnType<typeof openConnection>];
		holder.execute('CREATE TABLE t (x); BEGIN IMMEDIATE');
		const begin = () => waiter.execute('BEGIN IMMEDIATE');
		await assert.rejects(
			patiently(begin, 5),
			(error: unknown) =>
				error instanceof BrokerError && error.code === 'unavailable' && error.retryAfterSeconds !== undefined,
		);
		const begun = patiently(begin);
		holder.execute('COMMIT');
		await begun;
		assert.ok(waiter.isInTransaction());
		holder.close();
		waiter.close();
		rmSync(folder, { recursive: true });
	});

	it('does not wait where anything else fails', async () => {
		let tries = 0;
		const failing = patiently(() => {
			tries += 1;
			throw new Error('on purpose');
		});
		await assert.rejects(failing, /on purpose/);
		assert.equal(tries, 1);
	});
});
