// Makes a file with the empty tables of a generation, for tests of what reads and writes these.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, openConnection } from './connection.ts';
import { indexes, tables } from './schema.ts';

/** Makes the file; `remove` closes the connection and removes the file. */
export function openTables(): { connection: Connection; remove(): void } {
	const folder = mkdtempSync(join(tmpdir(), 'tables-'));
	const connection = openConnection(join(folder, 'index.db'), { create: true, cacheMebibytes: 1, busyMilliseconds: 0 });
	connection.execute(`${tables} ${indexes.join('; ')}`);
	return {
		connection,
		remove() {
			connection.close();
			rmSync(folder, { recursive: true });
		},
	};
}
