// Keeps the payloads of events: byte for byte, and compressed where they are large. It knows no
// event.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { BrokerError } from '../../errors.js';
                                                       
                                             

// Shorter payloads do not shrink.
const leastCompressedBytes = 200;

/** Writes the payload of an event. */
export async function writePayload(sql     , sequence    , payload            )                {
	const compressed = payload.byteLength >= leastCompressedBytes;
	await sql.run('insert into event_payload (sequence, encoding, body) values (?1, ?2, ?3)', [
		sequence,
		compressed ? 'zstd' : 'identity',
		compressed ? zstdCompressSync(payload) : payload,
	]);
}

/** Reads the payload of an event; fails with `internal` where there is none. */
export async function readPayload(sql     , sequence    )                      {
	const [payload] = await readPayloads(sql, [sequence]);
	if (!payload) throw new BrokerError('internal', `The payload of event number ${sequence} is missing.`);
	return payload;
}

/** Reads the payloads of events in the order given; undefined where there is none. */
export async function readPayloads(sql     , sequences               )                                      {
	const rows = await sql.all                                       (
		`select p.sequence, p.encoding, p.body from ${sql.dialect.list('?1', { sequence: 'integer' })} w
		 join event_payload p on p.sequence = w.sequence`,
		[JSON.stringify(sequences)],
	);
	const found = new Map(rows.map(([sequence, encoding, body]) => [sequence, { encoding, body }]));
	return sequences.map((sequence) => {
		const one = found.get(sequence);
		return one?.encoding === 'zstd' ? zstdDecompressSync(one.body) : one?.body;
	});
}
