// Says what is kept of documents.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createDocuments } from './documents.ts';
import { openTables } from './tables.fixture.ts';

describe('the documents read', () => {
	const { connection, remove } = openTables();
	const put = connection.prepare("INSERT INTO document VALUES (?, '', '[]', ?, '')");
	after(remove);
	const small = 1;
	const large = [2, 3, 4, 5, 6, 7];
	put.run(small, 'a');
	for (const id of large) put.run(id, 'a'.repeat(3 * 2 ** 20));

	it('are kept while there is room for their texts, and for the bytes that answers keep of these, until they are forgotten', () => {
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

describe('the object that stands for a group', () => {
	const { connection, remove } = openTables();
	after(remove);
	// 1 stands for itself alone; 2 and 3 are versions of one work, 2, which has an object of its own.
	const objects: [id: number, version: number, sortKey: string][] = [
		[1, 1, 'middle'],
		[2, 2, 'last'],
		[3, 2, 'early'],
		[-2, 2, 'first'],
	];
	for (const [id, version, sortKey] of objects) {
		connection.prepare('INSERT INTO object VALUES (?, ?, 0, NULL, ?)').run(id, version, sortKey);
		connection.prepare("INSERT INTO document VALUES (?, '', '[]', ?, '')").run(id, `"Title":"of ${id}"`);
	}
	const documents = createDocuments(connection);

	it('is its own at the level of works', () => {
		assert.deepEqual(
			[1, 2, 3].map((group) => documents.objectOf('identity', group)),
			[1, 2, 3],
		);
		assert.equal(documents.ofGroup('identity', 3)?.fields, '"Title":"of 3"');
	});

	it('is, over all versions, that of the Version group where it has one', () => {
		assert.deepEqual(
			[1, 2].map((group) => documents.objectOf('version', group)),
			[1, -2],
		);
		assert.equal(documents.ofGroup('version', 1)?.fields, '"Title":"of 1"');
		assert.equal(documents.ofGroup('version', 2)?.fields, '"Title":"of -2"');
	});

	it('is none where the group is no Version group, or not there', () => {
		for (const group of [3, 4]) assert.equal(documents.ofGroup('version', group), undefined);
		assert.equal(documents.ofGroup('identity', 4), undefined);
	});

	it('puts groups in order, at each level', () => {
		assert.deepEqual(documents.inOrder('identity', Float64Array.of(1, 2, 3)), [
			[2, 3],
			[1, 2],
			[0, 1],
		]);
		assert.deepEqual(documents.inOrder('version', Float64Array.of(1, 2)), [
			[1, -2],
			[0, 1],
		]);
	});
});
