// Says how the links of records are put into chunks.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRecordChunks } from './record-chunks.ts';
import type { WrittenLink } from './write-record.ts';

const object = (ID: string) => ({ Identifier: [{ ID, IDScheme: 'doi' }], Type: { Name: 'unknown' } });
const links = (source: string, ...targets: string[]): WrittenLink[] =>
	targets.map((target) => ({
		...{ Source: object(source), Target: object(target), RelationshipType: { Name: 'Cites' } },
		...{ LinkProvider: [{ Name: 'Crossref' }], LinkPublicationDate: '2024' },
	}));

/** Lists each chunk by its links (`a>x`), with the Source that goes on in it in front. */
function chunksOf(
	records: readonly WrittenLink[][],
	isState: boolean,
	limits: { maxLinks?: number; maxBytes?: number } = {},
) {
	const chunks = createRecordChunks('file', { maxLinks: 3, maxBytes: 100_000, ...limits });
	records.forEach((record, at) => {
		chunks.begin(at + 1, isState);
		for (const link of record) chunks.add(link);
		chunks.end();
	});
	chunks.finish();
	return chunks.ready().map(({ chunk, continues }) => {
		const held = JSON.parse(Buffer.from(chunk.payload).toString()) as WrittenLink[];
		const texts = held.map(({ Source, Target }) => `${Source.Identifier[0]?.ID}>${Target.Identifier[0]?.ID}`);
		return [...(continues ? [`${continues.Source.Identifier[0]?.ID}…`] : []), ...texts].join(' ');
	});
}

describe('the links of records', () => {
	it('fill chunks, whatever record they are of, where records state no more than their links', () => {
		const records = [links('a', '1', '2'), links('b', '1', '2'), links('a', '3')];
		assert.deepEqual(chunksOf(records, false), ['a>1 a>2 b>1', 'b… b>2 a>3']);
	});

	it('stay together where each record is a state, unless one chunk does not hold them', () => {
		assert.deepEqual(chunksOf([links('a', '1', '2'), links('b', '1', '2')], true), ['a>1 a>2', 'b>1 b>2']);
		const torn = [links('a', '1', '2', '3', '4'), links('b', '1')];
		assert.deepEqual(chunksOf(torn, true), ['a>1 a>2 a>3', 'a… a>4 b>1']);
		assert.deepEqual(chunksOf([links('a', '1', '2', '3'), links('b', '1')], true), ['a>1 a>2 a>3', 'b>1']);
	});

	it('of two states of one record lie in two chunks, the later one in the later', () => {
		assert.deepEqual(chunksOf([links('a', '1'), links('b', '1'), links('A', '2')], true), ['a>1 b>1', 'A>2']);
		const torn = [links('a', '1', '2', '3', '4'), links('a', '1')];
		assert.deepEqual(chunksOf(torn, true), ['a>1 a>2 a>3', 'a… a>4', 'a>1']);
	});

	it('keep to the bytes of a chunk as well', () => {
		const [one] = links('a', '1');
		const maxBytes = 2 * Buffer.byteLength(JSON.stringify(one)) + 10;
		const chunks = chunksOf([links('a', '1', '2', '3'), links('b', '1')], true, { maxLinks: 100, maxBytes });
		assert.deepEqual(chunks, ['a>1 a>2', 'a… a>3 b>1']);
	});
});
