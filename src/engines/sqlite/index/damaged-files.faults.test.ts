// Damages each file of an index on SQLite in every way that a disk or a person does, at rest and
// while it is open: searches fail with `unavailable` at most, and a rebuilt index replaces it.
import assert from 'node:assert/strict';
import {
	copyFileSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { hasCode } from '../../../errors.ts';
import type { SearchIndex } from '../../../ports/search/search-index.ts';
import { about, buildUp, find, link, put, work } from '../../../ports/search/suite/search-index.fixture.ts';
import { parseQueryString } from '../../../search/query-string.ts';
import { openSqliteIndex } from './sqlite-index.ts';

const root = mkdtempSync(join(tmpdir(), 'damaged-index-'));
after(() => rmSync(root, { recursive: true }));

/** Opens an index that is closed when the test ends. */
async function open(test: TestContext, path: string): Promise<SearchIndex> {
	const index = await openSqliteIndex(path, { readCacheMebibytes: 0, writeCacheMebibytes: 0, cachedStatements: 0 });
	test.after(() => index.close());
	return index;
}

const names = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const content = {
	objects: names.map((name) => work(name, { text: { title: [`title of ${name} `.repeat(50)] } })),
	links: names.slice(1).flatMap((name) => link(`A Cites ${name}`)),
};

/** Makes an index in a separate folder, and leaves it closed. */
async function makeIndex(): Promise<string> {
	const path = join(mkdtempSync(join(root, 'index-')), 'search.db');
	const index = await openSqliteIndex(path);
	await put(index, content);
	await index.update((writer) => writer.writeSyncToken(async () => 'right'));
	await index.close();
	return path;
}

/** Runs all kinds of searches; each succeeds or is temporarily unavailable. */
async function ask(index: SearchIndex): Promise<void> {
	const q = parseQueryString('title');
	const questions = [
		() => index.search(about('A', { q, facets: true })),
		() => index.locateKeys(names),
		() => index.describe(1, { facets: true }),
		() =>
			index.findWorks({
				groupBy: 'identity',
				q,
				order: 'cited',
				reverse: false,
				size: 9,
				facets: true,
				mostLookedAt: 9,
			}),
		() => index.counts(),
		() => index.size(),
		() => index.differingObjects(content.objects),
		() => index.differingLinks(content.links),
		() => index.state(),
	];
	for (const question of questions) await question().catch(assertUnavailable);
}

function assertUnavailable(error: unknown): void {
	assert.ok(hasCode(error, 'unavailable'), String((error as Error).stack));
	assert.doesNotMatch(error.message, /search\.db/);
	assert.ok(error.retryAfterSeconds);
}

/** Rebuilds an index with a wrong sync token, as a worker does. */
async function rebuild(index: SearchIndex): Promise<void> {
	const generation = (await index.generation()) + 1;
	await buildUp(index, generation, content);
	await index.switchTo(generation);
}

async function assertWhole(index: SearchIndex): Promise<void> {
	assert.deepEqual((await find(index, 'A')).toSorted(), names.slice(1));
	assert.deepEqual(await index.size(), { objects: 26, links: 25 });
	assert.deepEqual((await index.differingObjects(content.objects)).length, 0);
	await put(index, content);
}

const rubbish = Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 89 + 7) % 256));

const damages: Readonly<Record<string, (file: string) => void>> = {
	'truncated to nothing': (file) => truncateSync(file),
	'truncated to half': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
	removed: (file) => rmSync(file),
	'a text file': (file) => writeFileSync(file, 'Shopping list: bread, butter, a new disk.\n'.repeat(300)),
	'rubbish from the second page on': (file) => {
		const bytes = readFileSync(file);
		for (let at = 4_096; at < bytes.length; at += 4_096) rubbish.copy(bytes, at);
		writeFileSync(file, bytes);
	},
	'rubbish on its first page': (file) => {
		const bytes = readFileSync(file);
		rubbish.copy(bytes);
		writeFileSync(file, bytes);
	},
};

for (const [file, name] of [
	['', 'the pointer'],
	['.g1', 'the active generation'],
]) {
	// Each mostly waits until a handle checks its file again.
	describe(`${name} of an index`, { concurrency: true }, () => {
		for (const [what, damage] of Object.entries(damages)) {
			it(`that is ${what} at rest makes searches fail with unavailable at most, until the index is rebuilt`, async (test) => {
				const path = await makeIndex();
				damage(`${path}${file}`);
				const index = await open(test, path);
				await ask(index);
				const syncToken = await index.syncToken();
				assert.ok(syncToken === undefined || syncToken === 'right', `not the sync token ${syncToken}`);
				if (syncToken === undefined) await rebuild(index);
				await assertWhole(index);
			});

			it(`that becomes ${what} while it is open is noticed, and the index can be rebuilt`, async (test) => {
				const path = await makeIndex();
				const [reading, writing] = [await open(test, path), await open(test, path)];
				await find(reading, 'A');
				await writing.update(async (writer) => void (await writer.locate([])));
				damage(`${path}${file}`);
				await delay(1_100);
				await ask(reading);
				await put(writing, { objects: [work('B')] }).catch(assertUnavailable);
				const syncToken = await writing.syncToken();
				assert.ok(syncToken === undefined || syncToken === 'right', `not the sync token ${syncToken}`);
				await rebuild(writing);
				await delay(1_100);
				for (const index of [reading, writing]) await assertWhole(index);
				await assertWhole(await open(test, path));
			});

			it(`that becomes ${what} while handles are open that nobody uses is repaired without waiting for them`, async (test) => {
				const path = await makeIndex();
				const [idle, writing] = [await open(test, path), await open(test, path)];
				await find(idle, 'A');
				damage(`${path}${file}`);
				const before = performance.now();
				const syncToken = await writing.syncToken();
				assert.ok(syncToken === undefined || syncToken === 'right', `not the sync token ${syncToken}`);
				await rebuild(writing);
				assert.ok(performance.now() - before < 20_000);
				await delay(1_100);
				for (const index of [idle, writing]) await assertWhole(index);
			});
		}
	});
}

describe('any page of the active generation', () => {
	it('may contain anything: searches and changes fail with unavailable at most, and results are right', async (test) => {
		const made = await makeIndex();
		const pages = statSync(`${made}.g1`).size / 4_096;
		assert.ok(pages > 20, `${pages} pages`);
		let noticed = 0;
		for (let page = 0; page < pages; page++) {
			const path = join(mkdtempSync(join(root, 'page-')), 'search.db');
			copyFileSync(made, path);
			const bytes = readFileSync(`${made}.g1`);
			rubbish.copy(bytes, page * 4_096);
			writeFileSync(`${path}.g1`, bytes);
			const index = await open(test, path);
			await ask(index);
			await put(index, content).catch(assertUnavailable);
			if ((await index.syncToken()) === undefined) {
				noticed++;
				await rebuild(index);
				await assertWhole(index);
			}
		}
		assert.ok(noticed >= pages * 0.7, `${noticed} of ${pages} pages`);
	});
});

describe('a damaged generation', () => {
	it('no longer answers in any process, also after a restart', async (test) => {
		const path = await makeIndex();
		const [one, other] = [await open(test, path), await open(test, path)];
		await find(other, 'A');
		damages['rubbish from the second page on']?.(`${path}.g1`);
		await ask(one);
		await assert.rejects(find(other, 'A'), { code: 'unavailable' });
		await assert.rejects(find(await open(test, path), 'A'), { code: 'unavailable' });
		assert.equal(await other.syncToken(), undefined);
	});
});

describe('the side files of an index', () => {
	for (const side of ['-wal', '-shm']) {
		for (const what of ['truncated to nothing', 'removed', 'a text file'] as const) {
			it(`left by a process that died (${side}) may be ${what}: what is lost with it shows in the sync token`, async (test) => {
				const path = await makeIndex();
				const killed = await open(test, path);
				await killed.update(async (writer) => {
					await writer.apply({ removed: [], objects: [], links: link('B Cites C') });
					await writer.writeSyncToken(async () => 'later');
				});
				const copy = join(mkdtempSync(join(root, 'killed-')), 'search.db');
				for (const end of ['', '-wal', '-shm', '.g1', '.g1-wal', '.g1-shm']) {
					if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`);
				}
				damages[what]?.(`${copy}.g1${side}`);
				const index = await open(test, copy);
				await ask(index);
				assert.equal(await index.syncToken(), side === '-wal' ? 'right' : 'later');
			});
		}
	}
});

describe('a pointer that is created again', () => {
	it('names the newest complete generation, and keeps the old file', async (test) => {
		const path = await makeIndex();
		const before = await open(test, path);
		await buildUp(before, 2, { objects: [work('B')] });
		await before.switchTo(2);
		await before.begin(3);
		writeFileSync(path, 'a text'.repeat(1_000));
		for (const side of ['-wal', '-shm']) rmSync(`${path}${side}`, { force: true });
		const index = await open(test, path);
		assert.deepEqual([await index.generation(), await index.syncToken()], [2, 'built']);
		assert.ok(readdirSync(join(path, '..')).includes('search.db.damaged'));
	});
});
