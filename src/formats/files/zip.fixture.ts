// Makes small zip files for tests (APPNOTE 4.3), whose files are stored or deflated.
import { crc32, deflateRawSync } from 'node:zlib';

/** Makes a zip of files by their names. */
export function zipOf(files: Readonly<Record<string, string | Buffer>>, { isDeflated = true } = {}): Buffer {
	const locals: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	for (const [name, held] of Object.entries(files)) {
		const content = Buffer.from(held as string);
		const packed = isDeflated ? deflateRawSync(content) : content;
		const facts = Buffer.alloc(26);
		facts.writeUInt16LE(20, 0);
		facts.writeUInt16LE(isDeflated ? 8 : 0, 4);
		facts.writeUInt32LE(crc32(content), 10);
		facts.writeUInt32LE(packed.length, 14);
		facts.writeUInt32LE(content.length, 18);
		facts.writeUInt16LE(Buffer.byteLength(name), 22);
		const local = Buffer.concat([Buffer.from('504b0304', 'hex'), facts, Buffer.from(name), packed]);
		const place = Buffer.alloc(14);
		place.writeUInt32LE(offset, 10);
		directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), facts, place, Buffer.from(name)]));
		locals.push(local);
		offset += local.length;
	}
	const central = Buffer.concat(directory);
	const end = Buffer.alloc(22);
	end.write('504b0506', 'hex');
	end.writeUInt16LE(locals.length, 8);
	end.writeUInt16LE(locals.length, 10);
	end.writeUInt32LE(central.length, 12);
	end.writeUInt32LE(offset, 16);
	return Buffer.concat([...locals, central, end]);
}
