// The bytes that structure JSON (RFC 8259, 2).

export const newline = 0x0a;
export const quote = 0x22;
export const comma = 0x2c;
export const openArray = 0x5b;
export const backslash = 0x5c;
export const closeArray = 0x5d;
export const openObject = 0x7b;
export const closeObject = 0x7d;

/** Recognises white space of JSON, by a byte or a UTF-16 unit. */
export function isSpace(code: number | undefined): boolean {
	return code === 0x20 || code === newline || code === 0x0d || code === 0x09;
}
