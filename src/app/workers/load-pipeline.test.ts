// Tests of what is handed from the thread that reads a load to the one that keeps the records.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { batchOf } from '../../broker/packed-batch.ts';
import { readLinkFiles } from '../../formats/json/read-files.ts';
import type { RecordChunk } from '../../formats/json/record-chunk.ts';
import { unpackTexts } from '../../links/packed-texts.ts';
import { unpackPayload } from '../../ports/records/packed-payload.ts';
import type { PreparedChunk } from './load-chunks.ts';
import { createLoadPipeline } from './load-pipeline.ts';

const record = (source: string, target: string) => ({
	Source: { Identifier: { ID: source, IDScheme: 'x' }, Type: { Name: 'software' } },
	Target: { Identifier: { ID: target, IDScheme: 'x' }, Type: { Name: 'literature' } },
	RelationshipType: { Name: 'References' },
	LinkProvider: [{ Name: 'Z' }],
	LinkPublicationDate: '2018',
});

async function chunkOf(records: readonly object[]): Promise<RecordChunk> {
	async function* lines() {
		yield Buffer.from(records.map((one) => JSON.stringify(one)).join('\n'));
	}
	for await (const chunk of readLinkFiles('-', { maxLinks: 100, maxBytes: 100_000 }, lines())) return chunk;
	return assert.fail();
}

/** Has a chunk handed over; answers what arrives at the other side. */
async function handOver(chunk: RecordChunk, skipInvalid: boolean): Promise<PreparedChunk> {
	const { port1, port2 } = new MessageChannel();
	const arrived = Promise.withResolvers<PreparedChunk>();
	port2.once('message', arrived.resolve);
	const pipeline = createLoadPipeline(
		port1,
		{
			async load(order, transfer) {
				port1.postMessage(order.chunk, [...transfer]);
				return { event: null, refused: [] };
			},
		},
		{ oneWriter: true },
	);
	try {
		await pipeline.load(chunk, { noindex: false, skipInvalid });
		return await arrived.promise;
	} finally {
		port1.close();
	}
}

describe('a chunk that is handed over', () => {
	const good = [record('A', 'B'), record('A', 'C')];
	for (const [what, records, skipInvalid] of [
		['of right records', good, false],
		['of which a wrong record is left out', [good[0], { Source: 1 }, good[1]], true],
	] as const) {
		it(`${what} arrives whole, and its bytes are given back`, async () => {
			const chunk = await chunkOf(records as object[]);
			const { payload, batch, links } = await handOver(chunk, skipInvalid);
			assert.equal(chunk.payload.byteLength, 0);
			assert.equal(links, 2);
			assert.deepEqual(JSON.parse(Buffer.from(unpackPayload(payload)).toString()), good);
			const { identifiers, descriptions, assertions } = batchOf(batch);
			assert.deepEqual(
				identifiers.map(({ value }) => value),
				['A', 'B', 'C'],
			);
			assert.deepEqual(
				unpackTexts(descriptions).map(({ text }) => text),
				['{"Type":{"Name":"software"}}', '{"Type":{"Name":"literature"}}'],
			);
			assert.equal(assertions.length, 8);
		});
	}
});
