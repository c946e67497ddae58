// Says what a reader of the index does when reading fails; what searches answer is said by the contract of the index.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Connection, openConnection } from './connection.ts';
import { defaultColumnLimits } from './link-columns.ts';
import { endReadingTurn } from './reading-turn.ts';
import { indexes, tables } from './schema.ts';
import { createReader } from './search.ts';

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
