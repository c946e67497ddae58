// Has the system hold files in its memory that are about to be read all over, as far as there is room; knows nothing of what they hold. Without glibc and Linux's /proc there is nothing to do.
// It opens none of them: who closes a file gives up all locks of its process on it, SQLite's too (sqlite.org/howtocorrupt.html, 2.2).
import { readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { freemem } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { loadGlibc } from './glibc.ts';

/** An advice of Linux's `fcntl.h`. */
const willBeNeeded = 3;
// As much as Linux reads for one call by default; of more, it may leave the rest.
const stepBytes = 1 << 17;
const stepsATurn = 8;
// Whoever is done by then needs none of it.
const firstMilliseconds = 250;
// The system may forget what was read, for others or by itself.
const againMilliseconds = 10_000;
/** A process that has worked for less since it last read them reads hardly anything. */
const workMicroseconds = 1_000_000;

/**
 * From a quarter of a second on, and again every ten in which the process works, has the system read those of these files that this process has open, one after the other in the order given, as they lie on the
 * disk, before they are read page by page as they are needed; unless they would take more than half of the memory that there is for them. Answers how to stop. Into 16 million links, 5.5 GB of which nothing was
 * in memory, 100,000 more went in 12.4, 10.9, 14.0 and 12.7 s instead of 15.0, 15.0, 15.3 and 16.8 (in turn): half a million pages are read otherwise, one after the other.
 */
export function keepFilesAtHand(list: () => Promise<readonly string[]>): () => void {
	const glibc = loadGlibc();
	if (!glibc) return () => undefined;
	let stopped = false;
	let worked = Number.NEGATIVE_INFINITY;
	const read = async (): Promise<void> => {
		const files = findOpen(await list());
		if (files.reduce((sum, { bytes }) => sum + bytes, 0) > memoryForFiles() / 2) return;
		let steps = 0;
		for (const { descriptor, bytes } of files) {
			for (let at = 0; at < bytes; at += stepBytes) {
				if (stopped) return;
				// Of a file that was closed meanwhile it says nothing, and of another one under its number nothing that matters.
				glibc.posix_fadvise(descriptor, BigInt(at), BigInt(stepBytes), willBeNeeded);
				if (++steps % stepsATurn === 0) await turn();
			}
		}
	};
	const readIfAtWork = async (): Promise<void> => {
		try {
			if (workedSoFar() - worked >= workMicroseconds) {
				await read();
				worked = workedSoFar();
			}
		} catch {
			// Nobody needs it so much that anything may fail for it.
			return;
		}
		if (!stopped) next = setTimeout(readIfAtWork, againMilliseconds).unref();
	};
	let next = setTimeout(readIfAtWork, firstMilliseconds).unref();
	return () => {
		stopped = true;
		clearTimeout(next);
	};
}

function workedSoFar(): number {
	const { user, system } = process.cpuUsage();
	return user + system;
}

/** Tells how much memory files may take: what programs leave of the system's, and no more than a container may have in all. */
function memoryForFiles(): number {
	const most = process.constrainedMemory();
	return most > 0 ? Math.min(most, freemem()) : freemem();
}

type OpenFile = { descriptor: number; bytes: number };

/** Finds a descriptor of each file that this process has open. */
function findOpen(paths: readonly string[]): OpenFile[] {
	const descriptors = new Map<string, number>();
	for (const name of readdirSync('/proc/self/fd')) {
		try {
			descriptors.set(readlinkSync(`/proc/self/fd/${name}`), Number(name));
		} catch {
			// It was closed meanwhile, such as the one that this list was read by.
		}
	}
	return paths.flatMap((path) => {
		try {
			const descriptor = descriptors.get(realpathSync(path));
			return descriptor === undefined ? [] : [{ descriptor, bytes: statSync(path).size }];
		} catch {
			// A file of an older index may go meanwhile.
			return [];
		}
	});
}
