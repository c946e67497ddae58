// Puts a file or a folder in its place as a whole: it is written beside its place, brought to the
// disk and renamed. Every command that writes files uses it.
import { randomUUID } from 'node:crypto';
import {
	createWriteStream,
	existsSync,
	lstatSync,
	readdirSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
} from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Duplex, PassThrough, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip, createZstdCompress } from 'node:zlib';
import { BrokerError } from '../../errors.ts';

/** A file or folder that is being written. Either `finish` or `abandon` is called, once. */
export type Output = {
	/** The path to write to; nothing is there yet. */
	unfinished: string;
	/** Brings what was written to the disk and puts it in its place. */
	finish(): Promise<void>;
	/** Removes what was written. */
	abandon(): Promise<void>;
};

export type OutputOptions = {
	/** Whether an existing file or folder is replaced. Otherwise only an empty folder is. */
	force: boolean;
	/** Files of the broker, which are never replaced. */
	own?: readonly string[];
	/**
	 * Makes it a folder. The function returns whether a folder with these names is one of the same
	 * kind; no other folder is replaced.
	 */
	folder?: (names: readonly string[]) => boolean;
};

/** The outputs of this process that have not ended. */
const current = new Set<string>();

/**
 * Chooses where to write what will be at `path`, and cleans up after killed processes that wrote to
 * the same path. A symbolic link to a file or folder is followed. Fails with `bad-file` if something
 * is in the way: only a regular file is replaced by a file, and only a folder by a folder.
 */
export function openOutput(path: string, options: OutputOptions): Output {
	const place = placeOf(path);
	recover(place);
	refuseToReplace(path, place, options);
	const id = `${process.pid}-${randomUUID().slice(0, 8)}`;
	const [unfinished, previous] = [`${place}.${id}.unfinished`, `${place}.${id}.previous`];
	current.add(id);
	return {
		unfinished,
		async finish() {
			await syncAll(unfinished);
			// Another process may have written it meanwhile.
			refuseToReplace(path, place, options);
			if (options.folder !== undefined && existsSync(place)) {
				// A folder cannot take the place of another one in one step; see recover.
				await rename(place, previous);
				await rename(unfinished, place).catch(async (error) => {
					await rename(previous, place);
					throw error;
				});
			} else {
				await rename(unfinished, place);
			}
			await sync(dirname(place));
			await rm(previous, { recursive: true, force: true });
			current.delete(id);
		},
		async abandon() {
			await rm(unfinished, { recursive: true, force: true });
			current.delete(id);
		},
	};
}

function placeOf(path: string): string {
	const found = lstatSync(path, { throwIfNoEntry: false });
	if (!found?.isSymbolicLink()) return resolve(path);
	if (existsSync(path)) return realpathSync(path);
	throw new BrokerError('bad-file', `${path} is a symbolic link to nothing: name another path.`);
}

/**
 * Removes what killed processes left beside a place. If one was killed between the two renames of a
 * folder, the previous folder is put back.
 */
function recover(place: string): void {
	const folder = dirname(place);
	const own = `${basename(place)}.`;
	for (const name of existsSync(folder) ? readdirSync(folder) : []) {
		if (!name.startsWith(own)) continue;
		const left = /^((\d+)(?:-[\da-f]{8})?)\.(unfinished|previous)/.exec(name.slice(own.length));
		if (left === null || isAtWork(Number(left[2]), left[1] as string)) continue;
		if (left[3] === 'previous' && !existsSync(place)) renameSync(join(folder, name), place);
		else rmSync(join(folder, name), { recursive: true, force: true });
	}
}

function isAtWork(processId: number, id: string): boolean {
	if (processId === process.pid) return current.has(id);
	try {
		process.kill(processId, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code !== 'ESRCH';
	}
}

function refuseToReplace(path: string, place: string, { force, own = [], folder }: OutputOptions): void {
	const there = statSync(place, { throwIfNoEntry: false });
	if (there === undefined) return;
	const refuse = (reason: string): never => {
		throw new BrokerError('bad-file', `${path} ${reason}.`);
	};
	if (!there.isDirectory() && !there.isFile()) refuse('is neither a file nor a folder: name another path');
	if (own.some((one) => existsSync(one) && realpathSync(one) === place)) refuse('is a file of the broker itself');
	if (folder === undefined && there.isDirectory()) refuse('is a folder: name a file');
	if (folder !== undefined && there.isFile()) refuse('is a file: name a folder');
	const names = there.isDirectory() ? readdirSync(place) : undefined;
	if (names !== undefined && there.dev !== statSync(dirname(place)).dev) {
		refuse('is the root of a file system: name a folder in it');
	}
	if (names?.length === 0) return;
	if (!force) refuse('already exists: name another one, or overwrite it with --force');
	if (names !== undefined && !folder?.(names)) refuse('has other files in it: name another folder');
}

/** Brings a file, or a folder with its files, to the disk. */
async function syncAll(path: string): Promise<void> {
	if (statSync(path).isDirectory()) for (const name of await readdir(path)) await sync(join(path, name));
	await sync(path);
}

async function sync(path: string): Promise<void> {
	const file = await open(path);
	try {
		await file.sync();
	} finally {
		await file.close();
	}
}

// It may contain what is not meant for everybody, such as hashes of passwords or unpublished links.
const ownerOnly = 0o600;

/** A file that is written piece by piece. */
export type PackedFile = {
	/** Resolves when the next piece may follow. */
	write(piece: string | Uint8Array): Promise<void>;
	/** Returns how large the file is. */
	end(): Promise<number>;
	destroy(): Promise<void>;
};

/**
 * Creates a file that only its owner can read, compressed if `name` ends in .gz, .tgz or .zst. The
 * file itself may have another name.
 */
export function createPackedFile(path: string, name: string): PackedFile {
	const target = createWriteStream(path, { mode: ownerOnly, flags: 'wx' });
	const packed = packerFor(name);
	packed.pipe(target);
	const written = finished(target);
	// It is awaited below. Until then, a failure must not count as unhandled.
	written.catch(() => undefined);
	return {
		async write(piece) {
			if (!packed.write(piece)) await untilTaken(packed, written);
		},
		async end() {
			packed.end();
			await written;
			return target.bytesWritten;
		},
		async destroy() {
			packed.destroy();
			target.destroy();
			// A file that is still being opened would reappear after its removal.
			await written.catch(() => undefined);
		},
	};
}

/** Returns what compresses a file of this name, if anything. */
export function packerFor(name: string): Duplex {
	if (/\.(?:gz|tgz)$/i.test(name)) return createGzip();
	return /\.zst$/i.test(name) ? createZstdCompress() : new PassThrough();
}

/** Resolves when more may come. A target that has failed never takes more. */
async function untilTaken(stream: Writable, written: Promise<void>): Promise<void> {
	const { promise: drained, resolve } = Promise.withResolvers<void>();
	stream.once('drain', resolve);
	await Promise.race([drained, written]);
}
