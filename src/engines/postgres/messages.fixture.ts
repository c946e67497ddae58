// Messages of PostgreSQL's protocol, for servers that tests make up.

/** Writes a message: its kind, its length, its content. */
export function message(kind: string, content: string): Buffer {
	const length = Buffer.alloc(4);
	length.writeInt32BE(4 + Buffer.byteLength(content));
	return Buffer.concat([Buffer.from(kind), length, Buffer.from(content)]);
}

/** Refuses a connection or a statement with a code of PostgreSQL's appendix A. */
export const refusal = (code: string, words: string) => message('E', `SFATAL\0C${code}\0M${words}\0\0`);
