// Tests of a file of single works: the other files are tested where they are answered.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { createModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import { about, given, send } from '../graph.fixture.ts';
import { updateIndex } from '../indexing/update-index.ts';
import { exportResult } from './export-result.ts';
import { mostOnly, readRelationshipQuery } from './relationship-query.ts';
import { searchRelationships } from './search-relationships.ts';

const papers = ['10.5072/a', '10.5072/b', '10.5072/c', '10.5072/d'];
const tool = '10.5072/tool';

let stores: TestRecords;
let index: SearchIndex;

before(async () => {
	stores = await openTestRecords();
	index = openModelIndex(createModelStore());
	await send(stores.records, [
		...given(...papers.map((paper) => `${paper} cites ${tool}.v1`), `${tool} hasVersion ${tool}.v1`),
		...given(`${papers[1]}=23193287@pmid relatesTo ${tool}`, `${papers[3]} hasVersion ${papers[3]}.v2`),
		...papers.map((paper) => about(paper, { Title: `On ${paper.slice(-1)}`, Type: { Name: 'literature' } })),
	]);
	while ((await updateIndex(stores.records, index)) > 0);
});
after(() => stores.close());

async function only(works: readonly string[], more: Record<string, string> = {}) {
	const query = readRelationshipQuery({
		id: tool,
		group_by: 'version',
		format: 'reference',
		...more,
		only: works.join('\n'),
	});
	const { first, pieces } = await exportResult(
		(asked, options) => searchRelationships({ index, definitions: [] }, asked, options),
		query,
		'reference',
	);
	const lines = (await Array.fromAsync(pieces)).join('').trimEnd().split('\n');
	return { total: first.total, titles: lines.map((line) => /^On (\w)/.exec(line)?.[1] ?? line) };
}

describe('a file of some works', () => {
	it('has these works in their order, by any of their identifiers, and the number of their relationships', async () => {
		const { total, titles } = await only(['doi:10.5072/d.v2', 'pmid:23193287', 'https://doi.org/10.5072/A']);
		assert.deepEqual(titles, ['d', 'b', 'a']);
		assert.equal(total, 4);
		assert.equal((await only(['10.5072/b', '10.5072/d'], { relation: 'isCitedBy' })).total, 2);
	});

	it('has of them what matches the filters', async () => {
		assert.deepEqual(await only(['10.5072/a', '10.5072/b'], { relation: 'isRelatedTo' }), { total: 1, titles: ['b'] });
		assert.deepEqual(await only(['10.5072/a'], { type: 'software' }), { total: 0, titles: [''] });
	});

	it('is refused where a work is not known, is not named, or where there are too many', async () => {
		const refused = (works: readonly string[], message: RegExp) =>
			assert.rejects(only(works), { code: 'bad-query', message });
		await refused(['10.5072/a', '10.5072/none'], /only: "10\.5072\/none" is no known identifier/);
		await refused(['', ' '], /only must name related works/);
		await refused(
			Array.from({ length: mostOnly + 1 }, (_, at) => `10.5072/${at}`),
			/only names 101 works, but at most 100/,
		);
	});

	it('is no page', async () => {
		const query = readRelationshipQuery({ id: tool, only: '10.5072/a' });
		await assert.rejects(searchRelationships({ index, definitions: [] }, query, { facets: true }), {
			code: 'bad-query',
			message: /only requires format/,
		});
	});
});
