// Many texts in one piece of memory, each with its digest: one thing for the collector of garbage instead of thousands, and handed to another thread without a copy; knows no storage.
import { type DigestedText, digestLength, digestOf } from './digested-text.ts';

/** Holds texts at positions from 0; plain data. */
export type PackedTexts = {
	/** The texts one after the other, in UTF-8. */
	bytes: Uint8Array<ArrayBuffer>;
	/** Where each text ends in `bytes`. */
	ends: Int32Array<ArrayBuffer>;
	/** The digests one after the other, see digestOf. */
	digests: string;
};

/** Packs texts that hold no lone surrogates, as JSON.stringify writes them. */
export function packTexts(texts: readonly string[]): PackedTexts {
	const ends = new Int32Array(texts.length);
	let length = 0;
	texts.forEach((text, position) => {
		length += Buffer.byteLength(text);
		ends[position] = length;
	});
	const bytes = Buffer.from(new ArrayBuffer(length));
	texts.forEach((text, position) => {
		bytes.write(text, startOf(ends, position));
	});
	return { bytes: new Uint8Array(bytes.buffer), ends, digests: texts.map(digestOf).join('') };
}

/** Unpacks the texts: each where it is read, and anew each time. Most that events say is known already, by its digest. */
export function unpackTexts({ bytes, ends, digests }: PackedTexts): DigestedText[] {
	const written = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return Array.from(ends, (end, position) => {
		const digest = digests.slice(position * digestLength, (position + 1) * digestLength);
		return new PackedText(written, startOf(ends, position), end, digest);
	});
}

class PackedText implements DigestedText {
	readonly #written: Buffer;
	readonly #start: number;
	readonly #end: number;
	readonly digest: string;
	constructor(written: Buffer, start: number, end: number, digest: string) {
		this.#written = written;
		this.#start = start;
		this.#end = end;
		this.digest = digest;
	}
	get text(): string {
		return this.#written.toString('utf8', this.#start, this.#end);
	}
}

function startOf(ends: Int32Array, position: number): number {
	return position === 0 ? 0 : (ends[position - 1] as number);
}
