// Decides which generations of a search index a program can use, by the number of their format.
import { BrokerError } from '../../errors.ts';

/**
 * The format in which a program writes new generations, and the oldest one that it can read and
 * update, until such a generation is replaced by a new one.
 */
export type IndexFormats = { readonly written: number; readonly oldest: number };

/** Returns whether a program can use a generation of this format, but writes a later one. */
export function isOlder(format: number, { written, oldest }: IndexFormats): boolean {
	return format >= oldest && format < written;
}

/**
 * Returns whether a program can use a generation of this format. Fails with `index-behind` where a
 * newer program has built it, since that must not be undone.
 */
export function isUsable(format: number, { written, oldest }: IndexFormats): boolean {
	if (format <= written) return format >= oldest;
	throw new BrokerError(
		'index-behind',
		`A newer version of link-broker has built the search index, in format ${format}; this version reads ${written}. ` +
			'Replace this program by that version.',
		{ retryAfterSeconds: 60 },
	);
}
