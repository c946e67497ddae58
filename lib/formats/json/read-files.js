// Reads files of records as streams of chunks, whatever they are compressed with; judges no record.
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable,                } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { BrokerError } from '../../errors.js';
                                                      
                                                     
import { createRecordSplitter } from './split-records.js';

                                        

const blockBytes = 1 << 18;
const linkFile = /^[^.].*\.(?:json|jsonl|ndjson)(?:\.(?:gz|zst))?$/i;

/**
 * Streams the records of a file, of a folder's files (`.json`, `.jsonl`, `.ndjson`, and `.gz` or
 * `.zst` of them; by name, not of folders within), or of `input` for the path `-`. For what a file
 * may hold see createRecordSplitter; gzip and Zstandard are recognised by content; one without
 * records yields nothing. Memory is bounded by the limits, whatever the size of a file. Fails with
 * `bad-file` where a file cannot be read, and as createRecordSplitter does.
 */
export async function* readLinkFiles(
	path        ,
	limits             ,
	input         = process.stdin,
)                              {
	if (path === '-') {
		yield* readBlocks('standard input', input, limits);
		return;
	}
	for (const file of await listFiles(path)) {
		yield* readBlocks(file, createReadStream(file, { highWaterMark: blockBytes }), limits);
	}
}

/**
 * Streams the bytes of one file, or of `input` for the path `-`, decompressed where they are gzip
 * or Zstandard. Fails with `bad-file` where the file cannot be read.
 */
export async function* readUnpacked(path        , input         = process.stdin)                             {
	const blocks = path === '-' ? input : createReadStream(path, { highWaterMark: blockBytes });
	try {
		yield* decompressed(blocks);
	} catch (cause) {
		throw cause instanceof BrokerError ? cause : unreadable(path === '-' ? 'standard input' : path, cause);
	}
}

/**
 * Checks that the files are there which a path names; fails with `bad-file` as readLinkFiles does.
 */
export async function checkFiles(path        )                {
	if (path === '-') return;
	for (const file of await listFiles(path)) {
		await stat(file).catch((cause) => {
			throw unreadable(file, cause);
		});
	}
}

async function listFiles(path        )                    {
	try {
		if (!(await stat(path)).isDirectory()) return [path];
		const files = (await readdir(path)).filter((name) => linkFile.test(name)).sort();
		if (files.length > 0) return files.map((name) => join(path, name));
	} catch (cause) {
		throw unreadable(path, cause);
	}
	throw new BrokerError('bad-file', `${path} holds no file of links (.json, .jsonl, .ndjson, or .gz or .zst of them).`);
}

async function* readBlocks(file        , blocks        , limits             )                              {
	const splitter = createRecordSplitter(file, limits);
	try {
		for await (const block of decompressed(blocks)) yield* splitter.push(block);
	} catch (cause) {
		throw cause instanceof BrokerError ? cause : unreadable(file, cause);
	}
	yield* splitter.finish();
}

/** Says why a file cannot be read, in a sentence. */
function unreadable(file        , cause         )              {
	const { code, message } = cause                         ;
	const reason = reasons[code ?? ''] ?? message;
	return new BrokerError('bad-file', `${file} cannot be read: ${reason}.`, { cause });
}

const reasons                                   = {
	ENOENT: 'there is no such file or folder',
	EACCES: 'this user may not read it',
	EISDIR: 'it is a folder',
	Z_BUF_ERROR: 'its compressed content breaks off',
	Z_DATA_ERROR: 'its compressed content is damaged',
};

async function* decompressed(blocks        )         {
	const { head, rest } = await peek(blocks, 4);
	const decompressor = decompressorFor(head);
	if (decompressor === undefined) {
		yield* rest;
		return;
	}
	// An error of the source ends the last stream of the pipeline, and the iteration over it fails
	// with that.
	yield* pipeline(Readable.from(rest), decompressor, () => {})                      ;
}

/** Chooses by the first bytes: gzip (RFC 1952, 2.3.1) or Zstandard (RFC 8878, 3.1.1). */
function decompressorFor(head            )                        {
	const magic = Buffer.from(head).toString('hex');
	if (magic.startsWith('1f8b')) return createGunzip({ chunkSize: blockBytes });
	if (magic.startsWith('28b52ffd')) return createZstdDecompress({ chunkSize: blockBytes });
	return undefined;
}

/** Looks at the first bytes and gives them back with the rest. */
async function peek(blocks        , bytes        )                                              {
	const iterator = blocks[Symbol.asyncIterator]();
	let head             = new Uint8Array();
	while (head.length < bytes) {
		const { value, done } = await iterator.next();
		if (done) break;
		head = head.length === 0 ? value : Buffer.concat([head, value]);
	}
	return { head: head.subarray(0, bytes), rest: joined(head, iterator) };
}

async function* joined(head            , iterator                           )                             {
	try {
		if (head.length > 0) yield head;
		yield* { [Symbol.asyncIterator]: () => iterator };
	} finally {
		// Closes the file where the reader stops early.
		await iterator.return?.();
	}
}
