// Measures text on a terminal, and removes characters that are not safe to show there.

// Created for the first text beyond ASCII: it is slow to create, and most commands need none.
let segmenter: Intl.Segmenter | undefined;

function graphemes(text: string): Intl.Segments {
	segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
	return segmenter.segment(text);
}

const plain = /^[\x20-\x7e]*$/;
const wide =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
const zero = /^[\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u;

/**
 * Replaces characters that could move the cursor, colour the screen or change the direction of
 * writing: titles come from strangers. Runs of blanks become one space.
 */
export function printable(text: string): string {
	if (plain.test(text) && !text.includes('  ')) return text;
	return text
		.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
		.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
		.trim();
}

/** Counts columns on a terminal: East Asian characters and emoji take two, combining marks none. */
export function displayWidth(text: string): number {
	if (plain.test(text)) return text.length;
	let width = 0;
	for (const { segment } of graphemes(text)) width += graphemeWidth(segment);
	return width;
}

/** Cuts text to a width, at its end or `inside`; `…` stands for what is cut. */
export function cutToWidth(text: string, width: number, place: 'end' | 'inside' = 'end'): string {
	if (displayWidth(text) <= width) return text;
	const room = width - 1;
	const segments = Array.from(graphemes(text), ({ segment }) => segment);
	const tail =
		place === 'end'
			? ''
			: firstOf(segments.toReversed(), Math.ceil(room / 2))
					.toReversed()
					.join('');
	const head = firstOf(segments, room - displayWidth(tail)).join('');
	return `${head.trimEnd()}…${tail.trimStart()}`;
}

/** Takes the segments that fit. */
function firstOf(segments: readonly string[], width: number): string[] {
	let room = width;
	const end = segments.findIndex((segment) => {
		room -= graphemeWidth(segment);
		return room < 0;
	});
	return segments.slice(0, end === -1 ? segments.length : end);
}

function graphemeWidth(grapheme: string): number {
	if (zero.test(grapheme)) return 0;
	return wide.test(grapheme) ? 2 : 1;
}
