// Says what is kept of documents.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openConnection } from './connection.ts';
import { createDocuments } from './documents.ts';
import { tables } from './schema.ts';

describe('the documents read', () => {
	const folder = mkdtempSync(join(tmpdir(), 'documents-'));
	const connection = openConnection(join(folder, 'index.db'), { create: true, cacheMebibytes: 1, busyMilliseconds: 0 });
	connection.execute(tables);
	const put = connection.prepare("INSERT INTO document VALUES (?, '', '[]', ?, '')");
	after(() => {
		connection.close();
		rmSync(folder, { recursive: true });
	});
	const small = 1;
	const large = [2, 3, 4, 5, 6, 7];
	put.run(small, 'a');
	for (const id of large) put.run(id, 'a'.repeat(3 * 2 ** 20));

	it('are kept while there is room for their texts, until they are forgotten', () => {
		const documents = createDocuments(connection);
		const first = documents.read(small);
		const keptOf = large.map((id) => documents.read(id));
		assert.equal(documents.read(large.at(-1) as number), keptOf.at(-1));
		assert.notEqual(documents.read(large[0] as number), keptOf[0]);
		assert.notEqual(documents.read(small), first);
		const again = documents.read(small);
		assert.equal(documents.read(small), again);
		documents.forget();
		assert.notEqual(documents.read(small), again);
	});
});
