// The contrast of colours, and the colour of text on a background.

const light = '#ffffff';
const dark = '#11151b';

/** Chooses the text colour with the greater contrast to a background; both are `#rrggbb`. */
export function textColourOn(background: string): string {
	return contrastOf(light, background) >= contrastOf(dark, background) ? light : dark;
}

/** Returns the contrast of two colours, 1 to 21 (WCAG 2, 1.4.3). */
export function contrastOf(one: string, other: string): number {
	const [lower = 0, higher = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
	return (higher + 0.05) / (lower + 0.05);
}

/** Returns the relative luminance of a colour, 0 to 1. */
function luminanceOf(colour: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
		return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
