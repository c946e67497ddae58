// Estimates how wide a text is that a badge shows; knows no font but Verdana.

/** Estimates the width in Verdana of so many pixels; a drawing stretches the real text to that. */
export function textWidth(text: string, { pixels, bold = false }: { pixels: number; bold?: boolean }): number {
	let width = 0;
	for (const character of text) width += characterWidth(character);
	return Math.max(1, Math.round((width * pixels * (bold ? 1.13 : 1)) / 11));
}

/** Estimates the width of a character at 11 pixels. */
function characterWidth(character: string): number {
	if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) return 0;
	if (/[iljI|!.,:;' ]/.test(character)) return 3.8;
	if (/[frt()[\]{}\-/"]/.test(character)) return 4.8;
	if (/[mwMW%@]/.test(character)) return 10;
	if (/[A-Z]/.test(character)) return 7.6;
	if (
		/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u.test(character)
	)
		return 11;
	return 6.8;
}
