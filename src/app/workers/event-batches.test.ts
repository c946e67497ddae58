import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { serialize } from 'node:v8';
import { given } from '../../broker/graph.fixture.ts';
import { columnsOf, packBatch } from '../../broker/packed-batch.ts';
import type { LinkBatch } from '../../links/link.ts';
import { createBatchBuilder } from '../../links/link-batch.ts';
import type { ClaimedEvent, Id } from '../../ports/records/link-store.ts';
import { createEventBatches } from './event-batches.ts';

const event = (sequence: Id): ClaimedEvent => ({ sequence, eventId: `event ${sequence}`, noindex: false, attempts: 1 });
const events = [1, 2, 3, 4, 5].map(event);

/** Batches whose reading ends when it is told to. */
function batchesReadByHand() {
	const reads: { sequence: Id; end(batch: LinkBatch): void; fail(): void }[] = [];
	const batches = createEventBatches((sequence) => {
		const { promise, resolve, reject } = Promise.withResolvers<LinkBatch>();
		reads.push({ sequence, end: resolve, fail: () => reject(new Error('no luck')) });
		return promise;
	});
	return { batches, reads, readOf: () => reads.map(({ sequence }) => sequence) };
}

const batch = (): LinkBatch => createBatchBuilder().build();

describe('batches at hand', () => {
	it('are read three at a time, the next first', async () => {
		const { batches, reads, readOf } = batchesReadByHand();
		batches.readAhead(events);
		batches.readAhead(events);
		assert.deepEqual(readOf(), [1, 2, 3]);
		reads[1]?.end(batch());
		await turn();
		assert.deepEqual(events.map(batches.linksAtHand), [undefined, 0, undefined, undefined, undefined]);
		batches.readAhead(events);
		assert.deepEqual(readOf(), [1, 2, 3]);
		batches.readAhead(events.slice(1));
		assert.deepEqual(readOf(), [1, 2, 3, 4]);
	});

	it('are not read ahead beyond those that are large, however many are remembered of later ones', async () => {
		const { batches, reads, readOf } = batchesReadByHand();
		const large = (links: number) => ({ ...batch(), counts: { links, ignored: 0 } });
		batches.remember(5, packBatch(large(40_000)));
		batches.readAhead(events.slice(0, 2));
		reads[0]?.end(large(30_000));
		reads[1]?.end(large(10_001));
		await turn();
		batches.readAhead(events);
		assert.deepEqual(readOf(), [1, 2]);
		batches.readAhead(events.slice(1));
		assert.deepEqual(readOf(), [1, 2, 3, 4]);
	});

	it('need not be read where they are remembered', async () => {
		const { batches, readOf } = batchesReadByHand();
		const builder = createBatchBuilder();
		for (const link of given('A=B cites C')) builder.add(link);
		const remembered = builder.build();
		batches.remember(1, packBatch(remembered));
		batches.readAhead(events.slice(0, 2));
		assert.deepEqual(readOf(), [2]);
		assert.deepEqual(await batches.of(event(1)), remembered);
		assert.equal(batches.linksAtHand(event(1)), 1);
	});

	it('are remembered up to 32 MiB, packed: room is for others again when those are taken or forgotten', async () => {
		const { batches } = batchesReadByHand();
		const packed = (body: Uint8Array) => ({ packed: { encoding: 'identity' as const, body }, counts: batch().counts });
		const half = packed(Buffer.concat([serialize(columnsOf(batch())), Buffer.alloc(2 ** 24 - 1_000)]));
		const atHand = () => events.filter((one) => batches.linksAtHand(one) !== undefined).map(({ sequence }) => sequence);
		for (const sequence of [1, 1, 2, 3]) batches.remember(sequence, half);
		assert.deepEqual(atHand(), [1, 2]);
		await batches.of(event(1));
		batches.remember(4, half);
		batches.remember(5, half);
		assert.deepEqual(atHand(), [1, 2, 4]);
		batches.forget(2);
		batches.remember(5, half);
		assert.deepEqual(atHand(), [4, 5]);
	});

	it('are read but once by all who ask', async () => {
		const { batches, reads, readOf } = batchesReadByHand();
		const read = batch();
		const asked = [batches.of(event(1)), batches.of(event(1))];
		reads[0]?.end(read);
		assert.deepEqual(await Promise.all(asked), [read, read]);
		assert.equal(await batches.of(event(1)), read);
		assert.deepEqual(readOf(), [1]);
	});

	it('are read again where that failed: whoever waited for it hears why', async () => {
		const { batches, reads, readOf } = batchesReadByHand();
		const failed = assert.rejects(batches.of(event(1)), /no luck/);
		reads[0]?.fail();
		await failed;
		const again = batches.of(event(1));
		const read = batch();
		reads[1]?.end(read);
		assert.equal(await again, read);
		assert.deepEqual(readOf(), [1, 1]);
	});

	it('are forgotten with those before them, also what is still being read', async () => {
		const { batches, reads, readOf } = batchesReadByHand();
		batches.remember(1, packBatch(batch()));
		batches.remember(3, packBatch(batch()));
		batches.readAhead(events.slice(0, 2));
		batches.forget(2);
		reads[0]?.end(batch());
		await turn();
		assert.deepEqual(events.map(batches.linksAtHand), [undefined, undefined, 0, undefined, undefined]);
		assert.deepEqual(readOf(), [2]);
	});
});
