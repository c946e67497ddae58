// Matches a text as people write it against one scheme; knows no table of schemes.
import { foldLetterCase } from './folding.ts';
import type { Scheme } from './scheme.ts';
import { percentDecoded, trimmed, withoutSentenceEnd } from './written-form.ts';

/**
 * Bounds an identifier, in UTF-16 units, by the common limit of web servers. It keeps hostile text
 * away from the patterns.
 */
const identifierMaxLength = 8_192;

/** Matches what belongs to no identifier. */
const control = /\p{Cc}/u;

/** Says how a text reads as one of a scheme. */
export type SchemeMatch = {
	/** The canonical form; undefined where the text does not fit the scheme. */
	readonly canonical: string | undefined;
	/** Whether a label or a web address stands before the value. */
	readonly labelled: boolean;
};

/** Creates what reads trimmed texts by the rule of a scheme. */
export function createSchemeMatcher(scheme: Scheme): (text: string) => SchemeMatch {
	const around: Surroundings = { scheme, label: labelPattern(scheme), address: addressPattern(scheme) };
	return (text) => {
		const bare = bareValue(around, text);
		return { canonical: bare === undefined ? undefined : canonicalForm(scheme, bare), labelled: bare !== text };
	};
}

/**
 * Makes the key by which identifiers of a scheme are compared. Letter case is folded for a value
 * that does not fit its scheme, too: where it tells no DOIs apart, `A` and `a` are one as well.
 */
export function comparisonKey(scheme: Scheme, value: string, fits: boolean): string {
	if (scheme.letterCase === 'folded') return foldLetterCase(value);
	return fits && scheme.key !== undefined ? scheme.key(value) : value;
}

/**
 * Holds what may stand before a value of a scheme, in sticky patterns: they match where `lastIndex`
 * says.
 */
type Surroundings = {
	readonly scheme: Scheme;
	readonly label: RegExp | undefined;
	readonly address: RegExp | undefined;
};

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

/**
 * Takes label and address off a value; answers `text` itself where it has neither. Undefined where
 * no scheme can fit: the text is too long, or more labels and addresses follow, so that what is
 * left would not be read again as it was.
 */
function bareValue({ scheme, label, address }: Surroundings, text: string): string | undefined {
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

/**
 * Reads what follows in a web address: encoded, and ended by a slash, query or fragment where none
 * belongs to the scheme.
 */
function withoutAddressing(scheme: Scheme, rest: string): string {
	if (scheme.end !== undefined) return percentDecoded(rest);
	const end = rest.search(/[?#]/);
	const path = end === -1 ? rest : rest.slice(0, end);
	return percentDecoded(path.endsWith('/') ? path.slice(0, -1) : path);
}

/** Makes the canonical form of a value without label and address. */
function canonicalForm(scheme: Scheme, bare: string): string | undefined {
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
