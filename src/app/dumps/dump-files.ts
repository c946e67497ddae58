// Writes the files of a dump such that they are there whole or not at all: to a file, perhaps
// packed, to a folder of tables, or to an archive of them.
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Duplex, PassThrough, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip, createZstdCompress } from 'node:zlib';
import { pack } from 'tar-stream';
import type { DumpTarget } from '../../broker/dumps/dump-graph.ts';
import { BrokerError } from '../../errors.ts';
import type { DumpPiece } from '../../formats/dumps/dump-writer.ts';

/** Where the pieces of a dump go, and how it ends. */
export type DumpFiles = DumpTarget & {
	/** Puts what was written in its place; returns how large it is. */
	finish(): Promise<number>;
	/** Removes what was written, whatever happened. */
	abandon(): Promise<void>;
};

export type DumpFilesOptions = {
	/** Whether the dump is several files, which need a folder or an archive. */
	hasTables: boolean;
	/** Whether what is in the way is overwritten. */
	force: boolean;
	/** Fails where the disk has too little room; asked for every few megabytes. */
	requireRoom(): Promise<void>;
};

const archive = /\.(?:tar(?:\.(?:gz|zst))?|tgz)$/i;

// What it holds may not be meant for everybody, such as links that are not published yet.
const ownerOnly = 0o600;

/**
 * Chooses what to write to `path`: tables into an archive where its name ends in .tar, .tar.gz,
 * .tgz or .tar.zst, else into a folder; one file packed where its name ends in .gz or .zst. Fails
 * with `bad-file` where something is in the way; what is neither a file nor a folder, such as a
 * device, is never overwritten.
 */
export function openDumpFiles(path: string, options: DumpFilesOptions): DumpFiles {
	const isFolder = options.hasTables && !archive.test(path);
	refuseToOverwrite(path, isFolder, options);
	const unfinished = join(dirname(path), `${basename(path)}.${randomUUID().slice(0, 8)}.unfinished`);
	const room = createRoomCheck(options.requireRoom);
	if (!options.hasTables) return openOneFile(path, unfinished, room);
	const folder = openFolder(unfinished, room);
	return isFolder ? endingAsFolder(path, unfinished, folder) : endingAsArchive(path, unfinished, folder, room);
}

function refuseToOverwrite(path: string, isFolder: boolean, { force, hasTables }: DumpFilesOptions): void {
	const there = existsSync(path) ? statSync(path) : undefined;
	if (there === undefined) return;
	if (!there.isDirectory() && !there.isFile()) {
		throw new BrokerError('bad-file', `${path} is neither a file nor a folder: name another one.`);
	}
	if (there.isDirectory() !== isFolder) {
		const what = hasTables
			? 'is a file: tables are written to a folder, or to an archive that ends in .tar'
			: 'is a folder: name a file';
		throw new BrokerError('bad-file', `${path} ${what}.`);
	}
	if (force || (isFolder && readdirSync(path).length === 0)) return;
	throw new BrokerError('bad-file', `${path} already exists: name another one, or overwrite it with --force.`);
}

// So many bytes are written between two looks at the disk.
const bytesPerLook = 4 * 1024 * 1024;

/** Adds up the bytes to be written, and checks the disk now and then. */
type Room = (bytes: number) => Promise<void>;

function createRoomCheck(requireRoom: () => Promise<void>): Room {
	let unchecked = bytesPerLook;
	return async (bytes) => {
		unchecked += bytes;
		if (unchecked < bytesPerLook) return;
		unchecked = 0;
		await requireRoom();
	};
}

function openOneFile(path: string, unfinished: string, room: Room): DumpFiles {
	const file = openFile(unfinished, path, room);
	return {
		open: async () => undefined,
		write: (pieces) => file.write(pieces.map(([, piece]) => piece)),
		async finish() {
			const bytes = await file.end();
			await rename(unfinished, path);
			return bytes;
		},
		async abandon() {
			await file.destroy();
			await rm(unfinished, { force: true });
		},
	};
}

type OpenFile = ReturnType<typeof openFile>;

/** Opens a file to write; `name` says how it is packed. */
function openFile(path: string, name: string, room: Room) {
	const target = createWriteStream(path, { mode: ownerOnly, flags: 'wx' });
	const packed: Duplex = packerFor(name);
	packed.pipe(target);
	const written = finished(target);
	// It is awaited below; until then a failure must not count as unhandled.
	written.catch(() => undefined);
	return {
		async write(pieces: readonly (string | Uint8Array)[]): Promise<void> {
			const bytes = Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
			await room(bytes.length);
			if (!packed.write(bytes)) await untilTaken(packed, written);
		},
		/** Returns how large it is. */
		async end(): Promise<number> {
			packed.end();
			await written;
			return target.bytesWritten;
		},
		async destroy(): Promise<void> {
			packed.destroy();
			target.destroy();
			// A file that is still being opened would come after its removal.
			await written.catch(() => undefined);
		},
	};
}

function packerFor(name: string): Duplex {
	if (/\.(?:gz|tgz)$/i.test(name)) return createGzip();
	return /\.zst$/i.test(name) ? createZstdCompress() : new PassThrough();
}

/** Resolves when more may come. A target that has failed never takes more. */
async function untilTaken(stream: Writable, written: Promise<void>): Promise<void> {
	const { promise: drained, resolve } = Promise.withResolvers<void>();
	stream.once('drain', resolve);
	await Promise.race([drained, written]);
}

type OpenFolder = DumpTarget & { end(): Promise<{ name: string; bytes: number }[]>; destroy(): Promise<void> };

function openFolder(folder: string, room: Room): OpenFolder {
	let files: { name: string; file: OpenFile }[] = [];
	return {
		async open(names) {
			mkdirSync(folder, { mode: 0o700 });
			files = names.map((name) => ({ name, file: openFile(join(folder, name), name, room) }));
		},
		async write(pieces: readonly DumpPiece[]) {
			for (const [at, those] of Map.groupBy(pieces, ([file]) => file)) {
				await files[at]?.file.write(those.map(([, piece]) => piece));
			}
		},
		async end() {
			const ended: { name: string; bytes: number }[] = [];
			for (const { name, file } of files) ended.push({ name, bytes: await file.end() });
			return ended;
		},
		async destroy() {
			for (const { file } of files) await file.destroy();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

function endingAsFolder(path: string, unfinished: string, { end, destroy, ...target }: OpenFolder): DumpFiles {
	return {
		...target,
		async finish() {
			const files = await end();
			if (existsSync(path) && readdirSync(path).length > 0) {
				for (const { name } of files) await rename(join(unfinished, name), join(path, name));
				await rm(unfinished, { recursive: true });
			} else {
				await rename(unfinished, path);
			}
			return files.reduce((sum, { bytes }) => sum + bytes, 0);
		},
		abandon: destroy,
	};
}

/** A table's size stands before it in an archive, so the tables are written to files first. */
function endingAsArchive(path: string, unfinished: string, folder: OpenFolder, room: Room): DumpFiles {
	const { end, destroy, ...target } = folder;
	const unfinishedArchive = `${unfinished}.tar`;
	return {
		...target,
		async finish() {
			const files = await end();
			const tar = pack();
			const output = createWriteStream(unfinishedArchive, { mode: ownerOnly, flags: 'wx' });
			const written = pipeline(tar, packerFor(path), output);
			written.catch(() => undefined);
			for (const { name, bytes } of files) {
				await room(bytes);
				const entry = tar.entry({ name, size: bytes, mode: 0o644 });
				await Promise.race([pipeline(createReadStream(join(unfinished, name)), entry), written]);
			}
			tar.finalize();
			await written;
			await rename(unfinishedArchive, path);
			await destroy();
			return output.bytesWritten;
		},
		async abandon() {
			await destroy();
			await rm(unfinishedArchive, { force: true });
		},
	};
}
