// Reads texts without a declared scheme: which identifier is meant by what somebody typed or
// pasted.

import { type Found, findIdentifiers } from './find-in-text.ts';
import { type Identifier, identifierText } from './identifier.ts';
import { detectIdentifiers, readerNamed } from './readers.ts';
import { sameByRule } from './same-by-rule.ts';
import { plainlyWritten, visible } from './written-form.ts';

/** Says what a text holds. */
export type TextReading =
	/** One identifier, under every scheme that fits, the most telling first. */
	| { readonly kind: 'one'; readonly candidates: readonly Identifier[] }
	/** Several different ones, in the order of the text. */
	| { readonly kind: 'several'; readonly found: readonly Identifier[] }
	/** None: words, numbers, a name. */
	| { readonly kind: 'none' };

/**
 * Reads a text of which nobody says what it is. Identifiers that are the same by rule are one; what
 * only goes along with the identifier of a work (an ISSN, an author's ORCID, where a page was seen)
 * does not count beside one.
 */
export function readText(text: string): TextReading {
	const seen = visible(text);
	const clean = plainlyWritten(seen);
	const whole = detectIdentifiers(seen);
	if (whole.length > 0 && !/[\s,;|]/.test(clean)) return { kind: 'one', candidates: whole };
	const found = differing(meant(findIdentifiers(clean)));
	const [first, second] = found;
	if (second !== undefined) return { kind: 'several', found: found.map(([one]) => one) };
	if (whole.length > 0) return { kind: 'one', candidates: whole };
	return first === undefined ? { kind: 'none' } : { kind: 'one', candidates: first };
}

/** Leaves out what goes along with others, unless there is nothing else. */
function meant(found: readonly Found[]): readonly Found[] {
	const works = found.filter(([{ scheme, value }]) => !readerNamed(scheme)?.scheme.goesAlong?.(value));
	return works.length === 0 ? found : works;
}

/** Keeps one of those that are the same by rule. */
function differing(found: readonly Found[]): Found[] {
	const different = new Map<string, Found>();
	for (const one of found) {
		const name = identifierText(sameByRule(one[0]) ?? one[0]);
		if (!different.has(name)) different.set(name, one);
	}
	return [...different.values()];
}
