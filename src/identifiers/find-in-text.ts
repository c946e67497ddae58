// Finds the identifiers that stand in a running text: a reference, a mail, a cell of a table, a
// page.

import type { Identifier } from './identifier.ts';
import { detectIdentifiers, identifierOf, readers, type SchemeReader } from './readers.ts';
import { cleaned, identifierMaxLength, percentDecoded, withoutSentenceEnd } from './written-form.ts';

/**
 * Bounds the places that are looked at in one text, so that hostile text does not cost its square.
 */
const mostPlaces = 32;

/** Bounds a value in a text: the longest addresses that people copy are shorter. */
const longestValue = 2_048;

/** Holds an identifier found in a text, under every scheme that it may be of. */
export type Found = readonly [Identifier, ...Identifier[]];

/**
 * Lists the identifiers that stand in a text of `cleaned`, in its order; one that is repeated comes
 * again.
 */
export function findIdentifiers(text: string): Found[] {
	if (text.length > identifierMaxLength) return [];
	const found: Found[] = [];
	let from = 0;
	for (let places = 0; places < mostPlaces; places++) {
		begin.lastIndex = from;
		const match = begin.exec(text);
		if (match === null) break;
		const place: Place = { text, at: match.index, valueAt: match.index + (match.groups?.label?.length ?? 0) };
		const end = endOfValue(place);
		const candidates = readPlace(place, end, match.groups);
		if (candidates !== undefined) found.push(candidates);
		from = candidates === undefined ? Math.max(place.valueAt, place.at + 1) : end;
	}
	return found;
}

/** Lists the different identifiers of one scheme that stand in a text of `cleaned`. */
export function identifiersIn(text: string, reader: SchemeReader): Identifier[] {
	if (text.length > identifierMaxLength) return [];
	const { canonical } = reader.match(unwrapped(text));
	if (canonical !== undefined) return [identifierOf(reader, canonical)];
	const found = new Map<string, Identifier>();
	for (const [one, ...others] of findIdentifiers(text)) {
		const fitting =
			[one, ...others].find(({ scheme }) => scheme === reader.scheme.name) ??
			readAgain(one, reader) ??
			readInside(one, reader);
		if (fitting !== undefined) found.set(fitting.key, fitting);
	}
	return [...found.values()];
}

/** Reads what was found as one of a scheme, such as the DOI of a preprint as its arXiv number. */
function readAgain({ value }: Identifier, reader: SchemeReader): Identifier | undefined {
	if (reader.scheme.isAddress) return undefined;
	const { canonical, labelled } = reader.match(value);
	return canonical !== undefined && labelled ? identifierOf(reader, canonical) : undefined;
}

/** Reads what an address of no known kind holds, as the pages of small publishers hold a DOI. */
function readInside({ value }: Identifier, { scheme, match }: SchemeReader): Identifier | undefined {
	if (scheme.inText === undefined || !value.includes('://')) return undefined;
	const inside = new RegExp(`(?<=[/=:])${scheme.inText.source}[^?&#]*`, 'i').exec(value)?.[0];
	const canonical = inside === undefined ? undefined : match(cleaned(percentDecoded(inside))).canonical;
	return canonical === undefined ? undefined : identifierOf({ scheme, match }, canonical);
}

/** Takes quotation marks, brackets and tags off both ends of a text. */
function unwrapped(text: string): string {
	const start = /^(?:[\s"'`‘’“”«»‹›「『【〈《([{<]|<[a-z][^<>]*>)+/i.exec(text)?.[0].length ?? 0;
	return withoutSentenceEnd(text.slice(start));
}

/** Holds where something begins that may be an identifier, and where its value does. */
type Place = { readonly text: string; readonly at: number; readonly valueAt: number };

/** Holds what shows that something begins: the name of a label, or the begin of an address. */
type Begun = { readonly [group: string]: string | undefined; readonly name?: string; readonly address?: string };

/**
 * Reads what begins at a place as the schemes say whose label stands there, or as what it may be.
 */
function readPlace({ text, valueAt }: Place, end: number, begun: Begun = {}): Found | undefined {
	const { name: label, address } = begun;
	const written = text.slice(valueAt, end);
	const trimmed = withoutSentenceEnd(written);
	const isAddress = address !== undefined || written.includes('://');
	groupedDigits.lastIndex = valueAt;
	const grouped = label === undefined ? undefined : groupedDigits.exec(text)?.[0];
	for (const value of isAddress ? [trimmed] : [written, trimmed, grouped ?? '']) {
		const [first, ...others] = label === undefined ? detectIdentifiers(value) : readLabelled(value, label);
		if (first !== undefined) return [first, ...others];
	}
	return undefined;
}

/** Matches a number in groups, as ISBNs are printed. */
const groupedDigits = /\d(?:[ -]?[\dX]){6,16}/iy;

function readLabelled(value: string, label: string): Identifier[] {
	return (readersByLabel.get(label.toLowerCase()) ?? []).flatMap((reader) => {
		const { canonical } = reader.match(value);
		return canonical === undefined || reader.scheme.detection === 'declared' ? [] : [identifierOf(reader, canonical)];
	});
}

const closingOf: Readonly<Record<string, string>> = {
	'(': ')',
	'[': ']',
	'{': '}',
	'<': '>',
	'"': '"',
	"'": "'",
	'`': '`',
	'“': '”',
	'‘': '’',
	'«': '»',
	'「': '」',
	'『': '』',
	'【': '】',
	'〈': '〉',
	'《': '》',
	// Emphasis of Markdown, and cells of a table.
	'*': '*',
	',': ',',
	';': ';',
	'|': '|',
};

/** Matches the characters at which a value may end. */
const mayEnd = /[\s"'`“”‘’«»「」『』【】〈〉《》。，、<>()[\]{},;|*]/g;

/**
 * Matches where a value ends whatever stands before it: at white space, a quotation mark, a tag.
 */
const stop =
	/[\s"“”«»「」『』【】〈〉《》。，、]|<(?:\/[a-z]|(?:a|b|br|div|em|i|li|p|span|strong|sub|sup|td|tr)[\s/>])/iy;

/** Matches the last part of a SICI, whose semicolon ends no cell of a table. */
const sici = /;\d-[A-Z\d#]/iy;

/**
 * Answers where a value ends: where a bracket or quotation mark before it is closed, or another
 * identifier begins behind a comma, or white space or a tag follows.
 */
function endOfValue({ text, at, valueAt }: Place): number {
	const before = closingOf[text.charAt(valueAt - 1)] === undefined ? text.charAt(at - 1) : text.charAt(valueAt - 1);
	const closing = closingOf[before];
	const limit = Math.min(text.length, valueAt + longestValue);
	let depth = 0;
	mayEnd.lastIndex = valueAt;
	for (let match = mayEnd.exec(text); match !== null && match.index < limit; match = mayEnd.exec(text)) {
		const end = match.index;
		if (matchesAt(sici, text, end)) continue;
		if (match[0] === closing && depth-- === 0) return end;
		if (match[0] === before) depth++;
		if (matchesAt(stop, text, end)) return end;
		if (end > valueAt && ',;|'.includes(match[0]) && matchesAt(beginHere, text, end + 1)) return end;
	}
	return limit;
}

function matchesAt(sticky: RegExp, text: string, at: number): boolean {
	sticky.lastIndex = at;
	return sticky.test(text);
}

/** Answers a label without what divides it from a value: `doi` for `doi:`. */
function nameOfLabel(label: string): string {
	return label.replace(/[:/\s]{1,3}$/, '');
}

const readersByLabel = new Map<string, SchemeReader[]>();
for (const reader of readers) {
	for (const label of reader.scheme.labels ?? []) {
		const name = nameOfLabel(label);
		const named = readersByLabel.get(name) ?? [];
		if (!named.includes(reader)) readersByLabel.set(name, [...named, reader]);
	}
}

/** Hosts of code repositories, which no scheme has for its own. */
const codeHosts = ['github\\.com/', 'gitlab\\.[a-z.]{2,40}/', 'bitbucket\\.org/', 'codeberg\\.org/'];

/**
 * Matches where identifiers may begin: at a label, an address, or a value whose form shows its scheme.
 */
const begin = beginPattern();
const beginHere = new RegExp(begin.source, 'iy');

function beginPattern(): RegExp {
	const labels = readers.flatMap(({ scheme }) => scheme.labels ?? []);
	const names = (of: readonly string[]) =>
		[...new Set(of.map(nameOfLabel))]
			.sort((a, b) => b.length - a.length)
			.map((name) => RegExp.escape(name))
			.join('|');
	// Every begin is a letter or digit, which is looked at first: the rest takes its time. Before it
	// ends no word of an alphabet; scripts without blanks may go on up to it.
	const wordBefore = '\\w.\\-\\u00c0-\\u024f\\u0370-\\u052f';
	// A label is a word of its own, or the name of a field: `pmid = {12082125}`, `"doi": "10.…"`.
	const open = '["\'{(<\\[]*';
	const field = `(?<name>${names(labels)})["'\\])}]{0,3}\\s*(?:[:=/]|-\\s)\\s*${open}`;
	const word = `(?<name>${names(labels.filter((label) => label.endsWith(' ')))})(?:\\s+${open}|(?=\\d))`;
	const values = readers.flatMap(({ scheme }) => (scheme.inText === undefined ? [] : [scheme.inText.source]));
	const hosts = readers
		.flatMap(({ scheme }) => scheme.addresses ?? [])
		.filter((address) => typeof address === 'string')
		.map((address) => RegExp.escape(address.slice(0, address.indexOf('/') + 1)));
	const address = [
		'(?:git\\+)?(?:https?|ssh|git|ftp)://',
		'git@[\\w.\\-]+:',
		'www\\.',
		...codeHosts,
		...new Set(hosts),
	];
	return new RegExp(
		`(?=[a-z\\d])(?<![${wordBefore}])(?:(?<label>${field}|${word})|(?<address>${address.join('|')})|${values.join('|')})`,
		'gi',
	);
}
