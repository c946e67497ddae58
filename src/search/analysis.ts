// Turns text into the tokens that are searched for, in documents and queries alike.

/**
 * Limits tokens: at most this many UTF-16 units of a word count, in documents and queries alike.
 */
export const tokenLengthLimit = 256;

/**
 * Splits text into folded words: `analyse("Café-Straße №5")` is `["cafe", "strasse", "no5"]`.
 * Words are runs of letters, digits and their combining marks; everything else separates. Case and
 * compatibility forms (ligatures, full width, superscripts) are ignored, and so are accents of
 * Latin, Greek and Cyrillic letters, vowel signs of Arabic and points of Hebrew. Marks of other
 * scripts (the voicing of kana, vowel signs) count as letters. Scripts written without spaces give
 * one token for each character with its marks, so a part of a sentence is found as a phrase. A
 * Greek letter that is a symbol is the word of its name: `TGFβ1`, `TGF-β1` and `TGF-beta-1` are
 * `["tgf", "beta", "1"]`. The v of a version is a word: `v2.0` is `["v", "2", "0"]`. Analysing
 * tokens gives the same tokens.
 */
export function analyse(text: string): string[] {
	if (isAscii(text)) return cut(apartFromDigits(text.toLowerCase()).match(asciiWord) ?? []);
	const words = apartFromDigits(fold(text)).match(word) ?? [];
	return cut(words.flatMap(withLetterNames));
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
// Vowel signs and points that writers of Arabic and Hebrew leave out at will, the signs of Quran and
// Bible for readers aloud, and the stroke that lengthens a word. Hamza and madda make other letters.
const points =
	/[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0656-\u065f\u0670]|[\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08e1\u08e3-\u08ff]/gu;
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
	// The sign of an increment is written for the letter.
	return text.replaceAll('∆', 'Δ').normalize('NFKD').replace(invisible, '').replace(points, '').replace(accents, '$1');
}

const nameOfLetter: Readonly<Record<string, string>> = {
	...{ α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', ε: 'epsilon', ζ: 'zeta', η: 'eta', θ: 'theta' },
	...{ ι: 'iota', κ: 'kappa', λ: 'lambda', μ: 'mu', ν: 'nu', ξ: 'xi', ο: 'omicron', π: 'pi' },
	...{ ρ: 'rho', σ: 'sigma', τ: 'tau', υ: 'upsilon', φ: 'phi', χ: 'chi', ψ: 'psi', ω: 'omega' },
};
const letterNames = Object.values(nameOfLetter).join('|');

// `β2` is two words, so `beta2` is too. Most texts have no such place, and this finds that quickly.
const mayHaveName = /[0-9][a-z]|[a-z][0-9]/;
const nameBesideDigit = new RegExp(
	String.raw`(?<![\p{L}\p{M}])(?:${letterNames})(?=[0-9])|(?<=[0-9])(?:${letterNames})(?![\p{L}\p{M}])|` +
		String.raw`(?<![\p{L}\p{M}\p{N}])v(?=[0-9])`,
	'gu',
);

/** Parts names of Greek letters, and the v of a version, from digits beside them. */
function apartFromDigits(text: string): string {
	return hasDigit(text) && mayHaveName.test(text) ? text.replace(nameBesideDigit, ' $& ') : text;
}

const greekLetter = /[α-ω]/;
// Words have a vowel; `γδ` and `αβ` (T cells) are symbols.
const greekWord = /^(?!αβγ?δ?$)(?=.*[αεηιουω])\p{Script=Greek}{2,}$/u;
const greekSymbolOrRest = /\p{Script=Greek}|[^\p{Script=Greek}]+/gu;

/**
 * Replaces Greek letters by their names: one alone, several that are no word, and each in a word
 * with other letters or digits. Words in Greek stay as they are.
 */
function withLetterNames(word: string): string[] {
	if (!greekLetter.test(word) || greekWord.test(word)) return [word];
	return (word.match(greekSymbolOrRest) ?? []).map((part) => nameOfLetter[part] ?? part);
}

function cut(tokens: readonly string[]): string[] {
	return tokens.map((token) => {
		if (token.length <= tokenLengthLimit) return token;
		return token.slice(0, tokenLengthLimit).replace(/[\ud800-\udbff]$/, '');
	});
}

function hasDigit(text: string): boolean {
	for (let at = 0; at < text.length; at++) {
		const unit = text.charCodeAt(at);
		if (unit >= 48 && unit <= 57) return true;
	}
	return false;
}

function isAscii(text: string): boolean {
	for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
	return true;
}
