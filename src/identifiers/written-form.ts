// Removes what surrounds identifiers where people write them (space, punctuation, %41).

/**
 * White space, control characters and format characters: zero-width spaces and joiners, marks of
 * direction, the BOM.
 */
const invisible = /[\s\p{Cc}\p{Cf}]/u;

/** Removes what cannot be seen from both ends; '' where nothing can be seen at all. */
export function trimmed(text: string): string {
	let start = 0;
	let end = text.length;
	while (end > start && isInvisible(text, end - 1)) end--;
	while (start < end && isInvisible(text, start)) start++;
	return start === 0 && end === text.length ? text : text.slice(start, end);
}

function isInvisible(text: string, position: number): boolean {
	const code = text.charCodeAt(position);
	if (code > 0x20 && code < 0x7f) return false;
	return invisible.test(text.charAt(position));
}

const sentencePunctuation = '.,;:!?"\'…‘’“”«»、。，；：！？';
const openingOf: Readonly<Record<string, string>> = {
	')': '(',
	']': '[',
	'}': '{',
	'>': '<',
};

/**
 * Removes from the end what a sentence leaves behind: its punctuation, quotation marks, and closing
 * brackets that have no opening one. `10.1000/a(1).` becomes `10.1000/a(1)`, and `10.1000/a).`
 * becomes `10.1000/a`.
 */
export function withoutSentenceEnd(text: string): string {
	const unopened: Record<string, number> = {};
	let end = text.length;
	for (; end > 0; end--) {
		const last = text.charAt(end - 1);
		const opening = openingOf[last];
		if (opening !== undefined) {
			// Counted once for each kind, not once for each bracket: a text of brackets must not cost its
			// square.
			const surplus = unopened[last] ?? count(text, last) - count(text, opening);
			if (surplus <= 0) break;
			unopened[last] = surplus - 1;
		} else if (!sentencePunctuation.includes(last) && !isInvisible(text, end - 1)) {
			break;
		}
	}
	return end === text.length ? text : text.slice(0, end);
}

function count(text: string, character: string): number {
	let found = 0;
	for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) found++;
	return found;
}

/** Decodes percent-encoded UTF-8, once; sequences that are none stay as they are. */
export function percentDecoded(text: string): string {
	if (!text.includes('%')) return text;
	return text.replace(/(?:%[\da-f]{2})+/gi, (sequence) => {
		try {
			return decodeURIComponent(sequence);
		} catch {
			return sequence;
		}
	});
}

/**
 * Encodes what may not stand in the path of a URI (RFC 3986), so that `percentDecoded` answers the
 * text again. A lone surrogate has no encoding and becomes U+FFFD.
 */
export function percentEncoded(text: string): string {
	return encodeURI(text.toWellFormed()).replaceAll('#', '%23').replaceAll('?', '%3F');
}
