// Reads and addresses identifiers by the table of schemes.
import { identifiersIn } from './find-in-text.ts';
import type { Identifier } from './identifier.ts';
import { identifierOf, plainName, readerNamed } from './readers.ts';
import { comparisonKey } from './scheme-matcher.ts';
import { cleaned, percentEncoded, trimmed } from './written-form.ts';

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

/**
 * Tells whether a value has the form of its scheme; every value fits a scheme that no table has.
 */
export function fitsScheme({ scheme, value }: Pick<Identifier, 'scheme' | 'value'>): boolean {
	const reader = readerNamed(scheme);
	return reader === undefined || reader.match(value).canonical !== undefined;
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
