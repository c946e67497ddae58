// Writes and reads files of links, one link a line, however large; knows no link.
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { LinkStream } from './generate-links.ts';

const blockBytes = 1 << 20;
const newline = 0x0a;

/** Writes the stream's next `count` links into a new file. */
export function writeLinks(path: string, stream: LinkStream, count: number): void {
	writeLines(path, function* () {
		for (let link = 0; link < count; link++) yield stream.next();
	});
}

/** Writes lines into a new file, each with its end. */
export function writeLines(path: string, lines: () => Iterable<string>): void {
	const file = openSync(path, 'w');
	try {
		let block = '';
		for (const line of lines()) {
			block += `${line}\n`;
			if (block.length < blockBytes) continue;
			writeSync(file, block);
			block = '';
		}
		writeSync(file, block);
	} finally {
		closeSync(file);
	}
}

/** Reads the lines of a file (of what is in it, where its name ends in `.gz`), `perBatch` at a time, as bytes without their ends; empty ones are left out. */
export async function* readLines(path: string, perBatch: number): AsyncGenerator<Uint8Array[]> {
	const file = createReadStream(path, { highWaterMark: blockBytes });
	const blocks: AsyncIterable<Buffer> = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
	let lines: Uint8Array[] = [];
	let rest: Buffer = Buffer.alloc(0);
	for await (const read of blocks) {
		const block = rest.length === 0 ? read : Buffer.concat([rest, read]);
		let at = 0;
		for (let end = block.indexOf(newline); end !== -1; end = block.indexOf(newline, at)) {
			if (end > at) lines.push(block.subarray(at, end));
			at = end + 1;
			if (lines.length < perBatch) continue;
			yield lines;
			lines = [];
		}
		rest = block.subarray(at);
	}
	if (rest.length > 0) lines.push(rest);
	if (lines.length > 0) yield lines;
}

/** Copies `count` lines of a file, from the line numbered `from` (0 is the first), into a new one. */
export async function copyLines(path: string, from: number, count: number, copy: string): Promise<void> {
	const file = openSync(copy, 'w');
	let number = 0;
	try {
		for await (const lines of readLines(path, 1_000)) {
			for (const line of lines) {
				if (number >= from) {
					writeSync(file, line);
					writeSync(file, '\n');
				}
				if (++number === from + count) return;
			}
		}
	} finally {
		closeSync(file);
	}
}

/** Joins lines to what an event brings: a JSON array. */
export function joinToArray(lines: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	let length = 2 + Math.max(0, lines.length - 1);
	for (const line of lines) length += line.length;
	const array = new Uint8Array(length);
	array[0] = 0x5b;
	let at = 1;
	for (const line of lines) {
		if (at > 1) array[at++] = 0x2c;
		array.set(line, at);
		at += line.length;
	}
	array[at] = 0x5d;
	return array;
}
