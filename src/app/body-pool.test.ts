// Bodies are read by threads with a limit of memory: what ends such a thread is a refusal.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { SentBody } from '../broker/read-bodies.ts';
import { hasCode } from '../errors.ts';
import { readSettings } from '../settings.ts';
import { by } from '../store/suite/audit.fixture.ts';
import { bodyRefusals, createBodyPool } from './body-pool.ts';
import type { PooledCalls } from './readers/pooled-thread.fixture.ts';
import { createPool } from './readers/reader-pool.ts';
import { startThread } from './thread-calls.ts';

const settings = readSettings({});
const bodies = createBodyPool(settings, { error: () => undefined } as never);
after(() => bodies.stop());

const sent = (text: string, more: Partial<SentBody> = {}): SentBody => ({
	...{ body: new TextEncoder().encode(text), action: 'assert', replaces: null, partial: false },
	...{ userId: 1, submittedBy: by, ...more },
});

const bibtex = { from: 'bibtex', supplied: {}, provider: 'Library', date: '2026-01-31' };

describe('the pool that reads bodies', () => {
	it('returns what a thread read, and moves the bytes instead of copying them', async () => {
		const body = sent('@article{k, doi = {10.1234/a}, crossref = {b}}', { reading: bibtex });
		const { payload, translation } = await bodies.submission(body);
		assert.equal(translation?.dialect, 'bibtex');
		assert.match(Buffer.from(payload).toString(), /10\.1234\/a/);
		assert.equal(body.body.byteLength, 0);
	});

	it('refuses what this thread would refuse', async () => {
		await assert.rejects(bodies.submission(sent('[{}]')), (error) => hasCode(error, 'invalid-links'));
		await assert.rejects(bodies.submission(sent('[')), (error) => hasCode(error, 'malformed-json'));
		assert.equal((await bodies.preview(sent('@article{k, doi = {10.1234/a}}', { reading: bibtex }))).refusal, null);
	});

	it('lets senders take turns, and keeps a thread for small bodies', async () => {
		const ended: string[] = [];
		const read = (name: string, userId: number, length: number) =>
			bodies
				.submission(sent(`[${' '.repeat(length)}{}]`, { userId }))
				.catch(() => undefined)
				.then(() => ended.push(name));
		const large = 3 * 2 ** 20;
		const ofOne = ['a1', 'a2', 'a3', 'a4'].map((name) => read(name, 1, large));
		await Promise.all([...ofOne, read('b1', 2, large), read('small', 3, 1)]);
		assert.deepEqual(
			ended.filter((name) => name !== 'small'),
			['a1', 'b1', 'a2', 'a3', 'a4'],
		);
		assert.ok(ended.indexOf('small') < ended.indexOf('a2'), ended.join(' '));
	});

	it('refuses a body that needs more memory than its thread has, and reads the next', async () => {
		const pool = createPool<PooledCalls>({
			...{ threads: 1, mostWaiting: 2, limitMilliseconds: 60_000, graceMilliseconds: 60_000 },
			start: (onFailure) =>
				startThread<PooledCalls>('./readers/pooled-thread.fixture.ts', settings, {
					...{ onNotice: () => undefined, onFailure, heapMebibytes: 16 },
				}),
			...{ onFailure: () => undefined, refusals: bodyRefusals },
		});
		const exhausted = pool.run((calls) => calls.exhaust(), { cost: 1 });
		await assert.rejects(exhausted, (error) => hasCode(error, 'invalid-links'));
		assert.ok(await pool.run((calls) => calls.name(), { cost: 1 }));
		await pool.stop();
	});
});
