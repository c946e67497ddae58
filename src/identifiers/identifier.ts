// An identifier as the broker holds it, and the order of identifiers; knows no scheme.

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

/** Orders texts by their UTF-16 units, whatever the language. */
export function compareText(one: string, other: string): number {
	return one < other ? -1 : one > other ? 1 : 0;
}
