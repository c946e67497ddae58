// Tells which file lies at a path, whoever may have put it there. It knows nothing of what it
// holds.
import { statSync } from 'node:fs';

/**
 * Names the file at a path within this machine; null where there is none. As long as a file is
 * open, no other has its name. Fails as the file system does where the path cannot be looked at.
 */
export function fileIdentity(path        )                {
	try {
		const { dev, ino } = statSync(path, { bigint: true });
		return `${dev} ${ino}`;
	} catch (error) {
		const { code } = error                         ;
		if (code === 'ENOENT' || code === 'ENOTDIR') return null;
		throw error;
	}
}
