// Says where the rows are that belong all over a large table: recent at first, in their place when enough have come, and found wherever they are.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { dateInstant } from '../../../links/link-date.ts';
import {
	about,
	buildUp,
	family,
	find,
	groupOf,
	link,
	only,
	pagesOf,
	put,
	said,
	work,
} from '../../../ports/search/search-index.fixture.ts';
import type { SearchIndex, SearchRequest } from '../../../ports/search/search-index.ts';
import { parseQueryString } from '../../../search/query-string.ts';
import { openConnection } from './connection.ts';
import { generationPath } from './generation-files.ts';
import type { RecentRowsOptions } from './recent-rows.ts';
import { recentOf, type SpreadTable } from './schema.ts';
import { openSqliteIndex, type SqliteIndexOptions } from './sqlite-index.ts';

const folder = mkdtempSync(join(tmpdir(), 'recent-rows-'));
const handles: SearchIndex[] = [];
after(async () => {
	for (const index of handles) await index.close();
	rmSync(folder, { recursive: true });
});

async function open(name: string, recent: RecentRowsOptions, options: SqliteIndexOptions = {}): Promise<SearchIndex> {
	const index = await openSqliteIndex(join(folder, name), { ...options, recent });
	handles.push(index);
	return index;
}

const keyOf = { link_to: 'target', tally: 'party', identifier: 'key' } as const;

/** Lists the keys of the rows that some tables of a generation have together. */
function keysIn(name: string, tables: readonly string[], column: string, generation = 1): unknown[] {
	const path = generationPath(join(folder, name), generation);
	const connection = openConnection(path, { cacheMebibytes: 1, busyMilliseconds: 0 });
	const rows = tables.flatMap((table) => connection.prepare(`SELECT ${column} FROM ${table}`).all());
	connection.close();
	return rows.map(([value]) => value as number | string).sort((one, other) => (one < other ? -1 : 1));
}

const recentIn = (name: string, table: SpreadTable, generation?: number) =>
	keysIn(name, recentOf(table), keyOf[table], generation);
const placedIn = (name: string, table: SpreadTable, generation?: number) =>
	keysIn(name, [table], keyOf[table], generation);
const linksIn = (name: string) => keysIn(name, ['link'], 'target');

const stays = { kept: 1_000, step: 1_000, turn: 1 };
const targets = (...names: string[]) => names.map((name) => groupOf(name.toLowerCase()));

describe('rows that belong all over a table of the index', () => {
	const where = (table: SpreadTable) => [recentIn('moves', table), placedIn('moves', table)];
	const cite = (...names: string[]) =>
		put(index, { links: names.flatMap((name) => link(`${name} Cites ${name.toLowerCase()}`)) });
	let index: SearchIndex;
	before(async () => {
		index = await open('moves', { kept: 4, step: 2, turn: 3 });
	});

	it('stay recent until so many more have come that a step is worth it', async () => {
		await cite('B', 'D', 'F', 'H', 'J');
		assert.deepEqual(where('link_to'), [targets('B', 'D', 'F', 'H', 'J'), []]);
		await put(index, { objects: ['B', 'D', 'F', 'H', 'J'].map((name) => work(name)) });
		assert.deepEqual(where('identifier'), [['B', 'D', 'F', 'H', 'J'], []]);
	});

	it('are then moved, those with the lowest keys, until as many are recent as may be', async () => {
		await cite('L');
		assert.deepEqual(where('link_to'), [targets('F', 'H', 'J', 'L'), targets('B', 'D')]);
		await put(index, { objects: [work('L')] });
		assert.deepEqual(where('identifier'), [
			['F', 'H', 'J', 'L'],
			['B', 'D'],
		]);
	});

	it('are moved on from there, so that none stays for ever, and then from the lowest again', async () => {
		await cite('A', 'C');
		assert.deepEqual(where('link_to')[0], targets('A', 'C', 'J', 'L'));
		await cite('E', 'G');
		assert.deepEqual(where('link_to')[0], targets('A', 'C', 'E', 'G'));
		await cite('I', 'K');
		assert.deepEqual(where('link_to')[0], targets('E', 'G', 'I', 'K'));
		await put(index, { objects: ['A', 'C'].map((name) => work(name)) });
		assert.deepEqual(where('identifier')[0], ['A', 'C', 'J', 'L']);
	});

	it('are moved together where they belong to one', async () => {
		await put(index, { links: ['V', 'W', 'X', 'Y', 'Z'].flatMap((name) => link(`${name} Cites e`)) });
		assert.deepEqual(where('link_to')[0], targets('G', 'I', 'K'));
	});

	it('are moved by each handle, whatever others have moved meanwhile', async () => {
		const another = await open('moves', { kept: 4, step: 2 });
		for (const [at, name] of [...'MNOPQRSTUV'].entries()) {
			await put(at % 2 === 0 ? index : another, { links: link(`${name} Cites ${name.toLowerCase()}`) });
		}
		const [recent, places] = where('link_to') as [number[], number[]];
		// Each counts what it has written itself.
		assert.ok(recent.length < 2 * (4 + 2), String(recent));
		assert.equal(recent.length + places.length, linksIn('moves').length);
	});

	it('are not counted where their update failed', async () => {
		const fresh = await open('fails', { kept: 4, step: 2 });
		await put(fresh, { links: ['A', 'B', 'C', 'D'].flatMap((name) => link(`${name} Cites X`)) });
		const failing = fresh.update(async (writer) => {
			await writer.apply({ removed: [], objects: [], links: link('E Cites X') });
			throw new Error('on purpose');
		});
		await assert.rejects(failing, /on purpose/);
		await put(fresh, { links: link('F Cites X') });
		assert.equal(recentIn('fails', 'link_to').length, 5);
	});

	it('come to one table after the other, each of which takes so many, whoever writes them', async () => {
		const first = await open('turns', { ...stays, turn: 3 });
		const second = await open('turns', { ...stays, turn: 3 });
		const inTables = () => recentOf('link_to').map((table) => keysIn('turns', [table], 'target'));
		await put(first, { links: link('B Cites b') });
		await put(second, { links: [...link('C Cites c'), ...link('D Cites d')] });
		assert.deepEqual(inTables(), [targets('B', 'C', 'D'), [], [], []]);
		await put(first, { links: [...'EFGH'].flatMap((name) => link(`${name} Cites ${name.toLowerCase()}`)) });
		await put(second, { links: link('I Cites i') });
		assert.deepEqual(inTables(), [targets('B', 'C', 'D'), targets('E', 'F', 'G', 'H'), targets('I'), []]);
		for (const names of ['JK', 'LMN', 'O']) {
			await put(first, { links: [...names].flatMap((name) => link(`${name} Cites ${name.toLowerCase()}`)) });
		}
		assert.deepEqual(inTables()[0], targets('B', 'C', 'D', 'O'));
		assert.deepEqual(inTables()[3], targets('L', 'M', 'N'));
	});

	it('are moved from all of these together, and what two of them add to one tally is added up', async () => {
		const some = await open('together', { ...stays, turn: 1 });
		for (const name of ['D', 'B', 'C']) await put(some, { links: link(`${name} Cites a`) });
		await put(some, { links: link('A Cites a') });
		assert.deepEqual(
			recentOf('tally').map((table) => keysIn('together', [table], 'party').length),
			[2, 2, 2, 2],
		);
		const mover = await open('together', { kept: 0, step: 0 });
		await put(mover, { links: link('E Cites a') });
		assert.deepEqual(recentIn('together', 'link_to'), []);
		assert.deepEqual(placedIn('together', 'link_to'), targets('A', 'A', 'A', 'A', 'A'));
		assert.deepEqual(
			placedIn('together', 'tally'),
			[...'aABCDE'].map(groupOf).sort((one, other) => one - other),
		);
		const objects = [...'aABCDE'].map((name) => work(name));
		await put(some, { objects });
		assert.equal((await some.search(about('a')))?.total, 5);
	});

	it('may be fewer than were counted, as where one link is said again and again', async () => {
		for (let year = 2001; year < 2030; year++) await put(index, { links: link('A Cites a', said(`${year}`)) });
		assert.equal(where('link_to').flat().length, linksIn('moves').length);
	});
});

describe('links to one work, some of them recent', () => {
	const names = [...'BCDEFGHIJKLMNOPQRSTUVWX'];
	/** Cites A by every other one through the first handle, by the rest through the second. */
	const fill = async (first: SearchIndex, second: SearchIndex) => {
		const objects = names.map((name, at) =>
			work(name, {
				type: at % 3 === 0 ? 'software' : 'literature',
				year: 2000 + (at % 4),
				text: { title: [at % 4 < 2 ? 'dark matter' : 'galaxies'] },
			}),
		);
		const families = [family('Y'), family('Z', { type: 'software' })];
		await put(first, { objects: [work('A'), ...objects, ...families] });
		for (const [odd, index] of [first, second].entries()) {
			// Some share their instant.
			const dated = (name: string) => said(`20${10 + (name.charCodeAt(0) % 5)}`);
			const some = names.filter((_, at) => at % 2 === odd);
			await put(index, { links: some.flatMap((name) => link(`${name} Cites A`, dated(name))) });
			await put(index, { links: only('version', link(odd ? 'Z Cites A' : 'Y Cites A', said('2013'))) });
		}
	};
	const questions: readonly Partial<SearchRequest>[] = [
		{},
		{ size: 3 },
		{ size: 3, offset: 7 },
		{ type: 'software' },
		{ years: { from: 2001, to: 2002 } },
		{ asserted: { from: dateInstant('2012'), to: null } },
		{ q: parseQueryString('galaxies') },
		{ facets: true },
		{ relation: 'isCitedBy', size: 5 },
	];
	const orders = ['newest', 'oldest'] as const;
	const levels = ['identity', 'version'] as const;
	const asked = levels.flatMap((groupBy) =>
		orders.flatMap((order) => questions.map((question) => about('A', { ...question, order, groupBy }))),
	);
	const little = { keptBytes: 1_800, listBytes: 1_200, itemBytes: 1_500, mostKept: 3, step: 2, textBytes: 20 };

	for (const [words, options] of Object.entries({ 'as usual': {}, 'by one that keeps little': { columns: little } })) {
		it(`are found as if none were, ${words}`, async () => {
			const [moved, mixed] = [`moved ${words}`, `mixed ${words}`];
			const allMoved = await open(moved, { kept: 0, step: 0 }, options);
			await fill(allMoved, allMoved);
			const someRecent = await open(mixed, stays, options);
			await fill(await open(mixed, { kept: 0, step: 0 }), someRecent);
			assert.equal(recentIn(moved, 'link_to').length, 0);
			assert.equal(recentIn(mixed, 'link_to').length, 12);
			assert.equal(placedIn(mixed, 'link_to').length, 13);
			for (const request of asked) {
				assert.deepEqual(
					await pagesOf(someRecent, request),
					await pagesOf(allMoved, request),
					`${request.order} ${words}`,
				);
			}
		});
	}
});

describe('what is taken away of what lies in its place', () => {
	it('is gone for whoever writes and whoever searches, and leaves no empty tally when that is moved', async () => {
		const index = await open('taken', { kept: 0, step: 100 });
		await buildUp(index, 2, {
			objects: ['A', 'B', 'C'].map((name) => work(name)),
			links: [...link('A Cites B'), ...link('C Cites B')],
		});
		await index.switchTo(2);
		const recentOnly = await open('taken', stays);
		await recentOnly.update(async (writer) => {
			await writer.apply({ removed: [{ level: 'identity', group: groupOf('A') }], objects: [], links: [] });
			await writer.apply({ removed: [{ level: 'version', group: groupOf('A') }], objects: [], links: [] });
			assert.deepEqual(await writer.present(['A', 'B', 'C'].map(groupOf)), new Set(['B', 'C'].map(groupOf)));
		});
		assert.deepEqual(await find(recentOnly, 'B'), ['C']);
		assert.equal((await recentOnly.search(about('B')))?.total, 1);
		const mover = await open('taken', { kept: 0, step: 0 });
		await put(mover, { objects: [work('D')], links: link('D Cites C') });
		assert.deepEqual(recentIn('taken', 'tally', 2), []);
		assert.deepEqual(placedIn('taken', 'tally', 2), ['B', 'C', 'C', 'D'].map(groupOf));
	});

	it('is gone where an identifier led', async () => {
		const index = await open('led', { kept: 0, step: 0 });
		await put(index, { objects: [work('A', { dois: ['x', 'y'] })] });
		const recentOnly = await open('led', stays);
		await put(recentOnly, { objects: [work('A', { dois: ['x'] }), work('B', { dois: ['z'] })] });
		await put(recentOnly, { objects: [work('B', { dois: ['z', 'x'] })] });
		const located = await recentOnly.locateKeys(['x', 'y', 'z']);
		assert.deepEqual(located.map(({ key, identity }) => [key, identity]).sort(), [
			['x', groupOf('B')],
			['z', groupOf('B')],
		]);
	});
});
