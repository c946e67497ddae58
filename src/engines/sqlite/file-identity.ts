// Tells which file lies at a path, whoever may have put it there, and whether it still does: a
// program that has another one open would go on with what nobody else can see.
import { statSync } from 'node:fs';

/**
 * Names the file at a path within this machine; null where there is none. As long as a file is
 * open, no other has its name. Fails as the file system does where the path cannot be looked at.
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

// A look costs microseconds, and searches are many.
const lookEveryMilliseconds = 1_000;

/** Tells whether the file that lies at a path now is the one that lay there when this was made. */
export type FilePlace = { isSame(): boolean };

/** Notes which file lies at a path; looks at most once a second whether it still does. */
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
