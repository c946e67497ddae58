// The colours that a badge may have, by the names that maintainers know from shields.io; knows no
// drawing.

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

/** Says what readColour reads. */
export const colourPattern = new RegExp(`^(?:#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})|${Object.keys(named).join('|')})$`);

/** Reads a colour that colourPattern allows, as `#rrggbb`: a name, or its hexadecimal digits. */
export function readColour(text: string): string {
	const known = named[text];
	if (known !== undefined) return known;
	const digits = text.replace('#', '').toLowerCase();
	return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`;
}

const light = '#ffffff';
const dark = '#11151b';

/** Chooses the colour of a text before another one: that with the greater contrast (WCAG 2, 1.4.3). */
export function textColourOn(background: string): string {
	const luminance = luminanceOf(background);
	const onLight = 1.05 / (luminance + 0.05);
	const onDark = (luminance + 0.05) / (luminanceOf(dark) + 0.05);
	return onLight >= onDark ? light : dark;
}

/** Tells the relative luminance of a colour, 0 to 1. */
function luminanceOf(colour: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
		return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
