// Reads JSON as it arrives (UTF-8 bytes or a string) and says where it is none; knows no fields.
import { isUtf8 } from 'node:buffer';
import { BrokerError } from '../../errors.js';
import {              findExcess } from './json-bounds.js';
import { findJsonError,                 lineAndColumn } from './json-error.js';

/** Where text came from: others, or a store that keeps what was checked when it came. */
                                        

/** Says what a text holds (without a byte order mark), or where it is not JSON. */
                                                                                 

/**
 * Parses JSON (UTF-8, with or without a byte order mark); what is wrong is answered, not thrown.
 * Foreign text must keep to the bounds on depth and values (see jsonLimits).
 */
export function parseJson(body                     , origin         = 'foreign')             {
	const excess = origin === 'foreign' ? findExcess(body) : undefined;
	if (excess !== undefined) return { error: placed(body, excess) };
	const bytes = typeof body === 'string' ? undefined : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
	if (bytes !== undefined && !isUtf8(bytes)) return { error: findEncodingError(bytes) };
	const text = withoutByteOrderMark(typeof body === 'string' ? body : (bytes          ).toString('utf8'));
	try {
		return { value: JSON.parse(text), text };
	} catch (cause) {
		const error = findJsonError(text);
		if (error === undefined) throw cause;
		return { error };
	}
}

/** Makes the failure for a text that is not JSON; `advice` is a sentence on what to do. */
export function malformedJson({ line, column, message, isExcess }           , advice         )              {
	const what = isExcess ? 'The JSON goes too far' : 'The text is not JSON';
	const place = `${what}: line ${line}, column ${column}: ${message}.`;
	return new BrokerError('malformed-json', advice === undefined ? place : `${place} ${advice}`);
}

/** Says in which line a text goes too far. */
function placed(body                     , { offset, message }        )            {
	const before = typeof body === 'string' ? body.slice(0, offset) : Buffer.from(body.subarray(0, offset)).toString();
	return { offset, ...lineAndColumn(before, before.length), message, atEnd: false, isExcess: true };
}

function withoutByteOrderMark(text        )         {
	return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Decoding replaces what is not UTF-8, so the first byte that does not survive it is the place. */
function findEncodingError(bytes        )            {
	const again = Buffer.from(bytes.toString('utf8'), 'utf8');
	let offset = 0;
	while (offset < bytes.length && bytes[offset] === again[offset]) offset++;
	const before = bytes.toString('utf8', 0, offset);
	const byte = bytes[offset]?.toString(16).toUpperCase().padStart(2, '0');
	const message = byte === undefined ? 'the text ends within a character' : `the byte 0x${byte} is not UTF-8 there`;
	return { offset, ...lineAndColumn(before, before.length), message, atEnd: byte === undefined };
}
