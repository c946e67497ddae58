// Matches a text as people write it, in each way in which it may be meant, against one scheme.
import { unproxied } from './address.ts';
import { foldLetterCase } from './identifier.ts';
import type { Scheme } from './scheme.ts';
import {
	cleaned,
	identifierMaxLength,
	percentDecoded,
	plainlyWritten,
	visible,
	withoutSentenceEnd,
} from './written-form.ts';

/** Matches what belongs to no identifier. */
const control = /\p{Cc}/u;

/** Says how a text reads as one of a scheme. */
type SchemeMatch = {
	/** The canonical form; undefined where the text does not fit the scheme. */
	readonly canonical: string | undefined;
	/** Whether a label or a web address stands before the value. */
	readonly labelled: boolean;
	/** Set where the text may well be something else. */
	readonly guess?: true | undefined;
	/** Lists longer readings of the same text: see Form. */
	readonly longer?: () => readonly string[];
};

const noMatch: SchemeMatch = { canonical: undefined, labelled: false };

/**
 * Reads a text by the rule of a scheme, as a whole: as it is written; else by another form of the
 * scheme; else decoded, or without the proxy of a library. A text that is read by many schemes is
 * given as what writingsOf makes of it.
 */
export type SchemeMatcher = (text: string | Writings) => SchemeMatch;

/** Creates what reads texts by the rule of a scheme. */
export function createSchemeMatcher(scheme: Scheme): SchemeMatcher {
	const around: Surroundings = { scheme, label: labelPattern(scheme), address: addressPattern(scheme) };
	return (text) => {
		const writings = typeof text === 'string' ? writingsOf(text) : text;
		const { seen, clean } = writings;
		if (scheme.isAddress && seen !== clean) {
			const asItIs = matchWritten(around, seen);
			if (asItIs.canonical !== undefined) return asItIs;
		}
		const match = matchWritten(around, clean);
		return match.canonical === undefined ? matchRewritten(around, writings) : match;
	};
}

function matchWritten(around: Surroundings, text: string): SchemeMatch {
	if (text.length > identifierMaxLength) return noMatch;
	const bare = bareValue(around, text);
	const foreign = bare === undefined || (bare === text && isForeignAddress(around.scheme, text));
	const canonical = foreign ? undefined : canonicalForm(around.scheme, bare);
	if (canonical !== undefined) return { canonical, labelled: bare !== text };
	return matchForms(around.scheme, text);
}

/**
 * Recognises addresses that no pattern needs to look at: only values of schemes of addresses are some.
 */
function isForeignAddress({ isAddress }: Scheme, text: string): boolean {
	return isAddress === undefined && (text.startsWith('https://') || text.startsWith('http://'));
}

/** Reads a text that fits in no way as it is written. */
function matchRewritten(around: Surroundings, { others }: Writings): SchemeMatch {
	const { decoded, behindProxy } = others();
	const texts = around.scheme.isAddress || behindProxy === undefined ? decoded : [...decoded, behindProxy];
	for (const text of texts) {
		const match = matchWritten(around, text);
		if (match.canonical !== undefined) return match;
	}
	return noMatch;
}

function matchForms(scheme: Scheme, text: string): SchemeMatch {
	for (const { written, means, guess, longer } of scheme.forms ?? []) {
		const match = written.exec(text);
		if (match === null) continue;
		const value =
			typeof means === 'string'
				? means.replace(/\$(\d)/g, (_, group) => percentDecoded(match[Number(group)] ?? ''))
				: means(match);
		const canonical = canonicalForm(scheme, cleaned(value));
		if (canonical === undefined) continue;
		if (longer === undefined) return { canonical, labelled: true, guess };
		const canonicalForms = () => longer(match).flatMap((one) => canonicalForm(scheme, cleaned(one)) ?? []);
		return { canonical, labelled: true, guess, longer: canonicalForms };
	}
	return noMatch;
}

/**
 * Makes the key by which identifiers of a scheme are compared. Letter case is folded for a value
 * that does not fit its scheme, too: where case distinguishes no DOIs, `A` and `a` are one as well.
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
	if (addresses === undefined) return undefined;
	const hosts = addresses.filter((address) => typeof address === 'string');
	const patterns = addresses.filter((address) => typeof address !== 'string').map(({ source }) => source);
	const known = hosts.length === 0 ? [] : [`(?:https?://){0,2}(?:www\\.)?${alternatives(hosts)}`];
	return new RegExp([...known, ...patterns].join('|'), 'iy');
}

/** Matches any of the texts, the longest where several fit. */
function alternatives(texts: readonly string[]): string {
	const longestFirst = [...texts].sort((a, b) => b.length - a.length);
	return `(?:${longestFirst.map((text) => RegExp.escape(text)).join('|')})`;
}

/**
 * Bounds how many labels and addresses stand before a value: people put resolvers before resolvers.
 */
const mostPrefixes = 12;

/**
 * Takes labels and addresses off a value; answers `text` itself where it has neither. What follows
 * in an address is decoded, and may begin with an address again. Undefined where that does not end.
 */
function bareValue({ scheme, label, address }: Surroundings, text: string): string | undefined {
	let bare = text;
	for (let prefixes = 0; prefixes < mostPrefixes; ) {
		let start = 0;
		let isAddress = false;
		for (; prefixes < mostPrefixes; prefixes++) {
			const addressAt = endOf(label, bare, start);
			const end = endOf(address, bare, addressAt);
			if (end > addressAt) isAddress = true;
			if (end === start) break;
			start = end;
		}
		if (start === 0) return bare;
		const rest = bare.slice(start);
		bare = cleaned(isAddress ? withoutAddressing(scheme, rest) : rest);
	}
	return undefined;
}

/** Answers where a match that begins at `start` ends; `start` itself where there is none. */
function endOf(sticky: RegExp | undefined, text: string, start: number): number {
	if (sticky === undefined) return start;
	sticky.lastIndex = start;
	return sticky.test(text) ? sticky.lastIndex : start;
}

/**
 * Reads what follows in a web address: encoded, and ended by a query or fragment where none belongs
 * to the scheme. An empty fragment may belong to an open value: see withoutOpenEnd.
 */
function withoutAddressing(scheme: Scheme, rest: string): string {
	if (scheme.end === 'verbatim') return percentDecoded(rest);
	const end = rest.search(scheme.end === 'open' ? /\?|#(?=[^?#])/ : /[?#]/);
	const path = (end === -1 ? rest : rest.slice(0, end)).replace(/^\/+/, '');
	return percentDecoded(path.endsWith('/') ? path.slice(0, -1) : path);
}

/** Makes the canonical form of a value without label and address. */
function canonicalForm(scheme: Scheme, bare: string): string | undefined {
	if (scheme.end !== undefined && control.test(bare)) return undefined;
	if (scheme.end === 'open') return canonicalMatch(scheme, withoutOpenEnd(bare));
	const canonical = canonicalMatch(scheme, bare);
	if (canonical !== undefined) return canonical;
	const sentenceless = withoutSentenceEnd(bare);
	return sentenceless === bare ? undefined : canonicalMatch(scheme, sentenceless);
}

/**
 * Takes off what stands behind an open value. Its own can only be a `#` behind a hyphen: the check
 * character of a SICI. Else that is the empty fragment of an address.
 */
function withoutOpenEnd(bare: string): string {
	const value = withoutSentenceEnd(bare, '/#');
	return value.endsWith('-') && bare.charAt(value.length) === '#' ? `${value}#` : value;
}

function canonicalMatch(scheme: Scheme, bare: string): string | undefined {
	const match = scheme.pattern.exec(scheme.compatibilityForms ? bare.normalize('NFKD') : bare);
	if (match === null) return undefined;
	const canonical = scheme.canonical === undefined ? match[0] : scheme.canonical(match);
	return canonical !== undefined && canonical.length <= identifierMaxLength ? canonical : undefined;
}

type Writings = {
	/** Without what cannot be seen. */
	readonly seen: string;
	/** As identifiers are written: see cleaned. */
	readonly clean: string;
	/** What the clean text is otherwise, made when it is first asked for. */
	readonly others: () => OtherWritings;
};

type OtherWritings = {
	/** Decoded, and decoded again; nothing where there is nothing to decode. */
	readonly decoded: readonly string[];
	/** The address behind the proxy of a library; undefined where no proxy is seen. */
	readonly behindProxy: string | undefined;
};

/** Answers the ways in which a text may be meant. */
export function writingsOf(text: string): Writings {
	const seen = visible(text);
	const clean = plainlyWritten(seen);
	let others: OtherWritings | undefined;
	return {
		seen,
		clean,
		others: () => {
			others ??= otherWritings(clean);
			return others;
		},
	};
}

function otherWritings(clean: string): OtherWritings {
	if (clean.length > identifierMaxLength) return { decoded: [], behindProxy: undefined };
	const once = clean.includes('%') ? cleaned(percentDecoded(clean)) : clean;
	const twice = once.includes('%') ? cleaned(percentDecoded(once)) : once;
	const behindProxy = unproxied(clean);
	return {
		decoded: twice === once ? [once].filter((text) => text !== clean) : [once, twice],
		behindProxy: behindProxy === undefined ? undefined : cleaned(behindProxy),
	};
}
