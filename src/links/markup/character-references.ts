// Resolves HTML's character references, such as &amp; and &#x3b1;, which records of the field hold
// in their texts.
import { decodeHTMLStrict } from 'entities/decode';

/**
 * Resolves references, named and numeric, also where they were escaped again (`&amp;lt;`), as feeds
 * do that pass text on. One that names no character stays as it is. Linear in the text's length.
 */
export function resolveReferences(text: string): string {
	let resolved = text.replace(ampersands, '&');
	for (let pass = 0; pass < mostPasses; pass++) {
		const before = resolved;
		resolved = before.replace(reference, resolve);
		if (resolved === before) break;
	}
	return resolved;
}

/** A reference whose own ampersand is a reference is resolved as often; by & alone, any number. */
const mostPasses = 3;
const ampersands = /&(?:amp;)+/gi;
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,31}));/gi;

function resolve(written: string, decimal?: string, hexadecimal?: string, name?: string): string {
	if (name !== undefined) return decodeHTMLStrict(written);
	const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
	const windows = windows1252[code - 0x80];
	if (windows !== undefined) return windows;
	const isText = code > 0x9f || (code >= 0x20 && code < 0x7f) || whiteSpace.has(code);
	const isCharacter = isText && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
	return isCharacter ? String.fromCodePoint(code) : written;
}

const whiteSpace: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d]);

// HTML reads the codes from 128 to 159 as Windows' characters (HTML Standard, numeric character
// reference end state), since those are what was meant. A hyphen stands for none.
const windows1252: readonly (string | undefined)[] = Array.from('€-‚ƒ„…†‡ˆ‰Š‹Œ-Ž--‘’“”•–—˜™š›œ-žŸ', (character) =>
	character === '-' ? undefined : character,
);
