// Reads JSON text as it arrives (UTF-8 bytes or a string) and says where it is none; knows no fields.
import { isUtf8 } from 'node:buffer';
import { BrokerError } from '../../errors.ts';
import { findJsonError, type JsonError, lineAndColumn } from './json-error.ts';

/** Says what a text holds, or where it is not JSON. */
export type ParsedJson =
	| {
			value: unknown;
			/** Whether strings in it may hold what not every engine can store: NUL, or half of a surrogate pair. */
			riskyText: boolean;
	  }
	| { error: JsonError };

/** Parses JSON (UTF-8, with or without a byte order mark); what is wrong is answered, not thrown. */
export function parseJson(body: Uint8Array | string): ParsedJson {
	const bytes = typeof body === 'string' ? undefined : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
	if (bytes !== undefined && !isUtf8(bytes)) return { error: findEncodingError(bytes) };
	const text = withoutByteOrderMark(typeof body === 'string' ? body : (bytes as Buffer).toString('utf8'));
	try {
		return { value: JSON.parse(text), riskyText: mayHoldRiskyText(text) };
	} catch (cause) {
		const error = findJsonError(text);
		if (error === undefined) throw cause;
		return { error };
	}
}

/** Makes the failure for a text that is not JSON; `advice` is a sentence on what to do. */
export function malformedJson({ line, column, message }: JsonError, advice?: string): BrokerError {
	const place = `The text is not JSON: line ${line}, column ${column}: ${message}.`;
	return new BrokerError('malformed-json', advice === undefined ? place : `${place} ${advice}`);
}

function withoutByteOrderMark(text: string): string {
	return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Looks at the whole text instead of each string: an escape is the only way for NUL, and in UTF-8 for a lone surrogate, into JSON. */
function mayHoldRiskyText(text: string): boolean {
	return text.includes('\\u0000') || text.includes('\\ud') || text.includes('\\uD') || !text.isWellFormed();
}

/** Decoding replaces what is not UTF-8, so the first byte that does not survive it is the place. */
function findEncodingError(bytes: Buffer): JsonError {
	const again = Buffer.from(bytes.toString('utf8'), 'utf8');
	let offset = 0;
	while (offset < bytes.length && bytes[offset] === again[offset]) offset++;
	const before = bytes.toString('utf8', 0, offset);
	const byte = bytes[offset]?.toString(16).toUpperCase().padStart(2, '0');
	const message = byte === undefined ? 'the text ends within a character' : `the byte 0x${byte} is not UTF-8 there`;
	return { offset, ...lineAndColumn(before, before.length), message };
}
