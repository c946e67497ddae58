// Says what answers show of long lists, and that pages have all of each list.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openSqliteIndex } from '../../engines/sqlite/index/sqlite-index.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { writeScholixAnswer } from '../../formats/scholix/writing/write-answers.ts';
import { shownLimits } from '../../links/limits.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { given, send } from '../graph.fixture.ts';
import { updateIndex } from '../indexing/update-index.ts';
import { exportResult } from '../searching/export-result.ts';
import { historyPerPage, historyQuerySchema, listHistory } from '../searching/list-history.ts';
import { readRelationshipQuery } from '../searching/relationship-query.ts';
import { type SearchOptions, searchRelationships } from '../searching/search-relationships.ts';
import { identifiersPerPage, listIdentifiers, listVersions } from './list-whole.ts';

const many = identifiersPerPage + 150;
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
const days = Array.from({ length: many }, (_, at) => new Date(Date.UTC(2000, 0, 1 + at)).toISOString().slice(0, 10));

let stores: TestRecords & { index: SearchIndex };
let folder: string;

before(async () => {
	folder = mkdtempSync(join(tmpdir(), 'link-broker-lists-'));
	stores = { ...(await openTestRecords()), index: await openSqliteIndex(join(folder, 'search.db')) };
	await send(stores.records, [
		...given(...names('name', many).map((name) => `name0 = ${name}`), 'citing cites name7'),
		...given(...names('version', 250).map((name) => `work hasVersion ${name}`), 'citing cites version7'),
		...given(...days.map((day) => `one cites two by Crossref on ${day}`)),
	]);
	while ((await updateIndex(stores.records, stores.index)) > 0);
});
after(async () => {
	await stores.index.close();
	await stores.close();
	rmSync(folder, { recursive: true });
});

const search = (asked: Record<string, string>, options: SearchOptions = { facets: false }) =>
	searchRelationships(
		{ index: stores.index, definitions: [] },
		readRelationshipQuery({ scheme: 'doi', ...asked }),
		options,
	);

async function answered(asked: Record<string, string>) {
	const { source, groupBy, items } = await search(asked);
	return JSON.parse(writeScholixAnswer({ source: source ?? assert.fail(), groupBy, items }));
}

/** Follows pages from the first to the last. */
async function gathered<Page extends { isLast: boolean }, Item>(
	read: (page: number) => Promise<Page | undefined>,
	itemsOf: (page: Page) => readonly Item[],
): Promise<Item[]> {
	const all: Item[] = [];
	for (let page = 1, isLast = false; !isLast; page++) {
		const found = (await read(page)) ?? assert.fail();
		for (const item of itemsOf(found)) all.push(item);
		isLast = found.isLast;
	}
	return all;
}

async function numberOf(name: string): Promise<number> {
	const [located] = await stores.index.locate([{ scheme: 'doi', key: name }]);
	return (located ?? assert.fail()).identity;
}

describe('a work with more identifiers than answers show', () => {
	it('has the first ones in an answer, their total, and the one that was asked for', async () => {
		const { Source } = await answered({ id: 'name999' });
		assert.deepEqual([Source.Identifiers.length, Source.IdentifierTotal], [shownLimits.items, many]);
		assert.deepEqual(Source.Identifiers[0], { ID: 'name999', IDScheme: 'doi' });
		assert.equal(Source.AllIdentifiers, `objects/${await numberOf('name0')}/identifiers`);
	});

	it('has fewer as the other end of a link, and is found by each of them', async () => {
		const { Relationships } = await answered({ id: 'citing', relation: 'cites' });
		const [{ Target }] = Relationships.filter((one: { Target: object }) => 'IdentifierTotal' in one.Target);
		assert.deepEqual([Target.Identifiers.length, Target.IdentifierTotal], [shownLimits.items, many]);
		assert.equal((await search({ id: 'name1100' })).total, 1);
	});

	it('has all of them in pages', async () => {
		const number = await numberOf('name0');
		const all = await gathered(
			(page) => listIdentifiers(stores, { number, page }),
			({ identifiers }) => identifiers,
		);
		assert.deepEqual(all.map(({ value }) => value).sort(), names('name', many).sort());
	});

	it('has none in pages where the number is unknown', async () => {
		assert.equal(await listIdentifiers(stores, { number: 999_999, page: 1 }), undefined);
		assert.equal(await listVersions(stores, { number: 999_999, page: 1 }), undefined);
	});
});

describe('a work with more versions than answers show', () => {
	it('has the first ones in an answer, and their total', async () => {
		const { Source } = await answered({ id: 'version7', group_by: 'version' });
		assert.deepEqual([Source.Versions.length, Source.VersionsTotal], [shownLimits.items, 251]);
		assert.equal(Source.AllVersions, `objects/${await numberOf('work')}/versions`);
	});

	it('has all of them in pages', async () => {
		const number = await numberOf('version7');
		const all = await gathered(
			(page) => listVersions(stores, { number, page }),
			({ versions }) => versions,
		);
		assert.equal(new Set(all.map(({ group }) => group)).size, 251);
	});
});

describe('a relationship with a longer history than answers show', () => {
	const between = { id: 'two', scheme: 'doi', other: 'one', other_scheme: 'doi', relation: 'isCitedBy' };

	it('has the newest items in an answer, and their total', async () => {
		const [{ LinkHistory, LinkHistoryTotal }] = (await answered({ id: 'two' })).Relationships;
		assert.deepEqual([LinkHistory.length, LinkHistoryTotal], [shownLimits.items, many]);
		assert.equal(LinkHistory[0].LinkPublicationDate, days.at(-1));
	});

	for (const group_by of ['identity', 'version'] as const) {
		it(`has all items in pages, newest first, by ${group_by}`, async () => {
			const read = (page: number) =>
				listHistory(stores.index, historyQuerySchema.parse({ ...between, group_by, page: String(page) }));
			const all = await gathered(read, ({ history }) => history);
			assert.deepEqual(
				all.map(({ date }) => date),
				days.toReversed(),
			);
			assert.deepEqual([(await read(1)).history.length, (await read(2)).total], [historyPerPage, many]);
		});
	}

	it('has none where the works are not related so', async () => {
		for (const wrong of [{ relation: 'cites' }, { other: 'unknown' }, { id: 'citing' }]) {
			const page = await listHistory(stores.index, historyQuerySchema.parse({ ...between, ...wrong }));
			assert.deepEqual(page, { history: [], total: 0, isLast: true });
		}
	});

	it('is exported whole, a link for each item', async () => {
		const { pieces } = await exportResult(
			(query, options) => searchRelationships({ index: stores.index, definitions: [] }, query, options),
			readRelationshipQuery({ id: 'two', scheme: 'doi' }),
			'jsonl',
		);
		const lines = (await Array.fromAsync(pieces)).join('').trimEnd().split('\n');
		assert.deepEqual(
			lines.map((line) => JSON.parse(line).LinkPublicationDate),
			days.toReversed(),
		);
	});
});
