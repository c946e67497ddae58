import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../clock.ts';
import { createStatus, type StatusSource } from './status.ts';

const source = (asked: string[] = [], more: Partial<StatusSource> = {}): StatusSource => ({
	async backlog() {
		asked.push('backlog');
		return {
			events: { New: 3, Processing: 1, Error: 2 },
			oldestEventAt: 1_000,
			entries: 5,
			oldestEntryAt: 2_000,
			oldestMessageAt: null,
		};
	},
	async size() {
		asked.push('records');
		return { events: { New: 9, Processing: 9, Done: 40, Error: 9, Withdrawn: 0 }, bytes: 4_096 };
	},
	async indexSize() {
		asked.push('index');
		return { objects: 7, links: 8 };
	},
	indexBytes: async () => null,
	rebuildProgress: async () => null,
	...more,
});

const stopped = { ...systemClock, elapsed: () => 0 };

describe('the status', () => {
	it('reports what is left to do, how old it is, and how large the broker is', async () => {
		assert.deepEqual(await createStatus(source(), stopped)(), {
			events: { New: 3, Processing: 1, Done: 40, Error: 2, Withdrawn: 0 },
			oldestEventAt: 1_000,
			waitingEntries: 5,
			oldestEntryAt: 2_000,
			objects: 7,
			links: 8,
			rebuild: null,
			recordBytes: 4_096,
			indexBytes: null,
		});
	});

	it('reads seldom what costs much, however often it is called', async () => {
		const asked: string[] = [];
		let now = 0;
		const status = createStatus(source(asked), { ...systemClock, elapsed: () => now });
		for (; now < 120_000; now += 500) await status();
		const times = (what: string) => asked.filter((one) => one === what).length;
		assert.deepEqual([times('backlog'), times('records'), times('index')], [60, 2, 2]);
	});

	it('asks once for all calls at the same time', async () => {
		const asked: string[] = [];
		const status = createStatus(source(asked), stopped);
		await Promise.all([status(), status(), status()]);
		assert.deepEqual(asked.sort(), ['backlog', 'index', 'records']);
	});

	it('has no sizes of an index that is silent or fails, and all else', async () => {
		const immediate = { ...stopped, sleep: async () => undefined };
		for (const indexSize of [
			() => new Promise<never>(() => undefined),
			() => Promise.reject(new Error('unavailable')),
		]) {
			const { objects, links, indexBytes, waitingEntries } = await createStatus(source([], { indexSize }), immediate)();
			assert.deepEqual({ objects, links, indexBytes }, { objects: null, links: null, indexBytes: null });
			assert.equal(waitingEntries, 5);
		}
	});

	it('fails where it cannot be read, and asks again the next time', async () => {
		let unavailable = true;
		const backlog = async () => {
			if (unavailable) throw new Error('unavailable');
			return source().backlog();
		};
		const status = createStatus(source([], { backlog }), stopped);
		await assert.rejects(status(), /unavailable/);
		unavailable = false;
		assert.equal((await status()).waitingEntries, 5);
	});
});
