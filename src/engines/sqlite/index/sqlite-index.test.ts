// Tests the index on SQLite by the contract, then what only it has: files, formats, and concurrent
// threads and processes.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describeKnownWorks } from '../../../broker/objects/known-works.contract.ts';
import { BrokerError } from '../../../errors.ts';
import { dateInstant } from '../../../links/link-date.ts';
import type { SearchIndex } from '../../../ports/search/search-index.ts';
import type { SearchRequest, SearchResult } from '../../../ports/search/search-reader.ts';
import { describeFormats } from '../../../ports/search/suite/index-formats.contract.ts';
import { describeSearchIndex } from '../../../ports/search/suite/search-index.contract.ts';
import {
	about,
	asserted,
	assertUnreadableUntilRebuilt,
	buildUp,
	countOf,
	countUp,
	find,
	groupOf,
	link,
	namesOf,
	type OpenedIndex,
	put,
	work,
} from '../../../ports/search/suite/search-index.fixture.ts';
import { parseQueryString } from '../../../search/query-string.ts';
import { startOverlappingReaders } from '../write-ahead-log.fixture.ts';
import { openConnection } from './connection.ts';
import type { CountingOrder } from './counting-thread.fixture.ts';
import { openSqliteIndex, type SqliteIndexOptions } from './sqlite-index.ts';

const fixture = new URL('./counting-thread.fixture.ts', import.meta.url);

const folders: string[] = [];
const handles: SearchIndex[] = [];

function newPath(): string {
	const folder = mkdtempSync(join(tmpdir(), 'search-index-'));
	folders.push(folder);
	return join(folder, 'search.db');
}

async function open(path: string, options: SqliteIndexOptions = {}): Promise<SearchIndex> {
	const index = await openSqliteIndex(path, options);
	handles.push(index);
	return index;
}

/** Counts the rows that answers come from; statements are kept for later links. */
async function countRows(path: string): Promise<number> {
	const newest = readdirSync(dirname(path))
		.filter((name) => /\.g\d+$/.test(name))
		.sort()
		.at(-1) as string;
	const connection = openConnection(join(dirname(path), newest), {
		create: false,
		cacheMebibytes: 1,
		busyMilliseconds: 1_000,
	});
	const tables = ['object', 'document', 'text', 'identifier', 'link', 'tally'];
	const counts = tables.map((table) => connection.prepare(`SELECT count(*) FROM ${table}`).get<[number]>());
	connection.close();
	return counts.reduce((sum, row) => sum + (row?.[0] ?? 0), 0);
}

async function closeAll(): Promise<void> {
	for (const index of handles.splice(0)) await index.close();
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}

/** Opens an unused index with its own handles. */
async function openFresh(options: SqliteIndexOptions = {}): Promise<OpenedIndex> {
	const folder = mkdtempSync(join(tmpdir(), 'search-index-'));
	const path = join(folder, 'search.db');
	const own: SearchIndex[] = [];
	const reopen = async () => {
		const index = await openSqliteIndex(path, options);
		own.push(index);
		return index;
	};
	const close = async () => {
		for (const index of own) await index.close();
		rmSync(folder, { recursive: true });
	};
	return { index: await reopen(), reopen, countKept: () => countRows(path), close };
}

describeSearchIndex('the search index on SQLite', openFresh);

describeFormats('SQLite', async () => {
	const path = newPath();
	return {
		open: (formats) => open(path, { formats }),
		async removeFlags() {
			const connection = openConnection(`${path}.g1`, { cacheMebibytes: 1, busyMilliseconds: 0 });
			connection.execute(`ALTER TABLE document DROP COLUMN traits; ALTER TABLE summary DROP COLUMN flag_rules;
				PRAGMA user_version = 0`);
			connection.close();
		},
		close: closeAll,
	};
});

describeKnownWorks('SQLite', openFresh);

describeSearchIndex('the search index on SQLite that caches nothing', () =>
	openFresh({ cachedStatements: 0, readCacheMebibytes: 0, writeCacheMebibytes: 0 }),
);

describe('searches on SQLite', () => {
	after(closeAll);
	const questions: readonly Partial<SearchRequest>[] = [
		{ type: 'software' },
		{ years: { from: 2015, to: null } },
		{ asserted: { from: dateInstant('2016'), to: null } },
		{ q: parseQueryString('galaxies') },
		{ q: parseQueryString('provider:zenodo') },
		{ facets: true },
		{},
	];
	const answers = async (index: SearchIndex) => {
		const results = await Promise.all(questions.map((question) => index.search(about('A', question))));
		return results.map((result) => [result?.total, namesOf(result as SearchResult).join('')]);
	};

	it('see at once what another handle has written, a link as well as an object', async () => {
		const path = newPath();
		const [index, writing] = [await open(path), await open(path)];
		const b = work('B', { type: 'dataset', year: 2014, text: { title: ['dark matter'] } });
		await put(writing, { objects: [work('A'), b, work('C')], links: link('A Cites B') });
		const none = [0, ''];
		assert.deepEqual(await answers(index), [none, none, none, none, none, [1, 'B'], [1, 'B']]);

		const changed = work('B', { type: 'software', year: 2015, text: { title: ['galaxies'] } });
		await put(writing, { objects: [changed] });
		const one = [1, 'B'];
		assert.deepEqual(await answers(index), [one, one, none, one, none, one, one]);

		await put(writing, {
			links: [...link('A Cites B', asserted('2016', 'Zenodo')), ...link('A Cites C', asserted('2014'))],
		});
		const two = [2, 'BC'];
		assert.deepEqual(await answers(index), [one, one, one, one, one, two, two]);

		await put(writing, { removed: [{ level: 'identity', group: 2 }] });
		const other = [1, 'C'];
		assert.deepEqual(await answers(index), [none, none, none, none, none, other, other]);
	});

	it('sort up to 100,000 links by what the other works are, and refuse more with advice', async () => {
		const index = await open(newPath());
		const most = 100_000;
		const history = [asserted('2015')];
		const links = Array.from({ length: most + 1 }, (_, at) => ({
			...{ source: at + 2, relation: 'Cites' as const, target: groupOf('A') },
			...{ identity: history, ...(at > 0 && { version: history }) },
		}));
		await buildUp(index, 2, { objects: [work('A'), work('B'), work('C')], links });
		await index.switchTo(2);
		for (const order of ['firstPublished', 'titleReversed', 'leastCited'] as const) {
			await assert.rejects(index.search(about('A', { order, size: 1 })), (error: unknown) => {
				assert.ok(error instanceof BrokerError);
				assert.deepEqual([error.code, error.problems[0]?.field], ['bad-query', 'sort']);
				assert.match(error.message, /^At most 100000 relationships .* there are 100001\. Narrow the search/);
				return true;
			});
			assert.equal((await index.search(about('A', { order, size: 1, groupBy: 'version' })))?.total, most);
			assert.equal((await index.search(about('A', { order, size: 0 })))?.total, most + 1);
		}
		assert.equal((await index.search(about('A', { size: 1 })))?.total, most + 1);
	});

	it('see later changes also after one that failed', async () => {
		const path = newPath();
		const [index, writing] = [await open(path), await open(path)];
		await put(writing, { objects: [work('A'), work('B')] });
		await assert.rejects(index.search(about('A', { cursor: 'x' })), BrokerError);
		await put(writing, { links: link('A Cites B') });
		assert.deepEqual(await find(index, 'A'), ['B']);
	});
});

describe('the state of an index on SQLite', () => {
	after(closeAll);

	it('changes once another thread or a process has written', async () => {
		const path = newPath();
		const index = await open(path);
		for (const write of [() => countInThread({ path, times: 1 }), () => countInProcess(path)]) {
			const state = await index.state();
			await write();
			assert.notEqual(await index.state(), state);
		}
	});

	it('is none that a deleted index of the same name had', async () => {
		const path = newPath();
		const states = new Set<string | undefined>();
		for (let life = 0; life < 2; life++) {
			const index = await openSqliteIndex(path);
			for (const name of ['A', 'B']) {
				states.add(await index.state());
				await put(index, { objects: [work(name)] });
			}
			await index.close();
			rmSync(`${path}.g1`);
			rmSync(path);
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
		assert.equal(states.size, 4);
	});

	it('is undefined where the generation cannot be read', async () => {
		const path = newPath();
		await (await openSqliteIndex(path)).close();
		rmSync(`${path}.g1`);
		assert.equal(await (await open(path)).state(), undefined);
	});
});

async function countInThread(order: CountingOrder): Promise<number[]> {
	const worker = new Worker(fixture, { workerData: order });
	const [[generations]] = (await Promise.all([once(worker, 'message'), once(worker, 'exit')])) as [[number[]], unknown];
	return generations;
}

async function countInProcess(path: string): Promise<void> {
	const counting = spawn(process.execPath, [fileURLToPath(fixture), 'count', path]);
	assert.deepEqual(await once(counting, 'exit'), [0, null]);
}

describe('threads and processes at one SQLite index', () => {
	after(closeAll);

	it('create it once, however many begin at the same time', async () => {
		const path = newPath();
		await Promise.all([0, 1, 2, 3].map(() => countInThread({ path, times: 5 })));
		assert.equal(await countOf(await open(path)), 20);
	});

	it('lose no update of each other', async () => {
		const path = newPath();
		const [one, other] = [await open(path), await open(path)];
		const threads = [countInThread({ path, times: 40 }), countInThread({ path, times: 40 })];
		for (let time = 0; time < 20; time++) await Promise.all([one.update(countUp), other.update(countUp)]);
		await Promise.all(threads);
		assert.deepEqual([await countOf(one), await countOf(other)], [120, 120]);
	});

	it('follow a switch in the middle of their work', async () => {
		const path = newPath();
		const index = await open(path);
		const threads = [0, 1].map(() => countInThread({ path, times: 10, lastGeneration: 4 }));
		const counts = new Map<number, number>();
		for (const generation of [2, 3, 4]) {
			while ((await countOf(index)) < 10) await new Promise(setImmediate);
			await buildUp(index, generation, {});
			await index.switchTo(generation, async () => void counts.set(generation - 1, await countOf(index)));
		}
		const generations = (await Promise.all(threads)).flat();
		counts.set(4, await countOf(index));
		const written = (generation: number) => generations.filter((one) => one === generation).length;
		assert.deepEqual(
			[counts.get(1), counts.get(2), counts.get(3), counts.get(4)],
			[written(1), written(2), written(3), written(4)],
		);
	});

	it('are not delayed by a process that was killed while it wrote, and see nothing of that', async () => {
		const path = newPath();
		const index = await open(path);
		await index.update(countUp);
		const killed = spawn(process.execPath, [fileURLToPath(fixture), 'crash', path]);
		assert.deepEqual(await once(killed, 'exit'), [null, 'SIGKILL']);
		assert.equal(await countOf(index), 1);
		await index.update(countUp);
		assert.equal(await countOf(index), 2);
	});
});

describe('the files of an index on SQLite', () => {
	after(closeAll);
	const namesIn = (path: string) => readdirSync(join(path, '..')).sort();

	it('are the pointer and the one active generation, once all handles are closed', async () => {
		const path = newPath();
		const index = await openSqliteIndex(path);
		const other = await openSqliteIndex(path);
		await put(index, { objects: [work('A')] });
		assert.deepEqual(await find(other, 'A'), []);
		await index.begin(2);
		await buildUp(index, 3, { objects: [work('A'), work('B')], links: link('A Cites B') });
		await index.switchTo(3);
		assert.deepEqual(await find(other, 'A'), ['B']);
		await index.close();
		await other.close();
		assert.deepEqual(namesIn(path), ['search.db', 'search.db.g3']);
	});

	it('are created in a new folder, and may have any name', async () => {
		const path = join(newPath(), 'new folder', 'a?b#c%20d.db');
		await put(await open(path), { objects: [work('A')] });
		assert.deepEqual(await find(await open(path), 'A'), []);
	});

	it('outlast all handles', async () => {
		const path = newPath();
		const index = await openSqliteIndex(path);
		await put(index, { objects: [work('A'), work('B')], links: link('A Cites B') });
		await index.close();
		assert.deepEqual(await find(await open(path), 'A'), ['B']);
	});

	it('refuse a file of something else', async () => {
		const path = newPath();
		writeFileSync(path, 'This is a letter to my grandmother. '.repeat(100));
		await assert.rejects(openSqliteIndex(path), (error: unknown) => {
			return error instanceof BrokerError && error.code === 'bad-setting' && error.message.includes(path);
		});
	});
});

describe('a generation that this program cannot read', () => {
	after(closeAll);
	const spoils: Readonly<Record<string, (path: string) => void>> = {
		'because its format is too old': (path) => {
			const connection = openConnection(`${path}.g1`, { cacheMebibytes: 1, busyMilliseconds: 0 });
			connection.execute('PRAGMA user_version = 1');
			connection.close();
		},
		'because it is lost': (path) => {
			for (const end of ['', '-wal', '-shm']) rmSync(`${path}.g1${end}`, { force: true });
		},
		'because it is something else': (path) => {
			for (const end of ['-wal', '-shm']) rmSync(`${path}.g1${end}`, { force: true });
			writeFileSync(`${path}.g1`, 'no database '.repeat(1_000));
		},
	};
	for (const [reason, spoil] of Object.entries(spoils)) {
		it(`${reason} is empty, fails with unavailable, and is replaced by a rebuilt one`, async () => {
			const path = newPath();
			const before = await openSqliteIndex(path);
			await put(before, { objects: [work('A')] });
			await before.close();
			spoil(path);
			const index = await open(path);
			await assertUnreadableUntilRebuilt(index);
		});
	}
});

describe('an update with a failed part', () => {
	after(closeAll);

	it('fails whole, though its work continued', async () => {
		const index = await open(newPath());
		const nameless = { ...work('B'), sortKey: null as unknown as string };
		const failing = index.update(async (writer) => {
			await assert.rejects(writer.apply({ removed: [], objects: [work('A'), nameless], links: [] }), /NOT NULL/);
		});
		await assert.rejects(failing, /NOT NULL/);
		assert.equal(await index.isEmpty(), true);
	});
});

describe('the write-ahead log of the search index on SQLite', () => {
	after(closeAll);

	it('is brought into the file when the update has returned, and before the next one writes', async () => {
		const path = newPath();
		const index = await open(path);
		const title = 'a long title '.repeat(100_000);
		const objects = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((name) => work(name, { text: { title: [title] } }));
		const mebibytes = () => statSync(`${path}.g1`).size / 2 ** 20;
		await put(index, { objects });
		assert.ok(mebibytes() < 1, `${mebibytes()} MiB when it is answered`);
		assert.deepEqual(await find(index, 'Z'), []);
		await index.update(async () => assert.ok(mebibytes() > 30, `${mebibytes()} MiB before the next one writes`));
	});

	it('restarts beside readers that never all end', async () => {
		const path = newPath();
		const index = await open(path);
		const readers = await startOverlappingReaders(`${path}.g1`);
		const long = 'word '.repeat(200_000);
		for (let round = 0; round < 75; round++) {
			await put(index, { objects: [work('A', { text: { title: [`${long} ${round}`] } })] });
		}
		const mebibytes = statSync(`${path}.g1-wal`).size / 2 ** 20;
		assert.ok(mebibytes < 70, `${mebibytes} MiB`);
		await readers.stop();
	});
});
