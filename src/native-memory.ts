// Has the C library hand memory that was freed back to the system; knows nothing of who took it. Without glibc there is nothing to do.
import type { FunctionDefinitions } from 'node:ffi';

/** The settings and functions of glibc's `malloc.h` that are called here. */
const thresholdOfOwnPieces = -3;
const functions = {
	mallopt: { arguments: ['int32', 'int32'], return: 'int32' },
	malloc_trim: { arguments: ['uint64'], return: 'int32' },
} as const satisfies FunctionDefinitions;

const ownPieceBytes = 1 << 16;
const pauseMilliseconds = 1_000;
/** A process that has worked for less since it last looked has hardly freed anything. */
const workMicroseconds = 20_000;

/**
 * From now on pieces of 64 KiB and more (messages between threads, what is read of a file) go back to the system as they are freed, and every second the
 * pages that smaller ones have left, if the process has worked. glibc keeps both for the thread that took them: of the 182 MB that it held at the peak
 * of a load, SQLite and Node.js used 85. To be called once, by a thread that nobody waits for: it takes 1.6 ms each time. `MALLOC_MMAP_THRESHOLD_`
 * in the environment goes before.
 */
export function returnFreedMemory(): void {
	const glibc = loadGlibc();
	if (!glibc) return;
	if (process.env.MALLOC_MMAP_THRESHOLD_ === undefined) glibc.mallopt(thresholdOfOwnPieces, ownPieceBytes);
	let workedBefore = 0;
	setInterval(() => {
		const { user, system } = process.cpuUsage();
		if (user + system - workedBefore < workMicroseconds) return;
		glibc.malloc_trim(0n);
		workedBefore = user + system;
	}, pauseMilliseconds).unref();
}

/** Finds glibc in this process; undefined where Node.js cannot call it (before 26.1, or not allowed to), or another library stands in its place. */
function loadGlibc() {
	const { emitWarning } = process;
	// That this way of calling is experimental, whoever runs the program need not read at each start.
	process.emitWarning = () => undefined;
	try {
		return process.getBuiltinModule('node:ffi')?.dlopen(null, functions).functions;
	} catch {
		return undefined;
	} finally {
		process.emitWarning = emitWarning;
	}
}
