// Removes what surrounds and distorts identifiers where people write them: space, punctuation,
// marks of text processing, %41, &lt;.

/**
 * Bounds an identifier, in UTF-16 units, by the common limit of web servers. It keeps hostile text
 * away from the patterns.
 */
export const identifierMaxLength = 8_192;

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

/**
 * Matches text in which nothing has to be mended: what can be seen of ASCII, without `&` and `\`.
 */
const plain = /^[!-%'-[\]-~]*$/;

/**
 * Removes what cannot be seen from both ends, and marks that have no width (zero-width spaces and
 * joiners, soft hyphens) from everywhere: they come with text that is copied, and belong to no
 * identifier.
 */
export function visible(text: string): string {
	return plain.test(text) ? text : trimmed(text.replace(/\p{Cf}+/gu, ''));
}

/**
 * Writes a text as identifiers are written: without what cannot be seen, with the characters of
 * ASCII for those that look like them (full-width forms, hyphens and dashes), and with the
 * characters that entities of HTML and escapes of TeX stand for. Doing it again changes nothing.
 */
export function cleaned(text: string): string {
	return plain.test(text) ? text : plainlyWritten(visible(text));
}

/** Does what is left of `cleaned` for a text of `visible`. */
export function plainlyWritten(seen: string): string {
	if (seen.length > identifierMaxLength || plain.test(seen)) return seen;
	let clean = seen;
	for (let round = 0; round < mostRounds; round++) {
		const next = visible(entitiesDecoded(withAsciiForms(clean)));
		if (next === clean) return clean;
		clean = next;
	}
	return seen;
}

/**
 * Bounds how often what was escaped may have been escaped again. Text that goes on longer is made
 * to cost time, and stays as it is.
 */
const mostRounds = 16;

const fullWidthOffset = 0xfee0;

/**
 * Replaces full-width forms by the characters of ASCII, each kind of hyphen or dash by `-`, and
 * what TeX and JSON want escaped (`\_`, `\/`) by the character.
 */
function withAsciiForms(text: string): string {
	return text
		.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - fullWidthOffset))
		.replace(/[\u2010-\u2015\u2212]/g, '-')
		.replace(/\{?\\([_%&#$~/])(?:\{\})?\}?/g, '$1');
}

const namedEntities: Readonly<Record<string, string>> = {
	lt: '<',
	gt: '>',
	amp: '&',
	quot: '"',
	apos: "'",
	nbsp: ' ',
	ndash: '-',
	shy: '',
};

/** Decodes HTML entities, once; what is none stays as it is. */
function entitiesDecoded(text: string): string {
	if (!text.includes('&')) return text;
	return text.replace(
		/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi,
		(entity, decimal?: string, hexadecimal?: string, name = '') => {
			if (decimal === undefined && hexadecimal === undefined) return namedEntities[name.toLowerCase()] ?? entity;
			const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
			return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
		},
	);
}

function isInvisible(text: string, position: number): boolean {
	const code = text.charCodeAt(position);
	if (code > 0x20 && code < 0x7f) return false;
	return invisible.test(text.charAt(position));
}

const sentencePunctuation = '.,;:!?"\'`\\…‘’“”«»「」『』【】〈〉《》、。，；：！？→⇒➔➜➡↗►▶›';
const openingOf: Readonly<Record<string, string>> = {
	')': '(',
	']': '[',
	'}': '{',
	'>': '<',
};

/** Matches a tag that stands behind a value: one that closes, or one of a line or paragraph. */
const tagBehind = /^<(?:\/[a-z][^<>]*|(?:br|hr|p|li|div|span)\s*\/?)>$/i;

/**
 * Removes from the end what a sentence or a page leaves behind: punctuation, quotation marks,
 * arrows, tags of HTML, the characters `also`, and closing brackets that have no opening one.
 * `10.1000/a(1).` becomes `10.1000/a(1)`, and `10.1000/a).` and `10.1000/a</p>` become `10.1000/a`.
 */
export function withoutSentenceEnd(text: string, also = ''): string {
	const unopened: Record<string, number> = {};
	let end = text.length;
	while (end > 0) {
		const last = text.charAt(end - 1);
		const opening = openingOf[last];
		if (opening === undefined) {
			if (!sentencePunctuation.includes(last) && !also.includes(last) && !isInvisible(text, end - 1)) break;
			end--;
			continue;
		}
		// Counted once for each kind, not once for each bracket: a text of brackets must not cost its
		// square.
		const surplus = unopened[last] ?? count(text, last) - count(text, opening);
		const tagAt = last === '>' && surplus <= 0 ? text.lastIndexOf('<', end - 1) : -1;
		if (tagAt !== -1 && tagBehind.test(text.slice(tagAt, end))) {
			unopened[last] = surplus;
			end = tagAt;
			continue;
		}
		if (surplus <= 0) break;
		unopened[last] = surplus - 1;
		end--;
		if (last === '>') end = withoutShaft(text, end);
	}
	return end === text.length ? text : text.slice(0, end);
}

/** Takes off the hyphens before the head of an arrow: `-->`. */
function withoutShaft(text: string, headAt: number): number {
	let end = headAt;
	while (text.charAt(end - 1) === '-' || text.charAt(end - 1) === '=') end--;
	return end;
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
