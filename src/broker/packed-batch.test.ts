import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBatchBuilder } from '../links/link-batch.ts';
import { about, given } from './graph.fixture.ts';
import { batchOf, columnsOf, packBatch, transferableOf, unpackBatch } from './packed-batch.ts';

function batchOfMany(links: number) {
	const builder = createBatchBuilder();
	for (let number = 0; number < links; number++) {
		for (const link of given(`A=B@arxiv cites C${number} by Crossref`)) builder.add(link);
		builder.add(about(`C${number}`, { Title: `Über 東京 ${number}`, Creator: [{ Name: 'Haddad, O.' }] }));
	}
	return builder.build();
}

describe('a packed batch', () => {
	it('gives back the batch as it was', () => {
		for (const links of [0, 1, 500]) assert.deepEqual(unpackBatch(packBatch(batchOfMany(links))), batchOfMany(links));
	});

	it('tells how many links it holds without being unpacked', () => {
		assert.deepEqual(packBatch(batchOfMany(3)).counts, batchOfMany(3).counts);
	});
});

describe('a batch in columns', () => {
	it('crosses to another thread as it was, and what is said is not copied', () => {
		for (const links of [0, 1, 500]) {
			const columns = columnsOf(batchOfMany(links));
			const crossed = structuredClone(columns, { transfer: transferableOf(columns) });
			assert.deepEqual(batchOf(crossed), batchOfMany(links));
			assert.equal(columns.descriptions.bytes.byteLength, 0);
		}
	});
});
