// An identifier as stored, the order of identifiers, and the folding that compares them.

/**
 * Holds an identifier as read: two spellings of one identifier have the same `scheme` and `key`,
 * whatever their `value`.
 */
export type Identifier = {
	/** The scheme's name in lower case: one of `schemes`, or what the sender called it. */
	scheme: string;
	/** The canonical form, in the letter case received: `10.1000/ABC`, `arXiv:1207.4464v1`. */
	value: string;
	/** The comparison key: see comparisonKey (scheme-matcher.ts). */
	key: string;
};

/**
 * Orders identifiers by key, then scheme: the order in which they are answered and in which the
 * smallest is found.
 */
export function compareIdentifiers(one: Identifier, other: Identifier): number {
	return compareText(one.key, other.key) || compareText(one.scheme, other.scheme);
}

/** Returns whether two identifiers are one, whatever their spellings. */
export function isSame(one: Pick<Identifier, 'scheme' | 'key'>, other: Pick<Identifier, 'scheme' | 'key'>): boolean {
	return one.scheme === other.scheme && one.key === other.key;
}

/**
 * Writes what makes an identifier one as one text: no other identifier has it, and such texts
 * compare as their identifiers do (see compareIdentifiers). NUL, which comes before everything
 * else, stands in no key and no scheme; a blank may stand in either.
 */
export function identifierText({ scheme, key }: Pick<Identifier, 'scheme' | 'key'>): string {
	return `${key}\0${scheme}`;
}

/**
 * Orders texts by their code points, which is the order of their UTF-8 bytes and so that of
 * databases, whatever the language.
 */
export function compareText(one: string, other: string): number {
	const length = Math.min(one.length, other.length);
	for (let at = 0; at < length; at++) {
		const difference = rank(one.charCodeAt(at)) - rank(other.charCodeAt(at));
		if (difference !== 0) return difference;
	}
	return one.length - other.length;
}

// In UTF-16 the surrogates of what lies above U+FFFF come before U+E000 to U+FFFF; in UTF-8 they
// come after them.
function rank(unit: number): number {
	if (unit < 0xd800) return unit;
	return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/**
 * Lowers the letters A to Z and no others, which is how DOIs are compared (DOI Handbook, section
 * 2.4): `10.1000/ABC` and `10.1000/abc` are one DOI. Every scheme with `letterCase: 'folded'` is
 * compared by this.
 */
export function foldLetterCase(text: string): string {
	// Nearly all identifiers are ASCII, of which toLowerCase lowers nothing else.
	return ascii.test(text) ? text.toLowerCase() : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const ascii = /^[\0-\x7f]*$/;

/**
 * Removes the spaces and dashes that group the digits of a number: `978-3-905673-82- 1` becomes
 * `9783905673821`.
 */
export function ungrouped(text: string): string {
	return text.replace(/[\s\u2010-\u2015-]/g, '');
}
