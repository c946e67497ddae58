// Folds what means the same for comparison: letter case, grouping of digits; knows no scheme.

/**
 * Lowers the letters A to Z and no others, which is how DOIs are compared (DOI Handbook, section
 * 2.4): `10.1000/ABC` and `10.1000/abc` are one DOI. Every scheme with `letterCase: 'folded'` is
 * compared by this.
 */
export function foldLetterCase(text        )         {
	// Nearly all identifiers are ASCII, of which toLowerCase lowers nothing else.
	return ascii.test(text) ? text.toLowerCase() : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const ascii = /^[\0-\x7f]*$/;

/**
 * Removes the spaces and dashes that group the digits of a number: `978-3-905673-82- 1` becomes
 * `9783905673821`.
 */
export function ungrouped(text        )         {
	return text.replace(/[\s\u2010-\u2015-]/g, '');
}
