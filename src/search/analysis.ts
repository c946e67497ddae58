// Turns text into the tokens that are searched for, in documents and queries alike.

/**
 * Limits tokens: at most this many UTF-16 units of a word count, in documents and queries alike.
 */
export const tokenLengthLimit = 256;

/**
 * Splits text into folded words: `analyse("Café-Straße №5")` is `["cafe", "strasse", "no5"]`. Words
 * are runs of letters, digits and their combining marks; everything else separates. Case and
 * compatibility forms (ligatures, full width, superscripts) are ignored, and so are accents of
 * Latin, Greek and Cyrillic letters. Marks of other scripts (the voicing of kana, vowel signs,
 * points) count as letters. Scripts written without spaces give one token for each character with
 * its marks, so a part of a sentence is found as a phrase. Analysing tokens gives the same tokens.
 */
export function analyse(text: string): string[] {
	if (isAscii(text)) return cut(text.toLowerCase().match(asciiWord) ?? []);
	return cut(fold(text).match(word) ?? []);
}

/**
 * Analyses the values of a field: each becomes its tokens, joined by one space; values without
 * tokens are left out.
 */
export function analyseValues(values: readonly string[]): string[] {
	return values.map((value) => analyse(value).join(' ')).filter((text) => text !== '');
}

const asciiWord = /[a-z0-9]+/g;
// Written without spaces, by Unicode's script extensions (UAX #24): each character with its marks
// is a token, other letters and digits form runs. A mark without a letter before it is not a word.
const scripts = ['Hani', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr'];
const withoutSpaces = `[${scripts.map((script) => String.raw`\p{scx=${script}}`).join('')}]`;
const character = String.raw`[\p{L}\p{N}]`;
const word = new RegExp(
	String.raw`[${character}&&${withoutSpaces}]\p{M}*|(?:[${character}--${withoutSpaces}]\p{M}*)+`,
	'gv',
);
// A digit's marks are ornaments, such as the box of a keycap.
const accents = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}])\p{M}+/gu;
// Soft hyphen, joiners, variation selectors and the byte order mark occur inside words and are
// invisible.
const invisible = /\u00ad|\u034f|[\u180b-\u180f]|\u200c|\u200d|\u2060|[\ufe00-\ufe0f]|\ufeff|[\u{e0100}-\u{e01ef}]/gu;
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
	// In capitals, ß becomes ss and letters with the same capital become one; ẞ needs lower case
	// first. ς is σ at a word's end.
	return withoutAccents(text)
		.toLowerCase()
		.toUpperCase()
		.toLowerCase()
		.replaceAll('ς', 'σ')
		.replace(strokes, (letter) => withoutStroke[letter] as string)
		.normalize('NFC');
}

function withoutAccents(text: string): string {
	return text.normalize('NFKD').replace(invisible, '').replace(accents, '$1');
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
