// Tests how long a service that starts waits for its database.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findFreePort } from '../../scripts/services/free-port.ts';
import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { readSettings } from '../settings.ts';
import { awaitStores } from './open.ts';

/** Waits for a database in a time of its own; `stopAfter` is when the service is stopped. */
async function waitFor(address: string, stopAfter = Number.POSITIVE_INFINITY) {
	const settings = readSettings({ DATABASE_URL: address });
	const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
	const lines: string[] = [];
	let now = 0;
	const clock = {
		...systemClock,
		elapsed: () => now,
		async sleep(milliseconds: number) {
			now += milliseconds;
			if (now >= stopAfter) stop();
		},
	};
	const log = createLog('silent', 'test');
	log.warn = (_fields: unknown, message?: string) => void lines.push(message ?? '');
	const stores = await awaitStores(settings, { clock, log, stopped }).catch((error: { code: string }) => error.code);
	return { stores, lines, seconds: now / 1_000 };
}

describe('a database at which nothing listens', () => {
	const wait = async (stopAfter?: number) =>
		waitFor(`postgres://broker@127.0.0.1:${await findFreePort()}/links`, stopAfter);

	it('is waited for during a minute, with one line in the log', async () => {
		const { stores, lines, seconds } = await wait();
		assert.equal(stores, 'unavailable');
		assert.ok(seconds >= 60 && seconds < 65, `${seconds} s`);
		assert.deepEqual(lines, ['The database is unavailable; trying again for 60 seconds']);
	});

	it('is not waited for once the service is stopped', async () => {
		const { stores, seconds } = await wait(3_000);
		assert.equal(stores, undefined);
		assert.ok(seconds < 10, `${seconds} s`);
	});
});

describe('a database before which an operator has to act', () => {
	let folder: string;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'await-'));
	});
	after(() => rm(folder, { recursive: true }));

	for (const [what, files] of Object.entries({
		'is damaged': { 'broker.db': 'a text' },
		'is missing beside its log': { 'broker.db-wal': 'a log' },
		'has the log of something else': {
			'broker.db-wal': 'a text that is longer than the head of a log',
			'broker.db': '',
		},
	})) {
		it(`is not waited for where it ${what}`, async () => {
			const own = await mkdtemp(join(folder, 'case-'));
			for (const [name, text] of Object.entries(files)) await writeFile(join(own, name), text);
			const { stores, lines, seconds } = await waitFor(`sqlite:${join(own, 'broker.db')}`);
			assert.deepEqual([stores, lines, seconds], ['unavailable', [], 0]);
		});
	}
});
