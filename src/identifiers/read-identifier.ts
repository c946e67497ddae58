// Reads, detects and addresses identifiers by the table of schemes; has no rule of any scheme.
import type { Identifier } from './identifier.ts';
import type { Scheme } from './scheme.ts';
import { comparisonKey, createSchemeMatcher, type SchemeMatch } from './scheme-matcher.ts';
import { schemes } from './schemes.ts';
import { percentEncoded, trimmed } from './written-form.ts';

type SchemeReader = { readonly scheme: Scheme; readonly match: (text: string) => SchemeMatch };

const readers: readonly SchemeReader[] = schemes.map((scheme) => ({ scheme, match: createSchemeMatcher(scheme) }));

const readersByName: ReadonlyMap<string, SchemeReader> = new Map(
	readers.flatMap((reader) =>
		[reader.scheme.name, ...(reader.scheme.aliases ?? [])].map((name) => [name, reader] as const),
	),
);

/**
 * Answers the one name of a scheme for any of its names in any letter case: `DOI` is `doi`,
 * `bibcode` is `ads`. An unknown scheme is its own name, trimmed and in lower case.
 */
export function canonicalSchemeName(name: string): string {
	const plain = plainName(name);
	return readersByName.get(plain)?.scheme.name ?? plain;
}

/**
 * Reads an identifier by the rule of the scheme that its sender declared; detection never overrides
 * that. What does not fit the scheme is kept as given, trimmed; so is every value of an unknown
 * scheme, where letter case counts. Nothing is an error. `value` is '' only where `id` has nothing
 * that can be seen. Reading `value` again changes nothing.
 */
export function readIdentifier(id: string, scheme: string): Identifier {
	const text = trimmed(id);
	const reader = readersByName.get(scheme) ?? readersByName.get(plainName(scheme));
	if (reader === undefined) return { scheme: plainName(scheme), value: text, key: text };
	const { canonical } = reader.match(text);
	const value = canonical ?? text;
	return { scheme: reader.scheme.name, value, key: comparisonKey(reader.scheme, value, canonical !== undefined) };
}

/**
 * Names the schemes that a value may be of, the most telling first, each once; none for a value of
 * no known form.
 */
export function detectSchemes(id: string): string[] {
	const text = trimmed(id);
	const fits = readers
		.map(({ scheme, match }) => ({ scheme, ...match(text) }))
		.filter(({ scheme, canonical, labelled }) => canonical !== undefined && mayDetect(scheme, labelled));
	const outranked = new Set(fits.flatMap(({ scheme }) => scheme.outranks ?? []));
	return fits
		.filter(({ scheme }) => !outranked.has(scheme.name))
		.filter(({ scheme, labelled }, _, left) => scheme.detection !== 'alone' || labelled || left.length === 1)
		.map(({ scheme }) => scheme.name);
}

/**
 * Makes the web address of an identifier; undefined where the value does not fit its scheme or the
 * scheme has no addresses. It is `https:` and percent-encoded as RFC 3986 asks, except where the
 * identifier itself is an address.
 */
export function identifierUrl(identifier: { scheme: string; value: string }): string | undefined {
	const reader = readersByName.get(canonicalSchemeName(identifier.scheme));
	if (reader?.scheme.url === undefined) return undefined;
	const { canonical } = reader.match(trimmed(identifier.value));
	if (canonical === undefined) return undefined;
	const { url } = reader.scheme;
	return typeof url === 'string' ? url.replace('{}', () => percentEncoded(canonical)) : url(canonical);
}

function plainName(name: string): string {
	return trimmed(name).toLowerCase();
}

function mayDetect({ detection }: Scheme, labelled: boolean): boolean {
	return detection !== 'declared' && (detection !== 'labelled' || labelled);
}
