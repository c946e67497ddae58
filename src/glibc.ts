// The functions of the C library that Node.js offers no way to call; knows nothing of what they are called for.
import type { FunctionDefinitions } from 'node:ffi';

/** As in glibc's `malloc.h`, `sys/mman.h` and `fcntl.h`, on machines of 64 bits. All or none: another library has not all of them. */
const functions = {
	mallopt: { arguments: ['int32', 'int32'], return: 'int32' },
	malloc_trim: { arguments: ['uint64'], return: 'int32' },
	madvise: { arguments: ['uint64', 'uint64', 'int32'], return: 'int32' },
	posix_fadvise: { arguments: ['int32', 'int64', 'int64', 'int32'], return: 'int32' },
} as const satisfies FunctionDefinitions;

/** Finds glibc in this process; undefined where Node.js cannot call it (before 26.1, or not allowed to), or another library stands in its place. */
export function loadGlibc() {
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
