// A text with the digest that tells it apart from all others, or from all others that are said of the same owner, so that whoever keeps texts need not compare them; knows no storage.
import { hash } from 'node:crypto';

/** Not for other threads: the text may be written out only when it is read. */
export type DigestedText = {
	readonly text: string;
	readonly digest: string;
	/** Nobody has kept it before; whoever says so vouches for it. */
	readonly isNew?: boolean;
};

/** How many characters the digest of a text has: 132 bits. */
export const digestLength = 22;

/** Makes the digest of a text, of so many bits that two texts that differ never meet in practice. */
export function digestOf(text: string): string {
	return hash('sha256', text, 'base64url').slice(0, digestLength);
}

/** Gives a text its digest. */
export function digestText(text: string): DigestedText {
	return { text, digest: digestOf(text) };
}

// Ids of ten decimal digits; of larger ones the order suffers, and nothing else.
const ownerLength = 7;
const lengthBesideOwner = 16;

/**
 * Makes of a digest one that tells a text from all others that are said of the same owner, by 96 bits: such digests are in the order of their owners,
 * so that those of new owners come to the end of an index, and those of old ones, who are spoken of most, lie together. Of an owner of whom nobody else knows yet, the text is new.
 */
export function digestOfOwner(
	owner: number,
	said: DigestedText,
	{ ownerIsNew = false }: { ownerIsNew?: boolean } = {},
): DigestedText {
	const digest = owner.toString(36).padStart(ownerLength, '0') + said.digest.slice(0, lengthBesideOwner);
	return new OwnedText(said, digest, ownerIsNew);
}

class OwnedText implements DigestedText {
	readonly #said: DigestedText;
	readonly digest: string;
	readonly isNew: boolean;
	constructor(said: DigestedText, digest: string, isNew: boolean) {
		this.#said = said;
		this.digest = digest;
		this.isNew = isNew;
	}
	get text(): string {
		return this.#said.text;
	}
}
