// Says what a reader of the index keeps of its pages, and what it does when reading fails; what searches answer is said by the contract of the index.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { about, link, put, work } from '../search-index.fixture.ts';
import type { SearchIndex, SearchRequest } from '../search-index.ts';
import { type Connection, openConnection } from './connection.ts';
import { defaultColumnLimits } from './link-columns.ts';
import { endReadingTurn } from './reading-turn.ts';
import { indexes, tables } from './schema.ts';
import { createReader } from './search.ts';
import { openSqliteIndex } from './sqlite-index.ts';

describe('a reader of the index', () => {
	it('leaves no transaction open when it cannot tell whether others have written', (t) => {
		const folder = mkdtempSync(join(tmpdir(), 'reader-'));
		const connection = openConnection(join(folder, 'index.db'), {
			create: true,
			cacheMebibytes: 1,
			busyMilliseconds: 0,
		});
		t.after(() => {
			endReadingTurn();
			connection.close();
			rmSync(folder, { recursive: true });
		});
		connection.execute(tables);
		for (const index of indexes) connection.execute(index);
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
		await put(writing, { objects: [work('A'), work('B')], links: link('A Cites B') });
	});
	after(async () => {
		await writing.close();
		rmSync(folder, { recursive: true });
	});
	/** Opens a reader with these limits; answers what tells the first item of a search. */
	const open = (t: TestContext, limits = defaultColumnLimits) => {
		const connection = openConnection(`${path}.g1`, { cacheMebibytes: 1, busyMilliseconds: 0 });
		t.after(() => {
			endReadingTurn();
			connection.close();
		});
		const reader = createReader(connection, limits);
		return (more: Partial<SearchRequest> = {}) => reader.search(about('A', { size: 10, ...more }))?.items[0];
	};

	it('are made once, as long as nobody writes', async (t) => {
		const itemOf = open(t);
		const item = itemOf();
		assert.deepEqual([item?.relation, Object.isFrozen(item), itemOf() === item], ['cites', true, true]);
		endReadingTurn();
		await put(writing, { objects: [work('C')] });
		assert.deepEqual(itemOf(), item);
		assert.notEqual(itemOf(), item);
	});

	it('are the same ones whatever the filter and the order', (t) => {
		const itemOf = open(t);
		const item = itemOf();
		assert.equal(itemOf({ type: 'unknown' }), item);
		assert.equal(itemOf({ order: 'oldest' }), item);
		assert.equal(itemOf({ facets: true }), item);
		assert.notEqual(itemOf({ groupBy: 'version' }), item);
	});

	it('are not kept where there is no room for them', (t) => {
		const itemOf = open(t, { ...defaultColumnLimits, itemBytes: 500 });
		assert.deepEqual(itemOf(), itemOf());
		assert.notEqual(itemOf(), itemOf());
	});

	it('are not kept of large pages, nor of links that are read in steps', (t) => {
		const itemOf = open(t);
		assert.notEqual(itemOf({ size: 101 }), itemOf({ size: 101 }));
		assert.equal(itemOf({ size: 100 }), itemOf({ size: 100 }));
		const inSteps = open(t, { ...defaultColumnLimits, mostKept: 0 });
		for (const type of [{}, { type: 'unknown' as const }]) {
			assert.equal(Object.isFrozen(inSteps(type)), false);
			assert.notEqual(inSteps(type), inSteps(type));
		}
	});
});
