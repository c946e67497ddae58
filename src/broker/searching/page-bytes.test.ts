import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openSqliteIndex } from '../../engines/sqlite/index/sqlite-index.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { writeLinksAnswer, writeScholixAnswer } from '../../formats/scholix/writing/write-answers.ts';
import { shownLimits } from '../../links/limits.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { about, given, send } from '../graph.fixture.ts';
import { updateIndex } from '../indexing/update-index.ts';
import { findObjects } from '../objects/find-objects.ts';
import { readWorksQuery } from '../objects/works-query.ts';
import { exportResult } from './export-result.ts';
import { readRelationshipQuery } from './relationship-query.ts';
import { searchRelationships } from './search-relationships.ts';

const works = 200;
// The longest title that a link may have, in characters of three bytes.
const title = '中'.repeat(65_536);

let stores: TestRecords & { index: SearchIndex };
let folder: string;

before(async () => {
	folder = mkdtempSync(join(tmpdir(), 'link-broker-bytes-'));
	stores = { ...(await openTestRecords()), index: await openSqliteIndex(join(folder, 'search.db')) };
	for (let from = 0; from < works; from += 50) {
		const names = Array.from({ length: 50 }, (_, at) => `w${from + at}`);
		const citing = given(...names.map((name) => `${name} cites cited`), ...names.map((name) => `w7 relatesTo ${name}`));
		await send(stores.records, [...citing, ...names.map((name) => about(name, { Title: title }))]);
	}
	while ((await updateIndex(stores.records, stores.index)) > 0);
});
after(async () => {
	await stores.index.close();
	await stores.close();
	rmSync(folder, { recursive: true });
});

const ask = (more: Record<string, string>) =>
	searchRelationships(
		{ index: stores.index, definitions: [] },
		readRelationshipQuery({ id: 'cited', scheme: 'doi', ...more }),
		{ facets: true },
	);

const understood = { understood_as: { ID: 'x', IDScheme: 'doi' }, known: true, suggestions: [] };

describe('a page', () => {
	it('has bounded bytes, whatever its works say, and goes on behind them', async () => {
		const found = new Set<string>();
		let pages = 0;
		for (let cursor: string | undefined, more = true; more; pages++) {
			const answer = await ask({ size: '1000', ...(cursor !== undefined && { cursor }) });
			assert.equal(answer.total, works);
			assert.ok(answer.source && answer.facets);
			const { source, groupBy, items } = answer;
			const bytes = Buffer.byteLength(writeScholixAnswer({ source, groupBy, items }));
			assert.ok(bytes < shownLimits.pageBytes * 1.1, `${bytes} bytes`);
			for (const { object } of items) found.add(object.identifiers);
			cursor = answer.cursor;
			more = cursor !== undefined;
		}
		assert.ok(pages > 1);
		assert.equal(found.size, works);
	});

	for (const prettyprint of ['0', '1']) {
		it(`of links has bounded bytes, with the asked work beside each, prettyprint=${prettyprint}`, async () => {
			const query = readRelationshipQuery({ id: 'w7', scheme: 'doi', size: '1000', prettyprint });
			const asked = await searchRelationships({ index: stores.index, definitions: [] }, query, {
				facets: false,
				repeatsSource: true,
			});
			const cited = await ask({ size: '1000', prettyprint });
			for (const { source, groupBy, items, total } of [asked, cited]) {
				const answer = {
					source: source ?? assert.fail(),
					groupBy,
					items,
					total,
					links: { self: 'x' },
					query: understood,
				};
				const text = writeLinksAnswer(answer, { prettyprint: prettyprint === '1' });
				assert.ok(items.length > 0 && items.length <= total);
				assert.ok(Buffer.byteLength(text) < shownLimits.pageBytes * 1.1, `${Buffer.byteLength(text)} bytes`);
			}
		});
	}

	it('of works that were found by words has bounded bytes as well', async () => {
		const found = new Set<string>();
		for (let cursor: string | undefined, more = true; more; ) {
			const query = readWorksQuery({ q: '', size: '100', ...(cursor !== undefined && { cursor }) });
			const page = await findObjects(stores.index, query);
			assert.ok(JSON.stringify(page.works).length < shownLimits.pageBytes);
			for (const { document } of page.works) found.add(document.identifiers);
			cursor = page.cursor;
			more = cursor !== undefined;
		}
		assert.equal(found.size, works + 1);
	});
});

describe('a result that is exported', () => {
	for (const format of ['csv', 'jsonl', 'scholix', 'bibtex', 'ris'] as const) {
		it(`comes whole, in pieces of one link at most, as ${format}`, async () => {
			const search = (query: Parameters<typeof searchRelationships>[1], options: { facets: boolean }) =>
				searchRelationships({ index: stores.index, definitions: [] }, query, options);
			const { pieces } = await exportResult(search, readRelationshipQuery({ id: 'cited', scheme: 'doi' }), format);
			let titles = 0;
			for await (const piece of pieces) {
				assert.ok(piece.length < shownLimits.pieceLength + 2 * title.length, `${piece.length} characters`);
				titles += piece.split('中'.repeat(1_000)).length > 1 ? 1 : 0;
			}
			assert.equal(titles, works);
		});
	}
});
