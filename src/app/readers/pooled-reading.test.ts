// Holds an index whose searches other threads make to the contract of every index, then says which
// searches those are.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import type { Broker } from '../../broker/broker.ts';
import { hasCode } from '../../errors.ts';
import { searchRelations } from '../../links/relation.ts';
import { createLog } from '../../log.ts';
import type { LinkCounts } from '../../ports/search/object-reader.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { SearchRequest } from '../../ports/search/search-reader.ts';
import { describeSearchIndex } from '../../ports/search/suite/search-index.contract.ts';
import { about, family, groupOf, letters, link, put, work } from '../../ports/search/suite/search-index.fixture.ts';
import { parseQueryString } from '../../search/query-string.ts';
import { readSettings } from '../../settings.ts';
import { openIndex, openStores } from '../open.ts';
import { createReaders, pooledIndex, pooledPreviews, pooledReports, type Readers } from './pooled-reading.ts';
import type { Pool } from './reader-pool.ts';
import type { ReaderCalls } from './reader-thread.ts';

const folders: string[] = [];
after(() => {
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function open(mostHere: number) {
	const folder = mkdtempSync(join(tmpdir(), 'pooled-'));
	folders.push(folder);
	const settings = readSettings({
		DATABASE_URL: `sqlite:${join(folder, 'broker.db')}`,
		SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
	});
	const own = await openIndex(settings);
	const readers = createReaders(settings, createLog('silent', 'test'), { mostWaiting: 1_000 });
	const index = pooledIndex(own, readers.index, { mostHere });
	const close = async () => {
		await readers.stop();
		await own.close();
	};
	return { index, readers, settings, close };
}

describeSearchIndex(
	'the search index on SQLite whose searches other threads make',
	async () => {
		const { index, settings, close } = await open(-1);
		const others: SearchIndex[] = [];
		return {
			index,
			countKept: async () => (await index.counts()).objects.identity,
			async reopen() {
				const other = await openIndex(settings);
				others.push(other);
				return other;
			},
			async close() {
				for (const other of others) await other.close();
				await close();
			},
		};
	},
	{ worlds: 3, readingAlone: true },
);

/** Counts what is handed to the pool. */
function counting(pool: Pool<ReaderCalls>): Pool<ReaderCalls> & { runs(): number } {
	let runs = 0;
	return {
		...pool,
		run(work, options) {
			runs += 1;
			return pool.run(work, options);
		},
		runs: () => runs,
	};
}

describe('previews of withdrawals', () => {
	const begin = (preview: Broker['previewWithdrawal'], userId: number) =>
		preview('event', { userId }).then(({ relationships }) => relationships);
	/** A pool whose work ends when `end` is called, the oldest first. */
	const manualPool = () => {
		const ends: (() => void)[] = [];
		const run = () =>
			new Promise((resolve) => {
				ends.push(() => resolve({ relationships: ends.length }));
			});
		return { pool: { run } as unknown as Pool<ReaderCalls>, ends };
	};

	it('are computed one at a time for each user', async () => {
		const { pool, ends } = manualPool();
		const preview = pooledPreviews(pool, 60_000).previewWithdrawal;
		const [first, second] = [begin(preview, 1), begin(preview, 1)];
		const other = begin(preview, 2);
		await tick();
		assert.equal(ends.length, 2);
		ends[0]?.();
		await first;
		await tick();
		assert.equal(ends.length, 3);
		for (const end of ends) end();
		await Promise.all([second, other]);
	});

	it('wait for their turn no longer than a search may take', async () => {
		const { pool, ends } = manualPool();
		const preview = pooledPreviews(pool, 5).previewWithdrawal;
		const first = begin(preview, 1);
		await assert.rejects(begin(preview, 1), (error) => hasCode(error, 'unavailable'));
		ends[0]?.();
		await first;
	});
});

describe('reports', () => {
	it('are made by the pool, under its time limit', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'pooled-'));
		folders.push(folder);
		const [database, search] = ['broker', 'search'].map((file) => `sqlite:${join(folder, `${file}.db`)}`);
		const settings = readSettings({ DATABASE_URL: database, SEARCH_URL: search });
		const stores = await openStores(settings);
		const index = await openIndex(settings);
		const [hasty, patient] = ['0.001', '60'].map((seconds) =>
			createReaders({ ...settings, searchSeconds: Number(seconds) }, createLog('silent', 'test')),
		) as [Readers, Readers];
		try {
			const inputs = Array.from({ length: 1_000 }, (_, at) => `10.1000/${at}`);
			await assert.rejects(pooledReports(hasty.both)(inputs), /SEARCH_SECONDS/);
			assert.equal((await pooledReports(patient.both)(inputs)).length, 1_000);
		} finally {
			await Promise.all([hasty.stop(), patient.stop()]);
			await index.close();
			await stores.close();
		}
	});
});

describe('a search', () => {
	const cited: SearchRequest = about('A', { relation: 'isCitedBy', size: 5 });
	const q = parseQueryString('a OR b OR c OR d');
	const handedOver: Readonly<Record<string, (index: SearchIndex) => Promise<unknown>>> = {
		'with words, on a work of many links': (index) => index.search({ ...cited, q }),
		'that lies deep': (index) => index.search({ ...cited, offset: 9_000 }),
		'for works by words': (index) =>
			index.findWorks({
				groupBy: 'identity',
				q,
				order: 'cited',
				reverse: false,
				size: 1,
				facets: true,
				mostLookedAt: 1_000,
			}),
		'of a work with many versions, each of which may make a relationship': (index) =>
			index.search({ ...about('F', { relation: 'isCitedBy', size: 5 }), groupBy: 'version' }),
		'that counts all links of a work': (index) => index.describe(groupOf('A'), { facets: true }),
	};
	const madeHere: typeof handedOver = {
		'without filters': (index) => index.search(cited),
		'that counts few links': (index) => index.search({ ...cited, facets: true }),
		'with words, on a work of no links': (index) => index.search({ ...about('A', { relation: 'cites', size: 5 }), q }),
		'for what a work is': (index) => index.describe(groupOf('A'), { facets: false }),
	};
	const count = async (search: (index: SearchIndex) => Promise<unknown>, linksHere = 3): Promise<number> => {
		const { index, readers, close } = await open(110);
		try {
			const citations = letters.slice(1).flatMap((name) => link(`${name} Cites A`));
			const versions = ['F', 'G', 'H', 'I', 'J'].map((name) => work(name, { version: 'F' }));
			const objects = [...letters.slice(0, -1).map((name) => work(name)), ...versions, family('F')];
			await put(index, { objects, links: citations });
			const pool = counting(readers.both);
			await search(pooledIndex(index, pool, { mostHere: linksHere * citations.length }));
			return pool.runs();
		} finally {
			await close();
		}
	};
	for (const [what, search] of Object.entries(handedOver)) {
		it(`${what} is made by another thread`, async () => assert.equal(await count(search), 1));
	}
	for (const [what, search] of Object.entries(madeHere)) {
		it(`${what} is made by the thread that listens`, async () => assert.equal(await count(search), 0));
	}

	it('without filters is made by another thread where the work has many links: one date may be that of all', async () => {
		assert.equal(await count((index) => index.search(cited), 1), 1);
	});

	it('that joins too many words by OR is refused where the work has many links', async () => {
		const { index, readers, close } = await open(0);
		try {
			const counts = Object.fromEntries(searchRelations.map((name) => [name, 60_000])) as LinkCounts;
			const popular = { ...index, countLinks: async () => [{ identity: counts, version: counts }] };
			const searchFor = (text: string) =>
				pooledIndex(popular, readers.index, { mostHere: 1e9 }).search({ ...cited, q: parseQueryString(text) });
			const words = Array.from({ length: 10 }, (_, at) => `w${at}`);
			await assert.rejects(searchFor(words.join(' OR ')), /joins 10 words by OR, and the work has 60000/);
			await searchFor(words.join(' '));
			await searchFor(words.slice(0, 5).join(' OR '));
		} finally {
			await close();
		}
	});

	it('for which nobody waits any more ends in the middle', async () => {
		let asked = 0;
		const { settings, index, close } = await open(1_000);
		try {
			const citations = letters.slice(1).flatMap((name) => link(`${name} Cites A`));
			await put(index, { objects: letters.map((name) => work(name)), links: citations });
			const isCancelled = () => ++asked > 1;
			const other = await openIndex(settings, { isCancelled });
			await assert.rejects(other.search({ ...cited, q }), /no longer wanted/);
			assert.equal(asked, 2);
			assert.equal((await other.search(cited))?.total, citations.length);
			await other.close();
		} finally {
			await close();
		}
	});
});
