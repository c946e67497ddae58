// Says what a reader of the index keeps of its pages, and what it does when reading fails; what searches answer is said by the contract of the index.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { about, groupOf, link, put, said, work } from '../../../ports/search/search-index.fixture.ts';
import type { SearchIndex, SearchItem, SearchRequest } from '../../../ports/search/search-index.ts';
import { type Connection, openConnection } from './connection.ts';
import { defaultColumnLimits } from './link-columns.ts';
import { endReadingTurn } from './reading-turn.ts';
import { linkIndex } from './schema.ts';
import { createReader } from './search.ts';
import { openSqliteIndex } from './sqlite-index.ts';
import { openTables } from './tables.fixture.ts';

describe('a reader of the index', () => {
	it('leaves no transaction open when it cannot tell whether others have written', (t) => {
		const { connection, remove } = openTables();
		t.after(() => {
			endReadingTurn();
			remove();
		});
		connection.execute(linkIndex);
		let fails = true;
		const failing: Connection = {
			...connection,
			prepare(sql) {
				const statement = connection.prepare(sql);
				if (sql !== 'PRAGMA data_version') return statement;
				return {
					all: (...parameters) => statement.all(...parameters),
					iterate: (...parameters) => statement.iterate(...parameters),
					run: (...parameters) => statement.run(...parameters),
					get(...parameters) {
						if (fails) throw new Error('disk I/O error');
						return statement.get(...parameters);
					},
				};
			},
		};
		const reader = createReader(failing, defaultColumnLimits);
		assert.throws(() => reader.isEmpty(), /disk I\/O error/);
		assert.equal(connection.isInTransaction(), false);
		fails = false;
		assert.equal(reader.isEmpty(), true);
	});
});

describe('the items of pages', () => {
	const folder = mkdtempSync(join(tmpdir(), 'reader-'));
	const path = join(folder, 'search.db');
	let writing: SearchIndex;
	before(async () => {
		writing = await openSqliteIndex(path);
		const links = [...link('A Cites B'), ...link('A Cites C'), ...link('A Cites D', said('2016'))];
		await put(writing, { objects: ['A', 'B', 'C', 'D'].map((name) => work(name)), links });
	});
	after(async () => {
		await writing.close();
		rmSync(folder, { recursive: true });
	});
	/** Opens a reader with these limits; answers what tells the items of a search. */
	const open = (t: TestContext, limits = defaultColumnLimits) => {
		const connection = openConnection(`${path}.g1`, { cacheMebibytes: 1, busyMilliseconds: 0 });
		t.after(() => {
			endReadingTurn();
			connection.close();
		});
		const reader = createReader(connection, limits);
		return (more: Partial<SearchRequest> = {}) => reader.search(about('A', { size: 10, ...more }))?.items ?? [];
	};

	/** Tells how many items of a second page are the same objects as those of a first. */
	const shared = (one: readonly SearchItem[], other: readonly SearchItem[]) =>
		one.filter((item) => other.includes(item)).length;

	it('are made once, as long as nobody writes', async (t) => {
		const itemsOf = open(t);
		const items = itemsOf();
		assert.deepEqual([items.length, shared(items, itemsOf())], [3, 3]);
		endReadingTurn();
		await put(writing, { objects: [work('E')] });
		assert.deepEqual(itemsOf(), items);
		assert.equal(shared(items, itemsOf()), 0);
	});

	it('are frozen once they were asked for again', (t) => {
		const itemsOf = open(t);
		const frozen = () => itemsOf().map((item) => Object.isFrozen(item));
		assert.deepEqual([frozen(), frozen(), frozen()], [Array(3).fill(false), Array(3).fill(true), Array(3).fill(true)]);
	});

	it('are the same ones, each in its place, whatever the filter and the order', (t) => {
		const itemsOf = open(t);
		const items = itemsOf({ order: 'oldest' }).toReversed();
		for (const more of [{}, { type: 'unknown' }, { facets: true }] as const) {
			for (const [order, found] of [
				['newest', itemsOf(more)],
				['oldest', itemsOf({ ...more, order: 'oldest' }).toReversed()],
			] as const) {
				assert.deepEqual(found, items, `${JSON.stringify(more)} ${order}`);
				assert.equal(shared(found, items), 3);
			}
		}
		assert.equal(shared(itemsOf({ groupBy: 'version' }), items), 0);
	});

	it('are not kept where there is no room for them', (t) => {
		const itemsOf = open(t, { ...defaultColumnLimits, itemBytes: 500 });
		assert.deepEqual(itemsOf(), itemsOf());
		assert.equal(shared(itemsOf(), itemsOf()), 0);
	});

	it('are kept of a page whose links had to be read with their objects, too', async (t) => {
		// More than a list is made of at the first miss, and all of one instant, so that no walk tells their order.
		const cited = Array.from({ length: 1_000 }, (_, at) => String.fromCharCode(1_000 + at));
		const links = cited.flatMap((name) => link(`Z Cites ${name}`));
		await put(writing, { objects: ['Z', ...cited].map((name) => work(name)), links });
		const itemsOf = open(t);
		assert.equal(shared(itemsOf({ group: groupOf('Z') }), itemsOf({ group: groupOf('Z') })), 10);
	});

	it('are kept of first pages alone, up to a hundred, and not of links that are read in steps', (t) => {
		const itemsOf = open(t);
		for (const more of [{ size: 101 }, { offset: 1 }]) assert.equal(shared(itemsOf(more), itemsOf(more)), 0);
		assert.equal(shared(itemsOf({ size: 100 }), itemsOf({ size: 100 })), 3);
		const inSteps = open(t, { ...defaultColumnLimits, mostKept: 0 });
		for (const more of [{}, { type: 'unknown' }] as const) assert.equal(shared(inSteps(more), inSteps(more)), 0);
	});

	it('fail alike each time where the index lacks an object', async (t) => {
		const lacking = openConnection(`${path}.g1`, { cacheMebibytes: 1, busyMilliseconds: 0 });
		lacking.execute(`CREATE TABLE lost AS SELECT * FROM document WHERE id = ${groupOf('D')}`);
		lacking.execute('DELETE FROM document WHERE id IN (SELECT id FROM lost)');
		t.after(() => {
			lacking.execute('INSERT INTO document SELECT * FROM lost; DROP TABLE lost');
			lacking.close();
		});
		const itemsOf = open(t);
		for (const _ of ['once', 'again']) assert.throws(() => itemsOf(), /lacks an object/);
		assert.equal(itemsOf({ order: 'oldest', size: 2 }).length, 2);
		assert.throws(() => itemsOf(), /lacks an object/);
	});
});
