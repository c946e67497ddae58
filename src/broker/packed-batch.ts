// Packs what was read of a submission while it waits to be applied: little room, and nothing that the collector of garbage looks at; knows no thread.
import { deserialize, serialize } from 'node:v8';
import type { LinkBatch } from '../links/link.ts';
import { type PackedPayload, packPayload, unpackPayload } from '../storage/packed-payload.ts';

/** A batch in a tenth of its room; plain data that can pass between threads of one process, and no others: its format is V8's. */
export type PackedBatch = { packed: PackedPayload } & Pick<LinkBatch, 'counts'>;

/** Packs a batch: takes a tenth of the time of reading it. */
export function packBatch(batch: LinkBatch): PackedBatch {
	return { packed: packPayload(serialize(batch)), counts: batch.counts };
}

/** Gives back what packBatch was given. */
export function unpackBatch({ packed }: PackedBatch): LinkBatch {
	return deserialize(unpackPayload(packed)) as LinkBatch;
}
