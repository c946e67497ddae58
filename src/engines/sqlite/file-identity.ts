// Identifies the file at a path, and checks whether it is still there: a program that has a
// replaced file open would continue with data that nobody else sees.
import { statSync } from 'node:fs';

/**
 * Identifies the file at a path within this machine; null where there is none. While a file is
 * open, no other has the same identity. Fails as the file system does where the path cannot be
 * checked.
 */
export function fileIdentity(path: string): string | null {
	try {
		const { dev, ino } = statSync(path, { bigint: true });
		return `${dev} ${ino}`;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT' || code === 'ENOTDIR') return null;
		throw error;
	}
}

// A check costs microseconds, and searches are many.
const lookEveryMilliseconds = 1_000;

/** Whether the file at a path is still the one that was there when this was made. */
export type FilePlace = { isSame(): boolean };

/** Notes which file is at a path; checks it again at most once a second. */
export function notePlace(path: string): FilePlace {
	const noted = fileAt(path);
	let isSame = true;
	let lookedAt = performance.now();
	return {
		isSame() {
			if (isSame && performance.now() - lookedAt >= lookEveryMilliseconds) {
				lookedAt = performance.now();
				isSame = fileAt(path) === noted;
			}
			return isSame;
		},
	};
}

function fileAt(path: string): string | null {
	try {
		return fileIdentity(path);
	} catch {
		// Its folder cannot be read.
		return null;
	}
}
