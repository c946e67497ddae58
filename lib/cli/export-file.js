// Writes lines to a file or to standard output, no faster than they are taken; knows no line.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import {              PassThrough,               } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BrokerError } from '../errors.js';

/** Takes lines without their ends; resolves when more may come. */
                                                       

// What it holds is meant for its owner alone: hashes of passwords, unpublished links.
const ownerOnly = 0o600;

/**
 * Has `work` write lines to the file at `path`, packed where its name ends in .gz, or to `output`
 * where there is no path. Fails with `bad-file` where that cannot be written, and then leaves what
 * was there before.
 */
export async function writeLines   (
	path                    ,
	output                                        ,
	work                                 ,
)             {
	if (path === undefined) {
		return work((line) => output.write(`${line}\n`));
	}
	const partial = `${path}.partial`;
	const target = createWriteStream(partial, { mode: ownerOnly });
	const packed         = path.endsWith('.gz') ? createGzip() : new PassThrough();
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
		if ((error                         ).syscall === undefined) throw error;
		throw new BrokerError('bad-file', `${path} cannot be written: ${(error         ).message}.`, { cause: error });
	}
}

function lineSink(stream          , written               )           {
	return async (line) => {
		if (stream.write(`${line}\n`)) return;
		// A target that has failed never takes more.
		await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), written]);
	};
}
