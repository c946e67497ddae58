// Finds the links in a page of an API, which holds them in a member.
import { backslash, closeArray, closeObject, comma, isSpace, newline, openArray, openObject, quote } from './bytes.ts';
import { parseJson } from './json-text.ts';

/** Lists the ways to the array of links in the pages of services, by the names of members. */
const envelopes: readonly (readonly string[])[] = [
	// ScholeXplorer, from its second version on.
	['result'],
	// The answer of a search in application/json, as this broker gives it.
	['hits', 'hits'],
	// Crossref Event Data, as Scholix.
	['message', 'link-packages'],
];

/** Returns the way to the array of links in an object that is a page: `hits.hits`. */
export function envelopeMember(value: unknown): string | undefined {
	return envelopes.find((way) => Array.isArray(memberAt(value, way)))?.join('.');
}

/** Answers the array of links in an object that is a page. */
export function envelopeRecords(value: unknown): readonly unknown[] | undefined {
	return envelopes.map((way) => memberAt(value, way)).find(Array.isArray);
}

function memberAt(value: unknown, way: readonly string[]): unknown {
	return way.reduce((holder, name) => Object.getOwnPropertyDescriptor(Object(holder), name)?.value, value);
}

/**
 * Finds the array of links in the bytes of a page: answers its bytes, and how many lines begin
 * before it. Undefined where the bytes are no such page, or no JSON.
 */
export function openEnvelope(bytes: Uint8Array): { array: Uint8Array; linesBefore: number } | undefined {
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	// Looking for a name is much quicker than parsing, and most records are no pages.
	const way = envelopes.find((names) => names.every((name) => buffer.includes(`"${name}"`)));
	if (way === undefined || !Array.isArray(memberAt(parsed(buffer), way))) return undefined;
	const start = way.reduce((from, name) => findMember(buffer, from, name), 0);
	const array = bytes.subarray(start, valueEnd(buffer, start));
	return { array, linesBefore: buffer.subarray(0, start).filter((byte) => byte === newline).length };
}

function parsed(buffer: Buffer): unknown {
	const read = parseJson(buffer);
	return 'value' in read ? read.value : undefined;
}

// From here on the bytes are known to be JSON that holds what is looked for.

/**
 * Finds where the value of a member begins, in the object that begins at `start`; the last counts.
 */
function findMember(buffer: Buffer, start: number, name: string): number {
	let found = -1;
	let at = afterSpace(buffer, start + 1);
	while (buffer[at] === quote) {
		const end = stringEnd(buffer, at);
		const value = afterSpace(buffer, afterSpace(buffer, end) + 1);
		if (JSON.parse(buffer.toString('utf8', at, end)) === name) found = value;
		at = afterSpace(buffer, valueEnd(buffer, value));
		if (buffer[at] === comma) at = afterSpace(buffer, at + 1);
	}
	return found;
}

/** Finds what is behind a value: an object or array, a string, or a number or word. */
function valueEnd(buffer: Buffer, start: number): number {
	let depth = 0;
	for (let at = start; at < buffer.length; at++) {
		const byte = buffer[at] as number;
		if (byte === quote) at = stringEnd(buffer, at) - 1;
		else if (isOpening(byte)) depth++;
		else if (isClosing(byte) && depth > 0) depth--;
		else if (depth === 0 && (byte === comma || isClosing(byte) || isSpace(byte))) return at;
		if (depth === 0 && (isClosing(byte) || byte === quote)) return at + 1;
	}
	return buffer.length;
}

/** Finds what is behind the string that begins at `start`. */
function stringEnd(buffer: Buffer, start: number): number {
	for (let end = buffer.indexOf(quote, start + 1); ; end = buffer.indexOf(quote, end + 1)) {
		let before = end - 1;
		while (buffer[before] === backslash) before--;
		if ((end - before) % 2 === 1) return end + 1;
	}
}

function afterSpace(buffer: Buffer, from: number): number {
	let at = from;
	while (isSpace(buffer[at])) at++;
	return at;
}

const isOpening = (byte: number) => byte === openObject || byte === openArray;
const isClosing = (byte: number) => byte === closeObject || byte === closeArray;
