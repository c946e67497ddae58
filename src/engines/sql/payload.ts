// Keeps the payloads of events: byte for byte, and compressed where they are large. It knows no
// event.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { BrokerError } from '../../errors.ts';
import type { Id } from '../../ports/records/graph.ts';
import type { Sql } from './sql-database.ts';

// Shorter payloads do not shrink.
const leastCompressedBytes = 200;

/** Writes the payload of an event. */
export async function writePayload(sql: Sql, sequence: Id, payload: Uint8Array): Promise<void> {
	const compressed = payload.byteLength >= leastCompressedBytes;
	await sql.run('insert into event_payload (sequence, encoding, body) values (?1, ?2, ?3)', [
		sequence,
		compressed ? 'zstd' : 'identity',
		compressed ? zstdCompressSync(payload) : payload,
	]);
}

/** Reads the payload of an event; fails with `internal` where there is none. */
export async function readPayload(sql: Sql, sequence: Id): Promise<Uint8Array> {
	const [row] = await sql.all<['identity' | 'zstd', Uint8Array]>(
		'select encoding, body from event_payload where sequence = ?1',
		[sequence],
	);
	if (!row) throw new BrokerError('internal', `The payload of event number ${sequence} is missing.`);
	const [encoding, body] = row;
	return encoding === 'zstd' ? zstdDecompressSync(body) : body;
}
