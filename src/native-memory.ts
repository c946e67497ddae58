// Has memory that is of no more use go back to the system: what the C library keeps of freed memory, and what the start alone needed of Node.js's own program. Knows nothing of who took it. Without glibc there is nothing to do.
import { readFileSync } from 'node:fs';
import { loadGlibc } from './glibc.ts';

/** Options of glibc's `malloc.h`, by the variables of the environment that set them before, and an advice of `sys/mman.h`. */
const options = { MALLOC_TRIM_THRESHOLD_: -1, MALLOC_TOP_PAD_: -2, MALLOC_MMAP_THRESHOLD_: -3, MALLOC_ARENA_MAX: -8 };
type MallocOptions = Readonly<Partial<Record<keyof typeof options, number>>>;
const notNeeded = 4;

/** From which size on pieces are the system's own, how much may lie free at the end of a room before it is cut (128 KiB by itself, again and again), and what is taken at a time. */
const frugalOptions: MallocOptions = { MALLOC_MMAP_THRESHOLD_: 1 << 16 };
const generousOptions: MallocOptions = {
	MALLOC_MMAP_THRESHOLD_: 1 << 21,
	MALLOC_TRIM_THRESHOLD_: 1 << 22,
	MALLOC_TOP_PAD_: 1 << 20,
};

const pauseMilliseconds = 1_000;
/** A process that has worked for less since it last looked has hardly freed anything. */
const workMicroseconds = 20_000;

/**
 * Has threads that are started from now on share the rooms that glibc has already, instead of one for each, in which what it keeps is of no use to the others. A
 * server that took 400,000 links in submissions took 394 to 426 instead of 457 MiB, and no longer. Where there are more than eight already, glibc no longer listens. `MALLOC_ARENA_MAX` in the
 * environment goes before. To be called before anything else: what helps V8 opens rooms, too, as soon as it has something to do.
 */
export function shareRooms(): void {
	const glibc = loadGlibc();
	if (glibc) setUnlessInEnvironment(glibc, { MALLOC_ARENA_MAX: 1 });
}

function setUnlessInEnvironment({ mallopt }: NonNullable<ReturnType<typeof loadGlibc>>, wanted: MallocOptions): void {
	for (const [name, value] of Object.entries(wanted)) {
		if (process.env[name] === undefined) mallopt(options[name as keyof typeof options], value);
	}
}

/**
 * From now on memory that was freed goes back to the system: each second in which the process works, but for up to 4 MiB at the end of each room; of a `frugal` process nearly all of that end
 * too, and pieces of 64 KiB and more (messages between threads, what is read of a file) as they are freed. glibc would keep it for the thread that took it: of the 182 MB that it held at the peak
 * of a load, SQLite and Node.js used 85. To be frugal costs a server 5 to 8 % of what a submission takes, for what comes over a connection comes in such pieces, and saves a load 10 to 20 MB.
 * Of Node.js's program, 60 MB once all is loaded, what is not run goes back each time, too. To be called once, by a thread that nobody waits for: it takes 1.6 ms each time.
 * What the variables of the environment set goes before.
 */
export function returnFreedMemory({ frugal }: { frugal: boolean }): void {
	const glibc = loadGlibc();
	if (!glibc) return;
	setUnlessInEnvironment(glibc, frugal ? frugalOptions : generousOptions);
	const program = unchangedProgram();
	let workedBefore = 0;
	setInterval(() => {
		const { user, system } = process.cpuUsage();
		if (user + system - workedBefore < workMicroseconds) return;
		glibc.malloc_trim(0n);
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
