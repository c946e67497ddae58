// Holds an index whose searches other threads make to the contract of every index, then says which
// searches those are.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { createLog } from '../../log.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { SearchRequest } from '../../ports/search/search-reader.ts';
import { describeSearchIndex } from '../../ports/search/suite/search-index.contract.ts';
import { about, family, groupOf, letters, link, put, work } from '../../ports/search/suite/search-index.fixture.ts';
import { parseQueryString } from '../../search/query-string.ts';
import { readSettings } from '../../settings.ts';
import { openIndex } from '../open.ts';
import { createReaders, pooledIndex } from './pooled-reading.ts';
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
	const index = pooledIndex(own, readers, { mostHere });
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

describe('a search', () => {
	const cited: SearchRequest = about('A', { relation: 'isCitedBy', size: 5 });
	const q = parseQueryString('a b c d');
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
	const count = async (search: (index: SearchIndex) => Promise<unknown>): Promise<number> => {
		const { index, readers, close } = await open(110);
		try {
			const citations = letters.slice(1).flatMap((name) => link(`${name} Cites A`));
			const versions = ['F', 'G', 'H', 'I', 'J'].map((name) => work(name, { version: 'F' }));
			const objects = [...letters.slice(0, -1).map((name) => work(name)), ...versions, family('F')];
			await put(index, { objects, links: citations });
			const pool = counting(readers);
			await search(pooledIndex(index, pool, { mostHere: 3 * citations.length }));
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
