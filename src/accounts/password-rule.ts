// How long a password must be, and the rule that it must keep in words, for forms and manuals.

/** How many characters a password has at least. */
export const shortestPassword = 12;

/** How many characters a password has at the most. */
export const longestPassword = 1_000;

/** A passphrase of so many words may be shorter: scripts without blanks write four with eight characters. */
export const passphraseWords = 4;

/** Says what a password needs. */
export const passwordRule =
	`A password has at least ${shortestPassword} characters, or is a passphrase of ${passphraseWords} different words. ` +
	'It may not be a variant of a common password, of the name in the email or of the name of this program.';
