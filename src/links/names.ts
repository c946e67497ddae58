// Names of providers, users and roles: which spellings are one name, and which letters pass for
// others.

/**
 * Folds what makes no difference in a name of an account: letter case, by Unicode, and how accents
 * are composed.
 */
export function nameKey(name: string): string {
	return name.normalize('NFC').toLowerCase();
}

/**
 * The scripts in which people write today (UAX 31, table 5). Letters of others are rare except in
 * deceit, and whole scripts of them look like Latin.
 */
const scripts = [
	'Latin, Cyrillic, Greek, Armenian, Georgian, Hebrew, Arabic, Thaana, Ethiopic, Devanagari, Bengali, Gurmukhi',
	'Gujarati, Oriya, Tamil, Telugu, Kannada, Malayalam, Sinhala, Thai, Lao, Tibetan, Myanmar, Khmer',
	'Han, Hiragana, Katakana, Hangul, Bopomofo',
].flatMap((names) => names.split(', '));
const scriptPatterns = new Map(scripts.map((script) => [script, new RegExp(`^\\p{scx=${script}}$`, 'u')]));

/** Scripts that may be combined in one name (UTS 39, "highly restrictive"). */
const writtenTogether = [
	['Latin', 'Han', 'Hiragana', 'Katakana'],
	['Latin', 'Han', 'Bopomofo'],
	['Latin', 'Han', 'Hangul'],
];

// Letters and digits that look like Latin ones in common typefaces. A name that consists of them
// looks Latin: "сору" of Cyrillic letters for "copy".
const likeLatin = new Set(
	'аԁеһіјӏорԛѕсԝхуүѵѡҽАВЕЅІЈКМНОРСТХУԚԜӀҮ' +
		'αικνορτυχωϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ' +
		'հոսօցՏՍՕԼՀ' +
		'וןסח' +
		'ዐሀዘဝ၀०০੦૦୦௦౦೦൦๐໐٥۵',
);

/** Writes letters in their usual form: full-width ones, ligatures and mathematical ones. */
export function inPlainForms(text: string): string {
	// The vowels AM of Thai and Lao would be taken apart.
	return text.replace(/[^ำຳ]+/g, (part) => part.normalize('NFKC'));
}

const hasScript = /(?![0-9\p{sc=Inherited}])[\p{L}\p{M}\p{Nd}]/u;

/** Lists the letters, marks and digits of a text that belong to a script, accents apart. */
export function lettersOf(text: string): string[] {
	return [...text.normalize('NFD')].filter((character) => hasScript.test(character));
}

/** Returns whether letters are of one script, or of scripts that are written together. */
export function writtenInOne(letters: readonly string[]): boolean {
	const within = (allowed: readonly string[]) =>
		letters.every((letter) => allowed.some((script) => scriptPatterns.get(script)?.test(letter)));
	return scripts.some((script) => within([script])) || writtenTogether.some(within);
}

/** Returns whether letters of another script all look like Latin ones. */
export function passForLatin(letters: readonly string[]): boolean {
	return letters.length > 0 && letters.every((letter) => likeLatin.has(letter));
}

// ASCII; most names consist of it.
const plain = /^[!-~]+(?: [!-~]+)*$/;
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]|(?!\s)\p{Cc}/gu;

/**
 * Writes the name of a provider in its one spelling but for letter case: without invisible
 * characters and extra white space, letters in their plain forms. Signs, such as dashes and ™,
 * stay. An invisible name stays unchanged.
 */
export function providerName(name: string): string {
	if (plain.test(name)) return name;
	const seen = name.replace(invisible, '').replace(/[[\p{L}\p{M}\p{Nd}\p{Nl}]--[ªº]]+/gv, inPlainForms);
	return seen.trim().replace(/\s+/g, ' ') || name;
}

// Signs of all scripts, as in Hawaiʻi, and Greek letters: µCT. Those that look Latin are listed
// above.
const passesForNone = /[\p{sc=Common}\p{sc=Greek}]/u;

/**
 * Returns what is wrong with the name of a provider, as the end of a sentence: nothing of it can be
 * seen, or its letters pass for others.
 */
export function wrongProvider(name: string): string | undefined {
	if (plain.test(name) || name.trim() === '') return undefined;
	if (name.replace(invisible, '').trim() === '') return 'contains only invisible characters';
	const written = providerName(name);
	for (const [word] of written.matchAll(/[\p{L}\p{M}\p{Nd}]+/gu)) {
		const letters = lettersOf(word).filter((letter) => likeLatin.has(letter) || !passesForNone.test(letter));
		if (!writtenInOne(letters)) {
			const shown = JSON.stringify(word);
			return `has letters of several scripts, or of a rare one, in ${shown}: use letters of one common script`;
		}
	}
	return passForLatin(lettersOf(written))
		? 'looks like Latin letters but has others: write it with Latin letters'
		: undefined;
}
