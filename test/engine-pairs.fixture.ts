// The four combinations of engines for records and index, each empty.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFreshIndex } from '../src/engines/opensearch/cluster.fixture.ts';
import { openTestPostgresRecords } from '../src/engines/postgres/postgres.fixture.ts';
import { openSqliteIndex } from '../src/engines/sqlite/index/sqlite-index.ts';
import { openTestRecords } from '../src/engines/sqlite/records/sqlite-records.fixture.ts';
import type { SearchIndex } from '../src/ports/search/search-index.ts';
import type { Records } from '../src/store/records.ts';

/** Records and index of one combination; `close` removes both. */
export type Pair = { name: string; store: Records; index: SearchIndex; close(): Promise<void> };

async function openFreshSqliteIndex(): Promise<{ index: SearchIndex; close(): Promise<void> }> {
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-index-'));
	const index = await openSqliteIndex(join(folder, 'search.db'));
	const close = async () => {
		await index.close();
		await rm(folder, { recursive: true });
	};
	return { index, close };
}

/** Opens all four, each empty. */
export async function openPairs(): Promise<Pair[]> {
	const records = { SQLite: openTestRecords, PostgreSQL: openTestPostgresRecords };
	const indexes = { SQLite: openFreshSqliteIndex, OpenSearch: openFreshIndex };
	const pairs: Pair[] = [];
	for (const [recordsName, openRecords] of Object.entries(records)) {
		for (const [indexName, openIndex] of Object.entries(indexes)) {
			const [fresh, found] = [await openRecords(), await openIndex()];
			const close = async () => {
				await found.close();
				await fresh.close();
			};
			pairs.push({ name: `${recordsName} and ${indexName}`, store: fresh.records, index: found.index, close });
		}
	}
	return pairs;
}
