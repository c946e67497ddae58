// Reads JSON as it arrives (UTF-8 bytes or a string), within bounds, and says where it is none.

import { isUtf8 } from 'node:buffer';
import { BrokerError } from '../../errors.ts';
import { jsonLimits } from '../../links/limits.ts';
import { backslash, closeArray, closeObject, comma, openArray, openObject, quote } from './bytes.ts';
import { findJsonError, type JsonError, lineAndColumn } from './json-error.ts';

/** Where text came from: others, or a store that keeps what was checked when it came. */
export type Origin = 'foreign' | 'kept';

/** Says what a text holds (without a byte order mark), or where it is not JSON. */
type ParsedJson = { value: unknown; text: string } | { error: JsonError };

/**
 * Parses JSON (UTF-8, with or without a byte order mark); what is wrong is answered, not thrown.
 * Foreign text must keep to the bounds on depth and values (see jsonLimits).
 */
export function parseJson(body: Uint8Array | string, origin: Origin = 'foreign'): ParsedJson {
	const excess = origin === 'foreign' ? findExcess(body) : undefined;
	if (excess !== undefined) return { error: placed(body, excess) };
	const bytes = typeof body === 'string' ? undefined : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
	if (bytes !== undefined && !isUtf8(bytes)) return { error: findEncodingError(bytes) };
	const text = withoutByteOrderMark(typeof body === 'string' ? body : (bytes as Buffer).toString('utf8'));
	try {
		return { value: JSON.parse(text), text };
	} catch (cause) {
		const error = findJsonError(text);
		if (error === undefined) throw cause;
		return { error };
	}
}

/** Makes the failure for a text that is not JSON; `advice` is a sentence on what to do. */
export function malformedJson({ line, column, message, isExcess }: JsonError, advice?: string): BrokerError {
	const what = isExcess ? 'The JSON goes too far' : 'The text is not JSON';
	const place = `${what}: line ${line}, column ${column}: ${message}.`;
	return new BrokerError('malformed-json', advice === undefined ? place : `${place} ${advice}`);
}

/** Says in which line a text goes too far. */
function placed(body: Uint8Array | string, { offset, message }: Excess): JsonError {
	const before = typeof body === 'string' ? body.slice(0, offset) : Buffer.from(body.subarray(0, offset)).toString();
	return { offset, ...lineAndColumn(before, before.length), message, atEnd: false, isExcess: true };
}

function withoutByteOrderMark(text: string): string {
	return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Decoding replaces what is not UTF-8, so the first byte that does not survive it is the place. */
function findEncodingError(bytes: Buffer): JsonError {
	const again = Buffer.from(bytes.toString('utf8'), 'utf8');
	let offset = 0;
	while (offset < bytes.length && bytes[offset] === again[offset]) offset++;
	const before = bytes.toString('utf8', 0, offset);
	const byte = bytes[offset]?.toString(16).toUpperCase().padStart(2, '0');
	const message = byte === undefined ? 'the text ends within a character' : `the byte 0x${byte} is not UTF-8 there`;
	return { offset, ...lineAndColumn(before, before.length), message, atEnd: byte === undefined };
}

/** Where a text goes too far, and how. */
type Excess = { offset: number; message: string };

/**
 * Finds where a text first goes beyond the bounds; undefined where it does not. One pass over bytes
 * or UTF-16 units, without memory. Of a text that is no JSON it may say anything.
 */
function findExcess(text: Uint8Array | string): Excess | undefined {
	const unitAt = typeof text === 'string' ? (at: number) => text.charCodeAt(at) : (at: number) => text[at];
	let depth = 0;
	let values = 1;
	for (let at = 0; at < text.length; at++) {
		switch (unitAt(at)) {
			case quote:
				for (at++; at < text.length && unitAt(at) !== quote; at++) if (unitAt(at) === backslash) at++;
				break;
			case openArray:
			case openObject:
				if (++depth > jsonLimits.depth) {
					return { offset: at, message: `arrays and objects lie more than ${jsonLimits.depth} deep in each other` };
				}
				values++;
				break;
			case closeArray:
			case closeObject:
				depth--;
				break;
			case comma:
				values++;
		}
		if (values > jsonLimits.values) {
			return { offset: at, message: `it holds more than ${jsonLimits.values} values; send fewer at once` };
		}
	}
	return undefined;
}
