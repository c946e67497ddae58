// Compression (zstd) of large stored values: JSON, and the payloads of events byte for byte.

import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { BrokerError } from '../errors.ts';
import type { Id } from './graph.ts';
import type { Sql } from './sql-database.ts';

// Shorter texts hardly shrink, and compressing them costs more than everything else.
const leastCompressedJsonBytes = 400;

export function packJson(value: readonly unknown[]): Uint8Array {
	const text = Buffer.from(JSON.stringify(value));
	return text.byteLength < leastCompressedJsonBytes ? text : zstdCompressSync(text);
}

/**
 * Reads what packJson wrote: an array begins with its bracket, compressed data with another byte.
 */
export function unpackJson(body: Uint8Array): unknown {
	const isPlain = body[0] === '['.charCodeAt(0);
	return JSON.parse(Buffer.from(isPlain ? body : zstdDecompressSync(body)).toString());
}

// Shorter payloads do not shrink.
const leastCompressedPayloadBytes = 200;

export async function writePayload(sql: Sql, sequence: Id, payload: Uint8Array): Promise<void> {
	const compressed = payload.byteLength >= leastCompressedPayloadBytes;
	await sql.run('insert into event_payload (sequence, encoding, body) values (?1, ?2, ?3)', [
		sequence,
		compressed ? 'zstd' : 'identity',
		compressed ? zstdCompressSync(payload) : payload,
	]);
}

/** Reads the payload of an event; fails with `internal` where it is missing. */
export async function readPayload(sql: Sql, sequence: Id): Promise<Uint8Array> {
	const [payload] = await readPayloads(sql, [sequence]);
	if (!payload) throw new BrokerError('internal', `The payload of event number ${sequence} is missing.`);
	return payload;
}

/** Reads the payloads of events in the order given; undefined where one is missing. */
export async function readPayloads(sql: Sql, sequences: readonly Id[]): Promise<(Uint8Array | undefined)[]> {
	const rows = await sql.all<[Id, 'identity' | 'zstd', Uint8Array]>(
		`select p.sequence, p.encoding, p.body from ${sql.dialect.list('?1', { sequence: 'integer' })} w
		 join event_payload p on p.sequence = w.sequence`,
		[JSON.stringify(sequences)],
	);
	const found = new Map(rows.map(([sequence, encoding, body]) => [sequence, { encoding, body }]));
	return sequences.map((sequence) => {
		const one = found.get(sequence);
		return one?.encoding === 'zstd' ? unpackPayload(sequence, one.body) : one?.body;
	});
}

function unpackPayload(sequence: Id, body: Uint8Array): Uint8Array {
	try {
		return zstdDecompressSync(body);
	} catch (cause) {
		throw new BrokerError('internal', `The payload of event number ${sequence} is damaged.`, { cause });
	}
}
