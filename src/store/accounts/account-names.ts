// The rules for emails and the names of roles and tokens, so that no two names look alike: no
// invisible characters, no mixed scripts that deceive.

import { inPlainForms, lettersOf, nameKey, passForLatin, writtenInOne } from '../../links/names.ts';

const longestEmail = 254;
const longestName = 100;

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
	const plain = inPlainForms(name);
	if (plain.normalize('NFC') !== name.normalize('NFC')) {
		return `holds letters in a form that passes for another: write ${JSON.stringify(plain)}`;
	}
	const letters = lettersOf(name);
	if (!writtenInOne(letters)) return 'mixes the letters of several scripts, which pass for each other: use one';
	return passForLatin(letters) ? 'looks like Latin letters but has others: write it with Latin letters' : undefined;
}

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

/** Lists the roles with a meaning of their own. */
/** The role whose users see every event and manage accounts. */
export const adminRole = 'admin';
const builtInRoles = [adminRole, 'curator'];

/** Returns whether a role has a meaning of its own. */
export function isBuiltIn(name: string): boolean {
	return builtInRoles.includes(name);
}

/** Returns the name of a role in its one spelling: that of a built-in role, or as it is given. */
export function roleName(given: string): string {
	return builtInRoles.find((name) => name === nameKey(given)) ?? given;
}
