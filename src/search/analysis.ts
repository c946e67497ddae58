// Turns text into the tokens that are searched for, of documents and queries alike.
// It knows no engine and no field.

/** Cuts tokens: at most this many UTF-16 units of a word count, in documents and queries alike. */
export const tokenLengthLimit = 256;

/**
 * Splits text into folded words: `analyse("Café-Straße №5")` is `["cafe", "strasse", "no5"]`. Runs
 * of letters and digits are words, all else separates. Case, accents and compatibility forms
 * (ligatures, full width, superscripts) do not matter. Scripts written without spaces give one
 * token a character, so that a part of a sentence is found as a phrase. Tokens hold letters and
 * digits only; their analysis is themselves.
 */
export function analyse(text: string): string[] {
	if (isAscii(text)) return cut(text.toLowerCase().match(asciiWord) ?? []);
	return cut(fold(text).match(word) ?? []);
}

/**
 * Analyses the values of a field: each becomes its tokens, joined by one space; those without any
 * are left out.
 */
export function analyseValues(values: readonly string[]): string[] {
	return values.map((value) => analyse(value).join(' ')).filter((text) => text !== '');
}

const asciiWord = /[a-z0-9]+/g;
// Written without spaces, by Unicode's script extensions (UAX #24): a character stands alone,
// digits and other letters form runs.
const word =
	/[\p{L}&&[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]|[[\p{L}\p{N}]--[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]+/gv;
const marks = /\p{M}+/gu;
// Soft hyphen, joiners and the byte order mark stand inside words and are not seen.
const invisible = /\u00ad|\u200c|\u200d|\u2060|\ufeff/g;
const strokes = /[æœøłđðħŧþ]/g;
// Letters that Unicode does not decompose, though readers type them without their stroke or as two
// letters.
const withoutStroke: Readonly<Record<string, string>> = {
	æ: 'ae',
	œ: 'oe',
	ø: 'o',
	ł: 'l',
	đ: 'd',
	ð: 'd',
	ħ: 'h',
	ŧ: 't',
	þ: 'th',
};

function fold(text: string): string {
	// By way of capitals, ß becomes ss and letters come together that share one; ẞ needs lower case
	// first. ς is σ at a word's end.
	return decompose(text)
		.replace(invisible, '')
		.toLowerCase()
		.toUpperCase()
		.toLowerCase()
		.replaceAll('ς', 'σ')
		.replace(strokes, (letter) => withoutStroke[letter] as string);
}

function decompose(text: string): string {
	return text.normalize('NFKD').replace(marks, '');
}

function cut(tokens: readonly string[]): string[] {
	return tokens.map((token) => {
		if (token.length <= tokenLengthLimit) return token;
		return token.slice(0, tokenLengthLimit).replace(/[\ud800-\udbff]$/, '');
	});
}

function isAscii(text: string): boolean {
	for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
	return true;
}
