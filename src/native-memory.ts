// Has memory that is of no more use go back to the system: what the C library keeps of freed memory, and what the start alone needed of Node.js's own program. Knows nothing of who took it. Without glibc there is nothing to do.
import { readFileSync } from 'node:fs';
import { loadGlibc } from './glibc.ts';

/** Settings of glibc's `malloc.h` and `sys/mman.h`. */
const thresholdOfOwnPieces = -3;
const notNeeded = 4;

const ownPieceBytes = 1 << 16;
const pauseMilliseconds = 1_000;
/** So many pauses lie between two looks at the program's own pages. */
const pausesPerProgram = 4;
/** A process that has worked for less since it last looked has hardly freed anything. */
const workMicroseconds = 20_000;

/**
 * From now on pieces of 64 KiB and more (messages between threads, what is read of a file) go back to the system as they are freed, and every second the
 * pages that smaller ones have left, if the process has worked. glibc keeps both for the thread that took them: of the 182 MB that it held at the peak
 * of a load, SQLite and Node.js used 85. Of Node.js's program, 60 MB once all is loaded, what is not run stays with the system every four seconds. To be
 * called once, by a thread that nobody waits for: it takes 1.6 ms each time. `MALLOC_MMAP_THRESHOLD_` in the environment goes before.
 */
export function returnFreedMemory(): void {
	const glibc = loadGlibc();
	if (!glibc) return;
	if (process.env.MALLOC_MMAP_THRESHOLD_ === undefined) glibc.mallopt(thresholdOfOwnPieces, ownPieceBytes);
	const program = unchangedProgram();
	let workedBefore = 0;
	let pauses = 0;
	setInterval(() => {
		const { user, system } = process.cpuUsage();
		if (user + system - workedBefore < workMicroseconds) return;
		glibc.malloc_trim(0n);
		if (pauses++ % pausesPerProgram === 1)
			for (const { from, to } of program) glibc.madvise(from, to - from, notNeeded);
		workedBefore = user + system;
	}, pauseMilliseconds).unref();
}

type Piece = { from: bigint; to: bigint };

/**
 * Lists where the program lies in memory as it lies in its file: the system may forget that, for it can read it again. Of the one piece that it was loaded
 * into: V8 maps some of it again for a thread, whose place is another's when the thread has ended.
 */
function unchangedProgram(): Piece[] {
	const pieces: Piece[] = [];
	let end: bigint | undefined;
	for (const mapping of readMappings()) {
		const [, from, to, rights, offset, path] =
			/^([0-9a-f]+)-([0-9a-f]+) (\S+) ([0-9a-f]+) \S+ \S+ *(.*)$/m.exec(mapping) ?? [];
		if (path !== process.execPath) continue;
		const piece = { from: BigInt(`0x${from}`), to: BigInt(`0x${to}`) };
		if (Number(`0x${offset}`) !== 0 && piece.from !== end) continue;
		end = piece.to;
		// What was changed when the program was loaded is anonymous, here or on a disk.
		const asInFile = /^Anonymous: +0 kB$/m.test(mapping) && /^Swap: +0 kB$/m.test(mapping);
		if (/^r-[-x]p$/.test(rights as string) && asInFile) pieces.push(piece);
	}
	return pieces;
}

function readMappings(): string[] {
	try {
		return readFileSync('/proc/self/smaps', 'utf8').split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m);
	} catch {
		// Who hides what processes do hides that, too.
		return [];
	}
}
