// Opens whatever a path names as files that stream by: compressed ones, archives and folders are
// taken apart.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ZipFile } from 'yauzl';
import { BrokerError } from '../../errors.ts';
import { type Blocks, blockBytes, decompressed, peek } from './blocks.ts';
import { workbookPath } from './zip-parts.ts';

/** A file: what messages call it, and its bytes, which are to be read before the next one is. */
export type OpenedFile = { name: string; blocks: Blocks };

const standardInput = 'standard input';

/** The endings of files that a folder or archive is opened for. */
const known =
	/\.(?:jsonl?|ndjson|jsonld|n?xml|csv|tsv|tab|cff|ya?ml|bib|bibtex|ris|nbib|ciw|xlsx|xlsm|tar|tgz|zip)(?:\.(?:gz|zst))?$/i;

/** How deep archives may lie in each other. */
const deepest = 3;

/**
 * Opens the files of a path: a file, a folder with its folders (by name; names of hidden ones and
 * of unknown endings are passed over), or `input` for `-`. gzip, Zstandard, tar and zip are
 * recognised by content, also within each other. Memory does not grow with their sizes. Fails with
 * `bad-file` where one cannot be read.
 */
export async function* openFiles(path: string, input: Blocks = process.stdin): AsyncGenerator<OpenedFile> {
	if (path === '-') {
		yield* opened(standardInput, input, deepest);
		return;
	}
	for (const file of await listFiles(path)) {
		yield* opened(file, createReadStream(file, { highWaterMark: blockBytes }), deepest, file);
	}
}

/**
 * Streams the bytes of one file, or of `input` for the path `-`, decompressed where they are gzip
 * or Zstandard. Fails with `bad-file` where the file cannot be read.
 */
export async function* readUnpacked(path: string, input: Blocks = process.stdin): AsyncGenerator<Uint8Array> {
	const blocks = path === '-' ? input : createReadStream(path, { highWaterMark: blockBytes });
	yield* readable(path === '-' ? standardInput : path, decompressed(blocks));
}

/** Checks that the files are there which a path names; fails with `bad-file` as openFiles does. */
export async function checkFiles(path: string): Promise<void> {
	if (path === '-') return;
	for (const file of await listFiles(path)) {
		await stat(file).catch((cause) => {
			throw unreadable(file, cause);
		});
	}
}

async function listFiles(path: string): Promise<string[]> {
	try {
		if (!(await stat(path)).isDirectory()) return [path];
		const all = await readdir(path, { recursive: true, withFileTypes: true });
		const files = all.filter((entry) => entry.isFile() || entry.isSymbolicLink());
		const names = files
			.map((entry) => join(entry.parentPath, entry.name))
			.filter((file) => isWanted(file.slice(path.length)));
		if (names.length > 0) return names.sort();
	} catch (cause) {
		throw unreadable(path, cause);
	}
	const endings = '.json, .jsonl, .xml, .csv, .cff, .bib …, or .gz, .zst, .tar or .zip of them';
	throw new BrokerError('bad-file', `${path} contains no files of links (${endings}).`);
}

function isWanted(name: string): boolean {
	return known.test(name) && !/(?:^|[/\\])(?:\.(?!\.?[/\\])|__MACOSX)/.test(name);
}

/** Opens bytes: what is compressed is unpacked, an archive becomes the files in it. */
async function* opened(name: string, packed: Blocks, depth: number, path?: string): AsyncGenerator<OpenedFile> {
	const { head, rest } = await peek(readable(name, packed), 4);
	if (isZip(head)) {
		if (path === undefined) yield* openSpooledZip(name, rest, depth);
		else yield* openZip(name, path, depth);
		return;
	}
	const { head: begin, rest: blocks } = await peek(readable(name, decompressed(rest)), tarHeaderBytes);
	if (isTar(begin)) yield* openTar(name, blocks, depth);
	else yield { name, blocks };
}

const tarHeaderBytes = 512;

/** By its mark at byte 257 (POSIX ustar). */
function isTar(head: Uint8Array): boolean {
	return Buffer.from(head.subarray(257, 262)).toString('latin1') === 'ustar';
}

/**
 * By the mark of its first local header, or of an empty one's directory (APPNOTE 4.3.7, 4.3.16).
 */
function isZip(head: Uint8Array): boolean {
	const magic = Buffer.from(head).toString('hex');
	return magic === '504b0304' || magic === '504b0506';
}

async function* openTar(name: string, blocks: Blocks, depth: number): AsyncGenerator<OpenedFile> {
	refuseDeep(name, depth);
	// Few files are archives: what opens them is loaded where one is.
	const { extract } = await import('tar-stream');
	const entries = extract();
	const written = pipeline(blocks, entries).catch((cause) => entries.destroy(cause as Error));
	try {
		for await (const entry of entries) {
			const inside = `${name}:${entry.header.name}`;
			const isFile = entry.header.type === 'file' && isWanted(entry.header.name);
			if (isFile) yield* opened(inside, entry as unknown as Blocks, depth - 1);
			entry.resume();
		}
	} catch (cause) {
		throw cause instanceof BrokerError ? cause : unreadable(name, cause);
	}
	await written;
}

/** The file that an OpenDocument begins with (part 3, 2.2.4). */
const typePath = 'mimetype';

async function* openZip(name: string, path: string, depth: number): AsyncGenerator<OpenedFile> {
	refuseDeep(name, depth);
	const { getFileNameLowLevel, openPromise } = await import('yauzl');
	// Nothing is unpacked to a name, so that none leads out of the archive: all are read as they are.
	const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
	const open = () =>
		openPromise(path, options).catch((cause) => {
			throw unreadable(name, cause);
		});
	if (await isDocument(await open())) {
		yield { name, blocks: createReadStream(path, { highWaterMark: blockBytes }) };
		return;
	}
	const zip = await open();
	try {
		for await (const entry of zip.eachEntry()) {
			const inside = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
			if (inside.endsWith('/') || !isWanted(inside)) continue;
			const content = await zip.openReadStreamPromise(entry);
			yield* opened(`${name}:${inside}`, content, depth - 1);
			content.destroy();
		}
	} catch (cause) {
		throw cause instanceof BrokerError ? cause : unreadable(name, cause);
	} finally {
		zip.close();
	}
}

/** Returns whether a zip is one document of an office program rather than an archive; closes it. */
async function isDocument(zip: ZipFile): Promise<boolean> {
	let seen = 0;
	try {
		for await (const { fileNameRaw } of zip.eachEntry()) {
			const inside = fileNameRaw.toString('latin1');
			if (inside === workbookPath || (seen === 0 && inside === typePath)) return true;
			if (++seen === mostOfDocument) return false;
		}
		return false;
	} catch {
		// What is wrong with it is reported as its files are read.
		return false;
	} finally {
		zip.close();
	}
}

const mostOfDocument = 1_000;

/** The list of a zip's files stands at its end, so one that streams by is kept in a file first. */
async function* openSpooledZip(name: string, blocks: Blocks, depth: number): AsyncGenerator<OpenedFile> {
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-zip-'));
	try {
		const path = join(folder, 'spooled.zip');
		await pipeline(blocks, createWriteStream(path));
		yield* openZip(name, path, depth);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function refuseDeep(name: string, depth: number): void {
	if (depth > 0) return;
	throw new BrokerError('bad-file', `${name} cannot be read: archives are nested more than ${deepest} deep.`);
}

/** Explains in a sentence what keeps the bytes from being read. */
async function* readable(name: string, blocks: Blocks): Blocks {
	try {
		yield* blocks;
	} catch (cause) {
		throw cause instanceof BrokerError ? cause : unreadable(name, cause);
	}
}

/** Says why a file cannot be read, in a sentence. */
function unreadable(file: string, cause: unknown): BrokerError {
	if (cause instanceof BrokerError) return cause;
	const { code, message } = cause as NodeJS.ErrnoException;
	const reason = reasons[code ?? ''] ?? message;
	return new BrokerError('bad-file', `${file} cannot be read: ${reason}.`, { cause });
}

const reasons: Readonly<Record<string, string>> = {
	ENOENT: 'there is no such file or folder',
	EACCES: 'this user may not read it',
	EISDIR: 'it is a folder',
	Z_BUF_ERROR: 'its compressed content breaks off',
	Z_DATA_ERROR: 'its compressed content is damaged',
};
