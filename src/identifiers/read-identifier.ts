// Reads, detects and addresses identifiers with the table of schemes; has no rule of any one scheme.
import { asciiLower } from './folding.ts';
import type { Scheme } from './scheme.ts';
import { schemes } from './schemes.ts';
import { percentDecoded, percentEncoded, trimmed, withoutSentenceEnd } from './written-form.ts';

/** Holds an identifier as read: two spellings of one identifier have the same `scheme` and `key`, whatever their `value`. */
export type Identifier = {
	/** The scheme's name in lower case: one of `schemes`, or what the sender called it. */
	scheme: string;
	/** The canonical form, in the letter case received: `10.1000/ABC`, `arXiv:1207.4464v1`. */
	value: string;
	/** What to compare by. */
	key: string;
};

/** Orders identifiers by key, then scheme: the order in which they are answered and in which the smallest is found. */
export function compareIdentifiers(one: Identifier, other: Identifier): number {
	return compareText(one.key, other.key) || compareText(one.scheme, other.scheme);
}

/** Orders texts by their UTF-16 units, whatever the language. */
export function compareText(one: string, other: string): number {
	return one < other ? -1 : one > other ? 1 : 0;
}

/** No identifier is longer, in UTF-16 units, the common limit of web servers; keeps hostile text away from the patterns. */
const identifierMaxLength = 8_192;

/** Control characters belong to no identifier. */
const control = /\p{Cc}/u;

/** A scheme with the patterns of what may stand before a value, sticky: they match where `lastIndex` says. */
type Reader = {
	readonly scheme: Scheme;
	readonly label: RegExp | undefined;
	readonly address: RegExp | undefined;
};

const readers: readonly Reader[] = schemes.map((scheme) => ({
	scheme,
	label: labelPattern(scheme),
	address: addressPattern(scheme),
}));

const readersByName: ReadonlyMap<string, Reader> = new Map(
	readers.flatMap((reader) =>
		[reader.scheme.name, ...(reader.scheme.aliases ?? [])].map((name) => [name, reader] as const),
	),
);

/**
 * Answers the one name of a scheme for any of its names in any letter case: `DOI` is `doi`, `bibcode` is `ads`.
 * An unknown scheme is its own name, trimmed and in lower case.
 */
export function canonicalSchemeName(name: string): string {
	const plain = plainName(name);
	return readersByName.get(plain)?.scheme.name ?? plain;
}

/**
 * Reads an identifier by the rule of the scheme that its sender declared; detection never overrides that.
 * What does not fit the scheme is kept as given, trimmed; so is every value of an unknown scheme, where letter case counts.
 * Nothing is an error. `value` is '' only where `id` has nothing that can be seen. Reading `value` again changes nothing.
 */
export function readIdentifier(id: string, scheme: string): Identifier {
	const text = trimmed(id);
	const reader = readersByName.get(scheme) ?? readersByName.get(plainName(scheme));
	if (reader === undefined) return { scheme: plainName(scheme), value: text, key: text };
	const rule = reader.scheme;
	const canonical = canonicalForm(reader.scheme, bareValue(reader, text));
	const value = canonical ?? text;
	return {
		scheme: rule.name,
		value,
		key: comparisonKey(rule, value, canonical !== undefined),
	};
}

/** Names the schemes that a value may be of, the most telling first, each once; none for a value of no known form. */
export function detectSchemes(id: string): string[] {
	const text = trimmed(id);
	const fits = readers.flatMap((reader) => fitOf(reader, text) ?? []);
	const outranked = new Set(fits.flatMap(({ scheme }) => scheme.outranks ?? []));
	return fits
		.filter(({ scheme }) => !outranked.has(scheme.name))
		.filter(({ scheme, labelled }, _, left) => scheme.detection !== 'alone' || labelled || left.length === 1)
		.map(({ scheme }) => scheme.name);
}

/**
 * Makes the web address of an identifier; undefined where the value does not fit its scheme or the scheme has no
 * addresses. It is `https:` and percent-encoded as RFC 3986 asks, except where the identifier itself is an address.
 */
export function identifierUrl(identifier: { scheme: string; value: string }): string | undefined {
	const reader = readersByName.get(canonicalSchemeName(identifier.scheme));
	if (reader?.scheme.url === undefined) return undefined;
	const text = trimmed(identifier.value);
	const value = canonicalForm(reader.scheme, bareValue(reader, text));
	if (value === undefined) return undefined;
	const { url } = reader.scheme;
	return typeof url === 'string' ? url.replace('{}', () => percentEncoded(value)) : url(value);
}

function plainName(name: string): string {
	return trimmed(name).toLowerCase();
}

type Fit = { readonly scheme: Scheme; readonly labelled: boolean };

function fitOf(reader: Reader, text: string): Fit | undefined {
	const { scheme } = reader;
	if (scheme.detection === 'declared') return undefined;
	const bare = bareValue(reader, text);
	const labelled = bare !== text;
	if (scheme.detection === 'labelled' && !labelled) return undefined;
	return canonicalForm(scheme, bare) === undefined ? undefined : { scheme, labelled };
}

/**
 * Takes label and address off a value; answers `text` itself where it has neither. Undefined where no scheme can fit:
 * the text is too long, or more labels and addresses follow, so that what is left would not be read again as it was.
 */
function bareValue({ scheme, label, address }: Reader, text: string): string | undefined {
	if (text.length > identifierMaxLength) return undefined;
	const addressAt = endOf(label, text, 0);
	const addressEnd = endOf(address, text, addressAt);
	const start = endOf(label, text, addressEnd);
	if (start === 0) return text;
	const rest = text.slice(start);
	const bare = trimmed(addressEnd === addressAt ? rest : withoutAddressing(scheme, rest));
	return endOf(label, bare, 0) + endOf(address, bare, 0) === 0 ? bare : undefined;
}

/** Answers where a match that begins at `start` ends; `start` itself where there is none. */
function endOf(sticky: RegExp | undefined, text: string, start: number): number {
	if (sticky === undefined) return start;
	sticky.lastIndex = start;
	return sticky.test(text) ? sticky.lastIndex : start;
}

/** Reads what follows in a web address: encoded, and ended by a slash, query or fragment where none belongs to the scheme. */
function withoutAddressing(scheme: Scheme, rest: string): string {
	if (scheme.end !== undefined) return percentDecoded(rest);
	const end = rest.search(/[?#]/);
	const path = end === -1 ? rest : rest.slice(0, end);
	return percentDecoded(path.endsWith('/') ? path.slice(0, -1) : path);
}

function canonicalForm(scheme: Scheme, bare: string | undefined): string | undefined {
	if (bare === undefined) return undefined;
	if (scheme.end !== undefined && control.test(bare)) return undefined;
	if (scheme.end === 'open') return canonicalMatch(scheme, withoutSentenceEnd(bare));
	const canonical = canonicalMatch(scheme, bare);
	if (canonical !== undefined) return canonical;
	const sentenceless = withoutSentenceEnd(bare);
	return sentenceless === bare ? undefined : canonicalMatch(scheme, sentenceless);
}

function canonicalMatch(scheme: Scheme, bare: string): string | undefined {
	const match = scheme.pattern.exec(scheme.compatibilityForms ? bare.normalize('NFKD') : bare);
	if (match === null) return undefined;
	const canonical = scheme.canonical === undefined ? match[0] : scheme.canonical(match);
	return canonical !== undefined && canonical.length <= identifierMaxLength ? canonical : undefined;
}

/** Folds letter case for a value that does not fit its scheme too: it would be odd if case told `A` and `a` apart there. */
function comparisonKey(scheme: Scheme, value: string, fits: boolean): string {
	if (scheme.letterCase === 'folded') return asciiLower(value);
	return fits && scheme.key !== undefined ? scheme.key(value) : value;
}

function labelPattern({ labels }: Scheme): RegExp | undefined {
	return labels && new RegExp(`${alternatives(labels)}\\s*`, 'iy');
}

function addressPattern({ addresses }: Scheme): RegExp | undefined {
	if (addresses === undefined || addresses instanceof RegExp) return addresses;
	return new RegExp(`(?:https?://)?(?:www\\.)?${alternatives(addresses)}`, 'iy');
}

/** Matches any of the texts, the longest where several fit. */
function alternatives(texts: readonly string[]): string {
	const longestFirst = [...texts].sort((a, b) => b.length - a.length);
	return `(?:${longestFirst.map((text) => RegExp.escape(text)).join('|')})`;
}
