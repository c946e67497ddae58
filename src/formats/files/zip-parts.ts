// Reads the files of a zip that is held whole (APPNOTE 6.3), in browsers as well; archives of any
// size are read by open-files.ts.

/** The file that only a workbook of Excel has (ECMA-376, part 1, 12.3.23). */
export const workbookPath = 'xl/workbook.xml';

/** A file within a zip. */
export type ZipPart = {
	name: string;
	/** Bytes once it is inflated, as the directory of the zip states it. */
	size: number;
	/** Inflates it. Fails where it is damaged, encrypted, or packed by another method than deflate. */
	blocks(): AsyncGenerator<Uint8Array>;
};

const endSignature = 0x06054b50;
const endBytes = 22;
const longestComment = 0xffff;
const entrySignature = 0x02014b50;
const entryBytes = 46;
const localBytes = 30;

/** Lists the files by the directory at the end of a zip. Fails where there is none. */
export function zipParts(zip: Uint8Array<ArrayBuffer>): ZipPart[] {
	const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
	const end = endOfZip(view);
	const count = view.getUint16(end + 10, true);
	const parts: ZipPart[] = [];
	let at = view.getUint32(end + 16, true);
	for (let entry = 0; entry < count; entry++) {
		if (at + entryBytes > end || view.getUint32(at, true) !== entrySignature)
			throw new Error('its list of files is incomplete');
		const nameEnd = at + entryBytes + view.getUint16(at + 28, true);
		const placed = {
			isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
			method: view.getUint16(at + 10, true),
			packed: view.getUint32(at + 20, true),
			local: view.getUint32(at + 42, true),
		};
		parts.push({
			name: new TextDecoder().decode(zip.subarray(at + entryBytes, nameEnd)),
			size: view.getUint32(at + 24, true),
			blocks: () => inflated(zip, view, placed),
		});
		at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
	}
	return parts;
}

/** Finds the end record, behind which only a comment may stand. */
function endOfZip(view: DataView): number {
	const first = Math.max(0, view.byteLength - endBytes - longestComment);
	for (let at = view.byteLength - endBytes; at >= first; at--) {
		if (view.getUint32(at, true) === endSignature) return at;
	}
	throw new Error('its end is missing');
}

type Placed = { isEncrypted: boolean; method: number; packed: number; local: number };

async function* inflated(
	zip: Uint8Array<ArrayBuffer>,
	view: DataView,
	{ isEncrypted, method, packed, local }: Placed,
): AsyncGenerator<Uint8Array> {
	if (isEncrypted || (method !== 0 && method !== 8))
		throw new Error('a part of it is encrypted, or compressed by an unknown method');
	if (local + localBytes > zip.length) throw new Error('its list of files points outside it');
	const begin = local + localBytes + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
	const bytes = zip.subarray(begin, begin + packed);
	if (method === 0) {
		yield bytes;
		return;
	}
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
	yield* stream as unknown as AsyncIterable<Uint8Array>;
}
