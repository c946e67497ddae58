// Draws a badge: a label and a value side by side as SVG; knows nothing of what is counted.
import { escapeMarkup } from './markup.js';

const height = 20;
const padding = 6;

/**
 * Colours behind the value: of a number, of nothing to count, of a badge that is asked for wrongly.
 */
const background = { counted: '#1d5f94', unknown: '#666e78', wrong: '#a12b2b' }         ;

/** Draws a badge, 20 pixels high and as wide as its text. */
export function drawBadge(label        , value        , kind                          = 'counted')         {
	const [left, right] = [label, value].map((text) => ({ text: escapeMarkup(text), width: textWidth(text) }));
	const labelWidth = (left?.width ?? 0) + 2 * padding;
	const valueWidth = (right?.width ?? 0) + 2 * padding;
	const spoken = `${left?.text}: ${right?.text}`;
	const text = (piece             , x        ) =>
		`<text x="${x}" y="14" textLength="${piece?.width}" lengthAdjust="spacingAndGlyphs">${piece?.text}</text>`;
	return (
		`<svg xmlns="http://www.w3.org/2000/svg" width="${labelWidth + valueWidth}" height="${height}" role="img" aria-label="${spoken}">` +
		`<title>${spoken}</title>` +
		`<rect width="${labelWidth}" height="${height}" fill="#3f4650"/>` +
		`<rect x="${labelWidth}" width="${valueWidth}" height="${height}" fill="${background[kind]}"/>` +
		'<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">' +
		`${text(left, padding)}${text(right, labelWidth + padding)}</g></svg>\n`
	);
}

/**
 * Estimates how wide a text is in Verdana at 11 pixels; the drawing stretches the real one to that.
 */
function textWidth(text        )         {
	let width = 0;
	for (const character of text) width += characterWidth(character);
	return Math.max(1, Math.round(width));
}

function characterWidth(character        )         {
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
