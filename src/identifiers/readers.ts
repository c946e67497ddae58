// The readers of all schemes in the table, found by a scheme's names or by the form of a text.
import type { Identifier } from './identifier.ts';
import type { Scheme } from './scheme.ts';
import { comparisonKey, createSchemeMatcher, type SchemeMatcher, writingsOf } from './scheme-matcher.ts';
import { schemes } from './schemes.ts';
import { identifierMaxLength, visible } from './written-form.ts';

export type SchemeReader = { readonly scheme: Scheme; readonly match: SchemeMatcher };

/** Lists the readers in the order of the table. */
export const readers: readonly SchemeReader[] = schemes.map((scheme) => ({
	scheme,
	match: createSchemeMatcher(scheme),
}));

const readersByName: ReadonlyMap<string, SchemeReader> = new Map(
	readers.flatMap((reader) => {
		const { name, title, aliases = [] } = reader.scheme;
		const names = [name, ...aliases, joined(name), joined(title.toLowerCase())];
		return names.map((written) => [written, reader] as const);
	}),
);

/** Finds the reader of a scheme by its title or any of its names: `DOI`, `PubMed ID`, `bibcode`. */
export function readerNamed(name: string): SchemeReader | undefined {
	const known = readersByName.get(name);
	if (known !== undefined) return known;
	const plain = joined(plainName(name));
	return readersByName.get(plain) ?? readersByName.get(plain.replace(/(?:id|identifier|number)$/, ''));
}

/**
 * Answers the one name of a scheme for any of its names, whatever their letter case, blanks,
 * hyphens and underscores: `DOI` is `doi`, `PubMed ID` is `pmid`. An unknown scheme is its own
 * name, trimmed and in lower case.
 */
export function canonicalSchemeName(name: string): string {
	return readerNamed(name)?.scheme.name ?? plainName(name);
}

export function plainName(name: string): string {
	return visible(name).toLowerCase();
}

function joined(name: string): string {
	return name.replace(/[\s_-]+/g, '');
}

/** Makes the identifier of a canonical form. */
export function identifierOf({ scheme }: SchemeReader, canonical: string): Identifier {
	return { scheme: scheme.name, value: canonical, key: comparisonKey(scheme, canonical, true) };
}

/**
 * Answers a text as an identifier of each scheme that it may be of, the most specific first; none
 * for a text of no known form.
 */
export function detectIdentifiers(text: string): Identifier[] {
	const writings = writingsOf(text);
	const { seen, clean } = writings;
	if (seen.length > identifierMaxLength) return [];
	const fits = readers.flatMap((reader) => {
		const { canonical, labelled, guess = false } = reader.match(writings);
		if (canonical === undefined || !mayDetect(reader.scheme, labelled, clean)) return [];
		return [{ reader, canonical, labelled, guess }];
	});
	const outranked = new Set(fits.flatMap(({ reader }) => reader.scheme.outranks ?? []));
	return fits
		.filter(({ reader, guess }) => !outranked.has(reader.scheme.name) && !(guess && fits.length > 1))
		.filter(({ reader, labelled }, _, left) => reader.scheme.detection !== 'alone' || labelled || left.length === 1)
		.map(({ reader, canonical }) => identifierOf(reader, canonical));
}

function mayDetect({ detection, bare }: Scheme, labelled: boolean, text: string): boolean {
	if (detection === 'declared') return false;
	return labelled || (detection !== 'labelled' && (bare === undefined || bare.test(text)));
}
