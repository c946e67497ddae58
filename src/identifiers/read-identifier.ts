// Reads and addresses identifiers by the table of schemes.
import { type Found, findIdentifiers, identifiersIn } from './find-in-text.ts';
import { type Identifier, identifierText } from './identifier.ts';
import { detectIdentifiers, identifierOf, plainName, readerNamed, readers } from './readers.ts';
import { sameByRule, withRepresentatives } from './same-by-rule.ts';
import { comparisonKey, writingsOf } from './scheme-matcher.ts';
import { cleaned, percentEncoded, plainlyWritten, trimmed, visible } from './written-form.ts';

/**
 * Reads an identifier by the rule of the scheme that its sender declared; detection never overrides
 * that. Where the text as a whole does not fit the scheme, exactly one identifier of it that stands
 * in the text is meant. What does not fit in any way is kept as given, trimmed; so is every value
 * of an unknown scheme, where letter case counts. Nothing is an error. `value` is '' only where
 * `id` has nothing that can be seen. Reading `value` again changes nothing.
 */
export function readIdentifier(id: string, scheme: string): Identifier {
	const reader = readerNamed(scheme);
	if (reader === undefined) {
		const value = trimmed(id);
		return { scheme: plainName(scheme), value, key: value };
	}
	const { canonical } = reader.match(id);
	if (canonical !== undefined) return identifierOf(reader, canonical);
	const [found, another] = identifiersIn(cleaned(id), reader);
	if (found !== undefined && another === undefined) return found;
	const value = trimmed(id);
	return { scheme: reader.scheme.name, value, key: comparisonKey(reader.scheme, value, false) };
}

/** The identifiers of all schemes that have one value. */
type WithValue = {
	/** The comparison keys that they have, each once. */
	readonly keys: readonly string[];
	/** Returns that of a scheme; undefined where the scheme reads another value. */
	of(scheme: string): Identifier | undefined;
};

/**
 * Reads a text as a value, without label or address, of every scheme. Letter case counts where the
 * scheme does not fold it, as in every scheme that no table has.
 */
export function identifiersWithValue(text: string): WithValue {
	const writings = writingsOf(text);
	const value = trimmed(text);
	const plain = value.toLowerCase();
	const known = readers.flatMap((reader) => {
		const { canonical } = reader.match(writings);
		const { name } = reader.scheme;
		if (canonical === undefined) return [{ scheme: name, value, key: comparisonKey(reader.scheme, value, false) }];
		return canonical.toLowerCase() === plain ? [identifierOf(reader, canonical)] : [];
	});
	const byScheme = new Map(known.map((identifier) => [identifier.scheme, identifier]));
	return {
		keys: [...new Set([value, ...known.map(({ key }) => key)])],
		of: (scheme) => (readerNamed(scheme) ? byScheme.get(scheme) : { scheme, value, key: value }),
	};
}

/**
 * Returns whether a value has the form of its scheme; every value fits a scheme that no table has.
 */
export function fitsScheme({ scheme, value }: Pick<Identifier, 'scheme' | 'value'>): boolean {
	const reader = readerNamed(scheme);
	return reader === undefined || reader.match(value).canonical !== undefined;
}

/** Returns the canonical form of a text as a value of a scheme; undefined where it does not fit. */
export function canonicalValue(scheme: string, text: string): string | undefined {
	const identifier = readIdentifier(text, scheme);
	return identifier.value !== '' && fitsScheme(identifier) ? identifier.value : undefined;
}

/**
 * Finds the scheme of which a text is no value because its check digit is wrong: `isbn`, `issn` or
 * `orcid`, which stands for ISNI as well.
 */
export function wrongCheckDigit(text: string): string | undefined {
	const clean = plainlyWritten(visible(text));
	const meant = readers.find(({ scheme }) => scheme.checked?.test(clean));
	return meant && detectIdentifiers(text).length === 0 ? meant.scheme.name : undefined;
}

/**
 * Makes the web address of an identifier; undefined where the value does not fit its scheme or the
 * scheme has no addresses. It is `https:` and percent-encoded as RFC 3986 asks, except where the
 * identifier itself is an address.
 */
export function identifierUrl(identifier: { scheme: string; value: string }): string | undefined {
	const reader = readerNamed(identifier.scheme);
	if (reader?.scheme.url === undefined) return undefined;
	const { canonical } = reader.match(identifier.value);
	if (canonical === undefined) return undefined;
	const { url } = reader.scheme;
	return typeof url === 'string' ? url.replace('{}', () => percentEncoded(canonical)) : url(canonical);
}

/** Says what a text holds. */
export type TextReading =
	/** One identifier, under every scheme that fits, the most specific first. */
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

/**
 * Lists what an address may name instead, by the schemes of its readings: identifiers in which more
 * of the address is part of the value, in the order of length. They are meant only where the
 * records hold them.
 */
export function longerReadings(text: string, readings: readonly Identifier[]): readonly Identifier[] {
	const schemes = new Set(withRepresentatives(readings).map(({ scheme }) => scheme));
	return [...schemes].flatMap((scheme) => {
		const reader = readerNamed(scheme);
		const longer = reader?.match(text).longer?.() ?? [];
		return reader === undefined ? [] : longer.map((canonical) => identifierOf(reader, canonical));
	});
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
