// Reads JSON as it arrives (UTF-8 bytes or a string), within bounds, and reports where it is
// invalid.
import { isUtf8 } from 'node:buffer';
import { BrokerError } from '../../errors.ts';
import { readingLimits } from '../../links/limits.ts';
import { excess } from '../reading-bounds.ts';
import { backslash, closeArray, closeObject, comma, openArray, openObject, quote } from './bytes.ts';

/** Where text came from: others, or a store that keeps what was checked when it came. */
export type Origin = 'foreign' | 'kept';

/**
 * What a text contains, without a byte order mark, and the number of values of foreign text; or
 * where it is not JSON.
 */
type ParsedJson = { value: unknown; text: string; values: number } | { error: JsonError };

/**
 * Parses JSON (UTF-8, with or without a byte order mark); what is wrong is answered, not thrown.
 * Foreign text must keep to the bounds on depth, values and tokens (see readingLimits).
 */
export function parseJson(body: Uint8Array | string, origin: Origin = 'foreign'): ParsedJson {
	const counted = origin === 'foreign' ? countValues(body) : 0;
	if (typeof counted === 'object') return { error: placed(body, counted) };
	const bytes = typeof body === 'string' ? undefined : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
	if (bytes !== undefined && !isUtf8(bytes)) return { error: findEncodingError(bytes) };
	const text = withoutByteOrderMark(typeof body === 'string' ? body : (bytes as Buffer).toString('utf8'));
	try {
		return { value: JSON.parse(text), text, values: counted };
	} catch (cause) {
		const error = findJsonError(text);
		if (error === undefined) throw cause;
		return { error };
	}
}

/** Makes the failure for a text that is not JSON; `advice` is a sentence on what to do. */
export function malformedJson({ line, column, message, isExcess }: JsonError, advice?: string): BrokerError {
	const what = isExcess ? 'The JSON exceeds a limit' : 'The text is not JSON';
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
 * Counts the values of a text, or finds where it first goes beyond the bounds. One pass over bytes
 * or UTF-16 units, without memory. Of a text that is no JSON it may say anything.
 */
function countValues(text: Uint8Array | string): number | Excess {
	const unitAt = typeof text === 'string' ? (at: number) => text.charCodeAt(at) : (at: number) => text[at];
	let depth = 0;
	let values = 1;
	for (let at = 0; at < text.length; at++) {
		switch (unitAt(at)) {
			case quote: {
				const start = at;
				for (at++; at < text.length && unitAt(at) !== quote; at++) if (unitAt(at) === backslash) at++;
				if (at - start > readingLimits.tokenLength) return { offset: start, message: excess.token };
				break;
			}
			case openArray:
			case openObject:
				if (++depth > readingLimits.depth) return { offset: at, message: excess.depth };
				values++;
				break;
			case closeArray:
			case closeObject:
				depth--;
				break;
			case comma:
				values++;
		}
		if (values > readingLimits.parts) return { offset: at, message: excess.parts };
	}
	return values;
}

/**
 * Names a place in a text and what is wrong there. `line` and `column` count from 1, columns in
 * UTF-16 units; `offset` from 0.
 */
type JsonError = {
	offset: number;
	line: number;
	column: number;
	message: string;
	/** Whether the text is right as far as it goes, but ends too early. */
	atEnd: boolean;
	/** Set where the text may be right, but is deeper or holds more than is read. */
	isExcess?: true;
};

type Failure = { offset: number; message: string; atEnd?: true };

/**
 * Finds the first error of a text that is not JSON; undefined where it is JSON. Costs a pass over
 * the text, whatever its depth.
 */
export function findJsonError(text: string): JsonError | undefined {
	const failure = scan(text);
	if (failure === undefined) return undefined;
	const { offset, message, atEnd = offset === text.length } = failure;
	return { offset, ...lineAndColumn(text, offset), message, atEnd };
}

/** Returns line and column of an offset, both from 1. */
function lineAndColumn(text: string, offset: number): { line: number; column: number } {
	let line = 1;
	let lineStart = 0;
	for (let end = text.indexOf('\n'); end !== -1 && end < offset; end = text.indexOf('\n', lineStart)) {
		line++;
		lineStart = end + 1;
	}
	return { line, column: offset - lineStart + 1 };
}

function scan(text: string): Failure | undefined {
	const open: ('{' | '[')[] = [];
	let at = afterSpace(text, 0);
	if (at === text.length) return { offset: at, message: 'the text is empty' };
	for (;;) {
		const start = text[at];
		if (start === '{' || start === '[') {
			at = afterSpace(text, at + 1);
			if (text[at] !== closing(start)) {
				open.push(start);
				const name = start === '{' ? memberName(text, at) : at;
				if (typeof name !== 'number') return name;
				at = name;
				continue;
			}
			at++;
		} else {
			const end = scalarEnd(text, at);
			if (typeof end !== 'number') return end;
			at = end;
		}
		const next = nextValue(text, at, open);
		if (typeof next !== 'number') return next;
		if (next === finished) return undefined;
		at = next;
	}
}

const finished = -1;

/**
 * Goes on behind a complete value: closes what ends there and answers where the next value begins.
 */
function nextValue(text: string, from: number, open: ('{' | '[')[]): number | Failure {
	for (let at = afterSpace(text, from); ; at = afterSpace(text, at + 1)) {
		const inside = open.at(-1);
		if (inside === undefined) {
			return at === text.length
				? finished
				: { offset: at, message: `expected nothing more but found ${found(text, at)}` };
		}
		if (text[at] === closing(inside)) {
			open.pop();
			continue;
		}
		if (text[at] !== ',') {
			return { offset: at, message: `expected \`,\` or \`${closing(inside)}\` but found ${found(text, at)}` };
		}
		const next = afterSpace(text, at + 1);
		if (text[next] === closing(inside)) {
			return { offset: at, message: `a \`,\` must not stand before \`${closing(inside)}\`` };
		}
		return inside === '{' ? memberName(text, next) : next;
	}
}

/** Passes the name of an object's member and its colon; answers where the value begins. */
function memberName(text: string, at: number): number | Failure {
	if (text[at] !== '"') return { offset: at, message: `expected a name in double quotes but found ${found(text, at)}` };
	const end = stringEnd(text, at);
	if (typeof end !== 'number') return end;
	const colon = afterSpace(text, end);
	if (text[colon] !== ':') return { offset: colon, message: `expected \`:\` but found ${found(text, colon)}` };
	return afterSpace(text, colon + 1);
}

const word = /[\p{L}\p{N}_$+.-]{1,40}/uy;
const numberShape = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const numberText = /[-+.\deE]+/y;

function scalarEnd(text: string, at: number): number | Failure {
	if (text[at] === '"') return stringEnd(text, at);
	for (const literal of ['true', 'false', 'null']) {
		if (text.startsWith(literal, at)) return at + literal.length;
	}
	numberText.lastIndex = at;
	const number = numberText.exec(text)?.[0];
	if (number !== undefined && numberShape.test(number)) return at + number.length;
	word.lastIndex = at;
	const wrong = word.exec(text)?.[0];
	if (wrong !== undefined) return { offset: at, message: `\`${wrong}\` is not a JSON value` };
	return { offset: at, message: `expected a value but found ${found(text, at)}` };
}

const escapeShape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

function stringEnd(text: string, start: number): number | Failure {
	for (let at = start + 1; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === 0x22) return at + 1;
		if (code < 0x20) {
			return { offset: at, message: `a string holds ${found(text, at)}, which must be written as an escape` };
		}
		if (code !== 0x5c) continue;
		escapeShape.lastIndex = at;
		const escaped = escapeShape.exec(text)?.[0];
		if (escaped === undefined) {
			return { offset: at, message: `a string holds \`${text.slice(at, at + 2)}\`, which is not a JSON escape` };
		}
		at += escaped.length - 1;
	}
	return { offset: start, message: 'a string does not end', atEnd: true };
}

function afterSpace(text: string, from: number): number {
	for (let at = from; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
	}
	return text.length;
}

function closing(open: '{' | '['): string {
	return open === '{' ? '}' : ']';
}

function found(text: string, at: number): string {
	const point = text.codePointAt(at);
	if (point === undefined) return 'the end of the text';
	if (point === 0x0a || point === 0x0d) return 'a line break';
	if (point === 0x09) return 'a tab';
	const character = String.fromCodePoint(point);
	if (/[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(character)) return `\`${character}\``;
	return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}
