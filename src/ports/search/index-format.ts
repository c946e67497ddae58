// Decides which generations of a search index a program can use, by the number of their format.
import { BrokerError } from '../../errors.ts';

/**
 * The format in which a program writes new generations, and the oldest one that it can read and
 * update, until such a generation is replaced by a new one; and the rules by which it makes what flags
 * compare (see flagRulesVersion).
 */
export type IndexFormats = { readonly written: number; readonly oldest: number; readonly flagRules: number };

/** With what a generation was built; rules 0 of flags are none. */
export type Built = { format: number; flagRules: number };

/** What of a generation is older than what a program writes. */
export type Outdated = 'format' | 'flag rules';

/** Returns why a generation that a program can use should be built again; undefined where it need not. */
export function outdatedIn(
	{ format, flagRules }: Built,
	{ written, oldest, flagRules: rules }: IndexFormats,
): Outdated | undefined {
	if (format < oldest || format > written) return undefined;
	return format < written ? 'format' : flagRules < rules ? 'flag rules' : undefined;
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
