import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { isMissingFile } from './failures.ts';
import { openConnection } from './index/connection.ts';

describe('a missing file of the index', () => {
	const folder = mkdtempSync(join(tmpdir(), 'link-broker-'));
	const path = join(folder, 'index.g1');
	after(() => rmSync(folder, { recursive: true }));

	it('is distinguished from other failures', () => {
		assert.throws(() => openConnection(path, { cacheMebibytes: 1, busyMilliseconds: 0 }), isMissingFile);
		assert.equal(isMissingFile(new Error('disk full')), false);
	});

	it('is recognized where it is removed while it is being opened', () => {
		const made = new DatabaseSync(path);
		made.exec('PRAGMA journal_mode = WAL; CREATE TABLE link (id)');
		made.close();
		const opened = new DatabaseSync(path);
		rmSync(path);
		assert.throws(() => opened.prepare('SELECT id FROM link').all(), isMissingFile);
		opened.close();
	});
});
