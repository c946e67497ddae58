// Decides which passwords an account may have: long ones that are hard to guess. A password
// accepted under older rules stays valid until it is changed.
import { commonPasswords, countedOff, keyboardRows } from './common-passwords.ts';
import { longestPassword, passphraseWords, shortestPassword } from './password-rule.ts';

const shortestPassphrase = 8;

// So many letters and digits must be left of a password without what is guessed first.
const ownCharacters = 6;
const shortestName = 3;
const shortestCount = 3;
const shortestRow = 4;

const productNames = ['linkbroker', 'broker', 'scholix'];

/**
 * Says why a password is refused for the account of this email, in a sentence; undefined where it
 * is taken.
 */
export function wrongPassword(password: string, email: string): string | undefined {
	// Keyboards write one password in several Unicode forms (RFC 8265, section 4.2).
	const characters = [...password.slice(0, longestPassword + 1).normalize('NFC')];
	if (password.length > longestPassword) return `A password has at most ${longestPassword} characters.`;
	if (characters.length < shortestPassword && !isPassphrase(characters.join(''))) {
		return (
			`This password is too short: give at least ${shortestPassword} characters, or a passphrase of ` +
			`${passphraseWords} different words.`
		);
	}
	if (ownPart(characters, email) < ownCharacters) {
		return (
			'This password is guessed easily: it is little more than well-known passwords, rows of keys or digits, ' +
			'repetitions, or the name in the email or of this program. Choose a passphrase of several words, for example.'
		);
	}
	return undefined;
}

// Made for the first password: it is slow to make, and most commands read none.
let segmenter: Intl.Segmenter | undefined;

function isPassphrase(password: string): boolean {
	if ([...password].length < shortestPassphrase) return false;
	segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
	const words = [...segmenter.segment(password)].filter(({ isWordLike }) => isWordLike);
	return new Set(words.map(({ segment }) => segment.toLowerCase())).size >= passphraseWords;
}

const isCounted = /[\p{L}\p{M}\p{N}\p{So}]/u;

/** Counts the letters and digits of a password that belong to nothing that is guessed first. */
function ownPart(characters: readonly string[], email: string): number {
	// One to one, so that a place in one form is the same place in the others.
	const plain = characters.map((character) => [...character.toLowerCase()][0] as string);
	const words = [...commonPasswords, ...productNames, ...namesOf(email)];
	const guessed = new Set([...rowsIn(plain), ...repetitionsIn(plain)]);
	for (const read of readings) {
		const letters = plain.flatMap((character, at) => {
			const letter = read(character);
			return letter === undefined ? [] : [{ letter, at }];
		});
		const text = letters.map(({ letter }) => letter).join('');
		// Some letters are two units of a text, and in no word.
		if (text.length !== letters.length) continue;
		for (const { at } of occurrences(text, words).flatMap(([from, to]) => letters.slice(from, to))) guessed.add(at);
	}
	return plain.filter((character, at) => !guessed.has(at) && isCounted.test(character)).length;
}

type Reading = (character: string) => string | undefined;

const asWritten: Reading = (character) => (isCounted.test(character) ? character : undefined);

// People write letters as the signs that look like them.
const readings: readonly Reading[] = [
	asWritten,
	...[
		{ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's', '!': 'i', '€': 'e' },
		{ 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', 9: 'g', '@': 'a', $: 's', '!': 'l', '|': 'l' },
	].map((signs): Reading => {
		const letters = new Map(Object.entries(signs));
		return (character) => letters.get(character) ?? asWritten(character);
	}),
];

/** Takes the parts of an email that people put into passwords. */
function namesOf(email: string): string[] {
	const parts = email
		.normalize('NFC')
		.toLowerCase()
		.split(/[@._+\-\s]+/);
	return parts.filter((part) => [...part].length >= shortestName);
}

function occurrences(text: string, words: readonly string[]): [from: number, to: number][] {
	return words.flatMap((word) => {
		const found: [number, number][] = [];
		for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + 1)) {
			found.push([from, from + word.length]);
		}
		return found;
	});
}

const bothWays = (rows: readonly string[]) => rows.flatMap((row) => [row, [...row].reverse().join('')]);
const rowKinds = [
	{ rows: bothWays(keyboardRows), shortest: shortestRow },
	{ rows: bothWays(countedOff), shortest: shortestCount },
];

/** Finds places where characters follow each other (123, cba, qwert), and years. */
function* rowsIn(text: readonly string[]): Generator<number> {
	for (let from = 0; from < text.length; from++) {
		const runs = (length: number, rows: readonly string[]) => {
			const run = text.slice(from, from + length).join('');
			return from + length <= text.length && rows.some((row) => row.includes(run));
		};
		for (const { rows, shortest } of rowKinds) {
			if (runs(shortest, rows)) yield* placesFrom(from, shortest);
		}
		if (/^(?:19|20)\d\d$/.test(text.slice(from, from + 4).join(''))) yield* placesFrom(from, 4);
	}
}

/** Finds places that repeat what stands right before them; of one character, three in a row. */
function* repetitionsIn(text: readonly string[]): Generator<number> {
	for (let length = 1; length <= text.length / 2; length++) {
		const enough = Math.max(length, 2);
		let same = 0;
		for (let at = length; at < text.length; at++) {
			same = text[at] === text[at - length] ? same + 1 : 0;
			if (same === enough) yield* placesFrom(at - same + 1, same);
			else if (same > enough) yield at;
		}
	}
}

function placesFrom(from: number, length: number): number[] {
	return Array.from({ length }, (_, more) => from + more);
}
