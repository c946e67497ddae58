// Draws a badge: a label and a value side by side as SVG, in the styles of shields.io. The width
// fits the text, and the text contrasts with every colour.
import { textColourOn } from '../../settings/contrast.ts';
import { badgeStyles } from '../pages/object/work-choices.ts';
import { escapeMarkup } from './html.ts';

type BadgeStyle = (typeof badgeStyles)[number];

/** Classifies a value: a number, an unknown identifier, or a wrong one. */
export type BadgeKind = 'counted' | 'unknown' | 'wrong';

/** Describes a badge; colours as `#rrggbb`. */
export type Badge = {
	/** If empty, only the value is shown. */
	label: string;
	/** What assistive technology reads for it; the label if absent. */
	title?: string;
	value: string;
	kind?: BadgeKind;
	style?: BadgeStyle;
	/** For numbers only. Unknown and wrong values have their own colours. */
	colour?: string | undefined;
	labelColour?: string | undefined;
};

const backgrounds: Readonly<Record<BadgeKind, string>> = {
	counted: '#1d5f94',
	unknown: '#666e78',
	wrong: '#a12b2b',
};
const labelBackground = '#3f4650';

/** Returns the colour behind the value. */
export function valueColour({ kind = 'counted', colour }: Pick<Badge, 'kind' | 'colour'>): string {
	return kind === 'counted' ? (colour ?? backgrounds.counted) : backgrounds[kind];
}

/** Draws a badge, as wide as its text. */
export function drawBadge(badge: Badge): string {
	const { label, title = label, value } = badge;
	const spoken = escapeMarkup(title === '' ? value : `${title}: ${value}`);
	const style = badge.style ?? badgeStyles[0];
	const { width, height, content } = style === 'social' ? drawSocial(badge) : drawBars(badge, barStyles[style]);
	return (
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-label="${spoken}">` +
		`<title>${spoken}</title>${content}</svg>\n`
	);
}

type Drawing = { width: number; height: number; content: string };

type BarStyle = {
	height: number;
	radius: number;
	/** How much lighter the upper edge is, and how much darker the lower one, 0 to 1. */
	gloss: number;
	padding: number;
	pixels: number;
	/** In capitals, spaced, the value bold. */
	loud?: true;
};

const barStyles: Readonly<Record<Exclude<BadgeStyle, 'social'>, BarStyle>> = {
	flat: { height: 20, radius: 3, gloss: 0.08, padding: 6, pixels: 11 },
	'flat-square': { height: 20, radius: 0, gloss: 0, padding: 6, pixels: 11 },
	plastic: { height: 18, radius: 4, gloss: 0.25, padding: 6, pixels: 11 },
	'for-the-badge': { height: 28, radius: 0, gloss: 0, padding: 11, pixels: 10, loud: true },
};

/** Draws two bars that meet. */
function drawBars(badge: Badge, { height, radius, gloss, padding, pixels, loud }: BarStyle): Drawing {
	const piece = (given: string, bold: boolean) => {
		const text = loud ? given.toUpperCase() : given;
		// Spaced letters are wider by so much each.
		const space = loud ? [...text].length : 0;
		return { text, bold, width: text === '' ? 0 : textWidth(text, { pixels, bold }) + space };
	};
	const label = piece(badge.label, false);
	const value = piece(badge.value, loud ?? false);
	const labelWidth = label.text === '' ? 0 : label.width + 2 * padding;
	const width = labelWidth + value.width + 2 * padding;
	const colours = [badge.labelColour ?? labelBackground, valueColour(badge)] as const;
	const baseline = Math.round(height / 2 + pixels * 0.36);
	const write = ({ text, bold, width }: typeof label, x: number, colour: string) =>
		text === '' ? '' : textElement(text, { x, y: baseline, width, colour, bold });
	const bar = (x: number, barWidth: number, fill: string) =>
		`<rect x="${x}" width="${barWidth}" height="${height}" fill="${fill}"/>`;
	const bars = bar(0, labelWidth, colours[0]) + bar(labelWidth, width - labelWidth, colours[1]);
	const content =
		(radius > 0 ? `<clipPath id="edge"><rect width="${width}" height="${height}" rx="${radius}"/></clipPath>` : '') +
		(gloss > 0 ? glossGradient(gloss) : '') +
		`<g${radius > 0 ? ' clip-path="url(#edge)"' : ''}>${bars}${gloss > 0 ? bar(0, width, 'url(#gloss)') : ''}</g>` +
		`<g font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="${pixels}">` +
		write(label, padding, textColourOn(colours[0])) +
		`${write(value, labelWidth + padding, textColourOn(colours[1]))}</g>`;
	return { width, height, content };
}

function glossGradient(gloss: number): string {
	return (
		'<linearGradient id="gloss" x2="0" y2="1">' +
		`<stop offset="0" stop-color="#fff" stop-opacity="${gloss}"/>` +
		`<stop offset="1" stop-color="#000" stop-opacity="${gloss}"/></linearGradient>`
	);
}

const social = { height: 20, padding: 7, gap: 6, pixels: 11, line: '#c3c8ce', label: '#f4f5f7', value: '#ffffff' };

/** Draws a button, and a bubble beside it that points to it. */
function drawSocial(badge: Badge): Drawing {
	const { height, padding, gap, pixels, line } = social;
	const measure = (text: string) => (text === '' ? 0 : textWidth(text, { pixels, bold: true }));
	const labelWidth = badge.label === '' ? 0 : measure(badge.label) + 2 * padding;
	const start = labelWidth === 0 ? 0 : labelWidth + gap;
	const width = start + measure(badge.value) + 2 * padding;
	const box = (x: number, boxWidth: number, fill: string) =>
		`<rect x="${x + 0.5}" y="0.5" width="${boxWidth - 1}" height="${height - 1}" rx="3" ` +
		`fill="${fill}" stroke="${line}"/>`;
	const fills = {
		label: badge.labelColour ?? social.label,
		value: badge.kind === undefined || badge.kind === 'counted' ? (badge.colour ?? social.value) : social.value,
	};
	const pointer = `<path d="M${start + 1} 6.5l-4 3.5 4 3.5" fill="${fills.value}" stroke="${line}"/>`;
	const write = (text: string, x: number, colour: string) =>
		textElement(text, { x, y: 14, width: measure(text), colour, bold: true });
	const labelled =
		labelWidth === 0
			? ''
			: box(0, labelWidth, fills.label) + write(badge.label, padding, textColourOn(fills.label)) + pointer;
	const content =
		`<g font-family="Helvetica Neue,Helvetica,Arial,sans-serif" font-size="${pixels}">` +
		`${box(start, width - start, fills.value)}${labelled}` +
		`${write(badge.value, start + padding, textColourOn(fills.value))}</g>`;
	return { width, height, content };
}

type Placed = { x: number; y: number; width: number; colour: string; bold: boolean };

function textElement(text: string, { x, y, width, colour, bold }: Placed): string {
	const weight = bold ? ' font-weight="bold"' : '';
	return (
		`<text x="${x}" y="${y}" fill="${colour}"${weight} textLength="${width}" lengthAdjust="spacingAndGlyphs">` +
		`${escapeMarkup(text)}</text>`
	);
}

/** Estimates the width of a text in Verdana of this size. The drawing stretches the text to it. */
function textWidth(text: string, { pixels, bold = false }: { pixels: number; bold?: boolean }): number {
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

/** Holds colours by name, as `#rrggbb`. */
const named: Readonly<Record<string, string>> = {
	brightgreen: '#44cc11',
	green: '#97ca00',
	yellowgreen: '#a4a61d',
	yellow: '#dfb317',
	orange: '#fe7d37',
	red: '#e05d44',
	blue: '#007ec6',
	grey: '#555555',
	gray: '#555555',
	lightgrey: '#9f9f9f',
	lightgray: '#9f9f9f',
	blueviolet: '#8a2be2',
	success: '#44cc11',
	important: '#fe7d37',
	critical: '#e05d44',
	informational: '#007ec6',
	inactive: '#9f9f9f',
	black: '#000000',
	white: '#ffffff',
	navy: '#000080',
	teal: '#008080',
	purple: '#800080',
};

/** Matches what readColour reads. */
export const colourPattern = new RegExp(`^(?:#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})|${Object.keys(named).join('|')})$`);

/** Reads a colour that colourPattern allows, as `#rrggbb`: a name, or its hexadecimal digits. */
export function readColour(text: string): string {
	const known = named[text];
	if (known !== undefined) return known;
	const digits = text.replace('#', '').toLowerCase();
	return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`;
}
