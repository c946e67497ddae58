// Bounds the bytes of a page; knows nothing of what lies on it.
import { shownLimits } from '../../links/limits.js';

/** Counts how many of the first items fit on a page, at least one. */
export function countFitting   (items              , bytesOf                     )         {
	let bytes = 0;
	for (const [at, item] of items.entries()) {
		bytes += bytesOf(item);
		if (bytes > shownLimits.pageBytes && at > 0) return at;
	}
	return items.length;
}
