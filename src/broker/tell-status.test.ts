import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHealth, createStatus, type StatusSource } from './tell-status.ts';

const source = (asked: string[] = [], more: Partial<StatusSource> = {}): StatusSource => ({
	async backlog() {
		asked.push('backlog');
		return { events: { New: 3, Processing: 1, Error: 2 }, oldestEventAt: 1_000, entries: 5, oldestEntryAt: 2_000 };
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
	...more,
});

describe('the status', () => {
	it('tells what is left to do, how old it is, and how large the broker is', async () => {
		assert.deepEqual(await createStatus(source(), () => 0)(), {
			events: { New: 3, Processing: 1, Done: 40, Error: 2, Withdrawn: 0 },
			oldestEventAt: 1_000,
			waitingEntries: 5,
			oldestEntryAt: 2_000,
			objects: 7,
			links: 8,
			recordBytes: 4_096,
			indexBytes: null,
		});
	});

	it('reads seldom what costs much, however often it is called', async () => {
		const asked: string[] = [];
		let now = 0;
		const status = createStatus(source(asked), () => now);
		for (; now < 120_000; now += 500) await status();
		const times = (what: string) => asked.filter((one) => one === what).length;
		assert.deepEqual([times('backlog'), times('records'), times('index')], [60, 2, 2]);
	});

	it('asks once for all calls at the same time', async () => {
		const asked: string[] = [];
		const status = createStatus(source(asked), () => 0);
		await Promise.all([status(), status(), status()]);
		assert.deepEqual(asked.sort(), ['backlog', 'index', 'records']);
	});

	it('fails where it cannot be told, and asks again the next time', async () => {
		let away = true;
		const backlog = async () => {
			if (away) throw new Error('away');
			return source().backlog();
		};
		const status = createStatus(source([], { backlog }), () => 0);
		await assert.rejects(status(), /away/);
		away = false;
		assert.equal((await status()).waitingEntries, 5);
	});
});

describe('health', () => {
	const records = { currentGeneration: async () => 1 };
	const index = { size: async () => ({ objects: 0, links: 0 }) };

	it('tells of each dependency that it answers', async () => {
		assert.deepEqual(await createHealth(records, index)(), { database: null, search: null });
	});

	it('tells which one does not, and why, without failing', async () => {
		const away = new Error('away');
		const failing = () => Promise.reject(away);
		assert.deepEqual(await createHealth({ currentGeneration: failing }, index)(), {
			database: { cause: away },
			search: null,
		});
		assert.deepEqual(await createHealth(records, { size: failing })(), { database: null, search: { cause: away } });
	});

	it('waits three seconds for one that says nothing', async (test) => {
		test.mock.timers.enable({ apis: ['setTimeout'] });
		const asked = createHealth(records, { size: () => new Promise(() => {}) })();
		test.mock.timers.tick(3_000);
		assert.match(String((await asked).search?.cause), /no answer/);
	});

	it('asks once for all calls at the same time, and again later', async () => {
		let times = 0;
		const health = createHealth({ currentGeneration: async () => ++times }, index);
		await Promise.all([health(), health()]);
		assert.equal(times, 1);
		await health();
		assert.equal(times, 2);
	});
});
