// Writes lines to a file or to standard output, no faster than they are taken; knows no line.
import { createWriteStream, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { type Duplex, PassThrough, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BrokerError } from '../errors.ts';

/** Takes lines without their ends; resolves when more may come. */
export type LineSink = (line: string) => Promise<void>;

// What it holds is meant for its owner alone: hashes of passwords, unpublished links.
const ownerOnly = 0o600;

/**
 * Has `work` write lines to the file at `path`, packed where its name ends in .gz, or to `output`
 * where there is no path. Fails with `bad-file` where that cannot be written, and then leaves what
 * was there before.
 */
export async function writeLines<T>(
	path: string | undefined,
	output: { write(text: string): Promise<void> },
	work: (write: LineSink) => Promise<T>,
): Promise<T> {
	if (path === undefined) {
		return work((line) => output.write(`${line}\n`));
	}
	refuseDevice(path);
	const partial = `${path}.partial`;
	const target = createWriteStream(partial, { mode: ownerOnly });
	const packed: Duplex = path.endsWith('.gz') ? createGzip() : new PassThrough();
	packed.pipe(target);
	const written = finished(target);
	// It is awaited below; until then a failure must not count as unhandled.
	written.catch(() => undefined);
	try {
		const result = await work(lineSink(packed, written));
		packed.end();
		await written;
		await rename(partial, path);
		return result;
	} catch (error) {
		packed.destroy();
		target.destroy();
		// A file that is still being opened would come after its removal.
		await written.catch(() => undefined);
		await rm(partial, { force: true });
		if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
		throw new BrokerError('bad-file', `${path} cannot be written: ${(error as Error).message}.`, { cause: error });
	}
}

/**
 * A file is written beside its place and then moved there, which would take the place of a device.
 */
function refuseDevice(path: string): void {
	const there = statSync(path, { throwIfNoEntry: false });
	if (there === undefined || there.isFile() || there.isDirectory()) return;
	throw new BrokerError('bad-file', `${path} is no file; without a name the lines go to standard output.`);
}

function lineSink(stream: Writable, written: Promise<void>): LineSink {
	return async (line) => {
		if (stream.write(`${line}\n`)) return;
		// A target that has failed never takes more.
		await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), written]);
	};
}
