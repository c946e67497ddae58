// Notices that a file which is open lies no longer where it was opened: who has it open would go on
// with what nobody else can see. It knows nothing of what the file holds.
import { fileIdentity } from '../file-identity.js';

// A look costs microseconds, and searches are many.
const lookEveryMilliseconds = 1_000;

/** Tells whether the file that lies at a path now is the one that lay there when this was made. */
                                              

/** Notes which file lies at a path; looks at most once a second whether it still does. */
export function notePlace(path        )            {
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

function fileAt(path        )                {
	try {
		return fileIdentity(path);
	} catch {
		// Its folder cannot be read.
		return null;
	}
}
