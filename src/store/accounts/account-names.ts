// The rules for emails and the names of roles and tokens, so that no two names look alike: no
// invisible characters, no mixed scripts that deceive.

const longestEmail = 254;
const longestName = 100;

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

// Latin letters that look like other ones, and letters that look like punctuation.
const likeOthers = /[ɑɡɩǀǁǂǃ\u02b0-\u02ff]/u;

/**
 * Returns what is wrong with an email address, as the end of a sentence; undefined where it is
 * valid.
 */
export function wrongEmail(email: string): string | undefined {
	if (email.length > longestEmail || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)) {
		return `is not an email address: give one such as ada@example.org, of at most ${longestEmail} characters`;
	}
	const [own = '', host = ''] = email.split('@');
	return [own, ...own.split('.'), ...host.split('.')].map(deceit).find((wrong) => wrong !== undefined);
}

/** Returns what is wrong with the name of a role or a token, as wrongEmail does. */
export function wrongName(name: string): string | undefined {
	if (name.trim() !== name || name.length === 0 || name.length > longestName) {
		return `has 1 to ${longestName} characters, without spaces around it`;
	}
	return deceit(name);
}

/** Returns why a name could be mistaken for another one. */
function deceit(name: string): string | undefined {
	const odd = firstOdd(name);
	if (odd !== undefined) return `cannot hold ${odd}: use letters, digits and the signs of ASCII`;
	const plain = name.replace(/[^ำຳ]+/g, (text) => text.normalize('NFKC'));
	if (plain.normalize('NFC') !== name.normalize('NFC')) {
		return `holds letters in a form that passes for another: write ${JSON.stringify(plain)}`;
	}
	const letters = [...name.normalize('NFD')].filter((character) => hasScript.test(character));
	if (!writtenInOne(letters)) return 'mixes the letters of several scripts, which pass for each other: use one';
	if (letters.length > 0 && letters.every((letter) => likeLatin.has(letter))) {
		return 'looks as if it had Latin letters: write it with these';
	}
	return undefined;
}

const hasScript = /(?![0-9\p{sc=Inherited}])[\p{L}\p{M}\p{Nd}]/u;

/** Finds a character that is invisible, or may be mistaken for another one. */
function firstOdd(name: string): string | undefined {
	if (/ {2}/.test(name)) return 'several spaces together';
	const unwanted = /[^\p{L}\p{M}\p{Nd}\x20-\x7e]|\p{Default_Ignorable_Code_Point}/u.exec(name);
	const [odd] = unwanted ?? likeOthers.exec(name) ?? hidingMarks.exec(name.normalize('NFD')) ?? [];
	if (odd === undefined) return undefined;
	const code = `U+${(odd.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
	return `the character ${code}`;
}

// Marks that lie on each other, on the dot of an i, or on nothing.
const hidingMarks = /(\p{Mn})\1|\p{Mn}{4}|(?<=[\p{Soft_Dotted}ı])\u0307|(?<![\p{L}\p{M}\p{Nd}])\p{M}/u;

function writtenInOne(letters: readonly string[]): boolean {
	const within = (allowed: readonly string[]) =>
		letters.every((letter) => allowed.some((script) => scriptPatterns.get(script)?.test(letter)));
	return scripts.some((script) => within([script])) || writtenTogether.some(within);
}
