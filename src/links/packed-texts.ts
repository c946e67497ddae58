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

/** Unpacks the texts. */
export function unpackTexts({ bytes, ends, digests }: PackedTexts): DigestedText[] {
	const written = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return Array.from(ends, (end, position) => ({
		text: written.toString('utf8', startOf(ends, position), end),
		digest: digests.slice(position * digestLength, (position + 1) * digestLength),
	}));
}

function startOf(ends: Int32Array, position: number): number {
	return position === 0 ? 0 : (ends[position - 1] as number);
}
