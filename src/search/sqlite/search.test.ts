// Says what a reader of the index does when reading fails; what searches answer is said by the contract of the index.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { about, link, put, work } from '../search-index.fixture.ts';
import type { SearchIndex } from '../search-index.ts';
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
	/** Reads the index with these limits; counts how often links are listed. */
	const open = (t: TestContext, limits = defaultColumnLimits) => {
		const connection = openConnection(`${path}.g1`, { cacheMebibytes: 1, busyMilliseconds: 0 });
		let lists = 0;
		const counting: Connection = {
			...connection,
			prepare(sql) {
				const statement = connection.prepare(sql);
				if (!/^SELECT l.latest, l.history, l.target\s+FROM link l/.test(sql)) return statement;
				return {
					...statement,
					all(...parameters) {
						lists += 1;
						return statement.all(...parameters);
					},
				};
			},
		};
		t.after(() => {
			endReadingTurn();
			connection.close();
		});
		const reader = createReader(counting, limits);
		return { itemOf: (name = 'A') => reader.search(about(name, { relation: 'cites' }))?.items[0], lists: () => lists };
	};

	it('are made once, as long as nobody writes', async (t) => {
		const { itemOf, lists } = open(t);
		const item = itemOf();
		assert.deepEqual([item?.relation, itemOf() === item, lists()], ['cites', true, 1]);
		endReadingTurn();
		await put(writing, { objects: [work('C')] });
		assert.deepEqual([itemOf() === item, itemOf()?.relation, lists()], [false, 'cites', 2]);
	});

	it('are not kept where they weigh too much with their list', (t) => {
		const { itemOf, lists } = open(t, { ...defaultColumnLimits, listBytes: 1_500 });
		const item = itemOf();
		assert.deepEqual([itemOf()?.relation, itemOf() === item, lists()], ['cites', false, 3]);
	});
});
