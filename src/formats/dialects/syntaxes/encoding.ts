// How the text of a file is encoded.

/**
 * Finds the encoding of a text by its beginning or the whole of it: by its first two bytes,
 * else as the declaration of XML says; else it is UTF-8, unless it cannot be: then it is what
 * spreadsheet programs write on Windows.
 */
export function encodingOf(head: Uint8Array): string {
	const [first, second] = head;
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	if (first === 0xfe && second === 0xff) return 'utf-16be';
	// All dialects begin with ASCII.
	if (first === 0 && isAsciiText(second)) return 'utf-16be';
	if (isAsciiText(first) && second === 0) return 'utf-16le';
	const begin = new TextDecoder('latin1').decode(head.subarray(0, longestDeclaration));
	const declared = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(begin)?.[1];
	// What can be read as far as its declaration is not of 16 bits.
	if (declared !== undefined && !/^utf-?16/i.test(declared) && isEncoding(declared)) return declared;
	return undeclaredEncoding(head);
}

function isAsciiText(byte = 0): boolean {
	return (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

/** Finds the encoding of a text that names none by a part of it: before that part, it is ASCII. */
export function undeclaredEncoding(part: Uint8Array): string {
	return isUtf8(part) ? 'utf-8' : 'windows-1252';
}

/** Returns whether a file begins as a zip does, which a workbook is, or as older forms of Excel. */
export function mayBeWorkbook(head: Uint8Array): boolean {
	return workbookSignatures.some((signature) => signature.every((byte, at) => head[at] === byte));
}

const workbookSignatures = [
	[0x50, 0x4b, 0x03, 0x04],
	[0x50, 0x4b, 0x05, 0x06],
	[0xd0, 0xcf, 0x11, 0xe0],
] as const;

const longestDeclaration = 200;
const pieceBytes = 2 ** 18;

function isEncoding(label: string): boolean {
	try {
		return new TextDecoder(label).encoding !== '';
	} catch {
		return false;
	}
}

/**
 * Returns whether bytes are UTF-8. They may end within a character. The decoded text is not kept.
 */
function isUtf8(head: Uint8Array): boolean {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	try {
		for (let at = 0; at < head.length; at += pieceBytes) {
			decoder.decode(head.subarray(at, at + pieceBytes), { stream: true });
		}
		return true;
	} catch {
		return false;
	}
}
