// A walk along rel="next" through a long result while the broker goes on taking links: what is
// there all the while comes exactly once.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { given, receive } from '../src/broker/graph.fixture.ts';
import { updateIndex } from '../src/broker/indexing/update-index.ts';
import { searchRelationships } from '../src/broker/searching/search-relationships.ts';
import { openSqliteIndex } from '../src/engines/sqlite/index/sqlite-index.ts';
import { openTestRecords, type TestRecords } from '../src/engines/sqlite/records/sqlite-records.fixture.ts';
import { openTestApp, type TestApp } from '../src/http/server/app.fixture.ts';
import type { SearchIndex } from '../src/ports/search/search-index.ts';

const cited = '10.5555/cited';
const years = [2015, 2016, 2017];

const quiet = 400;
/** Works that cite it and that nothing is asserted of during a walk, many of them on one day. */
const quietWorks = Array.from({ length: quiet }, (_, at) => `10.5555/quiet.${String(at).padStart(3, '0')}`);
/** Works that cite it, to be merged during walks. */
const busyWorks = Array.from({ length: 400 }, (_, at) => `10.5555/r.${String((at * 7) % 400).padStart(3, '0')}`);

describe('a walk beside arriving and merging links', () => {
	let records: TestRecords;
	let folder: string;
	let index: SearchIndex;
	let opened: TestApp;
	let written = 0;

	before(async () => {
		records = await openTestRecords();
		folder = await mkdtemp(join(tmpdir(), 'link-broker-walk-'));
		index = await openSqliteIndex(join(folder, 'search.db'));
		opened = await openTestApp(
			{},
			{ searchRelationships: (query, options) => searchRelationships({ index, definitions: [] }, query, options) },
		);
		await take(
			...[...quietWorks, ...busyWorks].map((id, at) => `${id} cites ${cited} on ${years[at % years.length]}-01-01`),
		);
	});
	after(async () => {
		await opened.close();
		await index.close();
		await rm(folder, { recursive: true });
		await records.close();
	});

	const take = async (...links: string[]) => {
		await receive(records.records, [{ noindex: false, links: given(...links) }]);
		while ((await updateIndex(records.records, index)) > 0);
	};

	/** Says new works before, behind and amid those on a page, and that others are one work. */
	const write = () => {
		const at = ++written;
		const [one, other] = busyWorks.slice(2 * at);
		return take(
			...[...years, 1999, 2025].map((year) => `10.5555/new.${at}.${year} cites ${cited} on ${year}-01-01`),
			`${one} = ${other}`,
			`10.5555/also.${at} = ${cited}`,
			`10.5555/earlier.${at} hasVersion ${cited}`,
		);
	};

	/** Follows rel="next" to the end, with a write before each page but the first. */
	const walk = async (query: string): Promise<string[]> => {
		const seen: string[] = [];
		let address: string | undefined = `/relationships?id=${cited}&scheme=doi&relation=isCitedBy&${query}`;
		while (address !== undefined) {
			const response: Response = await opened.app.request(address);
			const { Relationships } = (await response.json()) as {
				Relationships: { Target: { Identifiers: { ID: string }[] } }[];
			};
			seen.push(...Relationships.flatMap(({ Target }) => Target.Identifiers.map(({ ID }) => ID)));
			address = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
			if (address !== undefined) await write();
		}
		return seen;
	};

	for (const query of ['size=20', 'size=20&sort=-mostrecent', 'size=40&group_by=version', 'size=40&page=1']) {
		it(`with ${query} gives each relationship that is there all the while exactly once`, async () => {
			const before = written;
			const seen = await walk(query);
			assert.ok(written - before >= 20, `${written - before} writes`);
			assert.deepEqual(seen.filter((id) => id.startsWith('10.5555/quiet.')).sort(), quietWorks);
		});
	}

	it('had more than a hundred events beside it', () => {
		assert.ok(written > 100, `${written}`);
	});
});
