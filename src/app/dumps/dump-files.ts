// Writes the files of a dump such that they are there whole or not at all: to a file, perhaps
// packed, to a folder of tables, or to an archive of them.
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import type { DumpTarget } from '../../broker/dumps/dump-graph.ts';
import { dumpFormats, hasTables as isOfTables } from '../../formats/dumps/dump-formats.ts';
import { dumpTables } from '../../formats/dumps/dump-tables.ts';
import type { DumpPiece } from '../../formats/dumps/dump-writer.ts';
import { createPackedFile, type Output, openOutput, type PackedFile, packerFor } from '../../formats/files/output.ts';

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
	/** Whether a dump or a file that is there is replaced. */
	force: boolean;
	/** Files of the broker, which are never replaced. */
	own: readonly string[];
	/** Fails where the disk has too little room; asked for every few megabytes. */
	requireRoom(): Promise<void>;
};

const archive = /\.(?:tar(?:\.(?:gz|zst))?|tgz)$/i;

// What it holds may not be meant for everybody, such as links that are not published yet.
const ownerOnly = 0o600;

/**
 * Chooses what to write to `path`: tables into an archive where its name ends in .tar, .tar.gz,
 * .tgz or .tar.zst, else into a folder; one file packed where its name ends in .gz or .zst. Fails
 * with `bad-file` where something is in the way; see openOutput. A folder is only replaced if it is
 * a dump, and then as a whole.
 */
export function openDumpFiles(path: string, { hasTables, ...options }: DumpFilesOptions): DumpFiles {
	const isFolder = hasTables && !archive.test(path);
	const output = openOutput(path, { ...options, ...(isFolder && { folder: areTablesOfDump }) });
	const room = createRoomCheck(options.requireRoom);
	if (!hasTables) return openOneFile(path, output, room);
	return isFolder ? openFolder(output, room) : openArchive(path, output, room);
}

/**
 * Returns whether these are the files of a dump of tables, and no others. Dumps of two formats may
 * lie together, as earlier versions left them.
 */
function areTablesOfDump(names: readonly string[]): boolean {
	const dumps = dumpFormats.filter(isOfTables).map((format) => dumpTables.map(({ name }) => `${name}.${format}`));
	const isComplete = dumps.some((files) => files.every((file) => names.includes(file)));
	return isComplete && names.every((name) => dumps.flat().includes(name));
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

function openOneFile(path: string, output: Output, room: Room): DumpFiles {
	const file = openFile(output.unfinished, path, room);
	return {
		open: async () => undefined,
		write: (pieces) => file.write(pieces.map(([, piece]) => piece)),
		async finish() {
			const bytes = await file.end();
			await output.finish();
			return bytes;
		},
		async abandon() {
			await file.destroy();
			await output.abandon();
		},
	};
}

type OpenFile = ReturnType<typeof openFile>;

/** Opens a file to write; `name` says how it is packed. */
function openFile(path: string, name: string, room: Room) {
	const file: PackedFile = createPackedFile(path, name);
	return {
		...file,
		async write(pieces: readonly (string | Uint8Array)[]): Promise<void> {
			const bytes = Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
			await room(bytes.length);
			await file.write(bytes);
		},
	};
}

type OpenTables = DumpTarget & { end(): Promise<{ name: string; bytes: number }[]>; destroy(): Promise<void> };

function openTables(folder: string, room: Room): OpenTables {
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

function openFolder(output: Output, room: Room): DumpFiles {
	const { end, destroy, ...target } = openTables(output.unfinished, room);
	return {
		...target,
		async finish() {
			const files = await end();
			await output.finish();
			return files.reduce((sum, { bytes }) => sum + bytes, 0);
		},
		async abandon() {
			await destroy();
			await output.abandon();
		},
	};
}

/** A table's size stands before it in an archive, so the tables are written to files first. */
function openArchive(path: string, output: Output, room: Room): DumpFiles {
	const folder = `${output.unfinished}.tables`;
	const { end, destroy, ...target } = openTables(folder, room);
	return {
		...target,
		async finish() {
			const files = await end();
			const tar = pack();
			const file = createWriteStream(output.unfinished, { mode: ownerOnly, flags: 'wx' });
			const written = pipeline(tar, packerFor(path), file);
			written.catch(() => undefined);
			for (const { name, bytes } of files) {
				await room(bytes);
				const entry = tar.entry({ name, size: bytes, mode: 0o644 });
				await Promise.race([pipeline(createReadStream(join(folder, name)), entry), written]);
			}
			tar.finalize();
			await written;
			await output.finish();
			await destroy();
			return file.bytesWritten;
		},
		async abandon() {
			await destroy();
			await output.abandon();
		},
	};
}
