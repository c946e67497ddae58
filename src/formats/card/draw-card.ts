// Draws the card of a work: a picture that other sites show beside a link to its page.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Node, Renderer } from '@takumi-rs/wasm';

/** The size of a card in pixels, as Open Graph recommends. */
export const cardSize = { width: 1_200, height: 630 } as const;

/** The content of a card. Texts may be of any length and script. */
export type CardContent = {
	title: string;
	/** Stands in place of a title that the font cannot write. */
	identifier: string;
	/** Creators and year. */
	about: string;
	year: string;
	/** How often it is cited, in words. */
	cited: string;
	/** Counts by year, in the order of the years. */
	years: readonly (readonly [year: number, count: number])[];
	site: string;
	/** The colour behind the name of the site, and that of the name, as `#rrggbb`. */
	colour: string;
	textColour: string;
};

/** Draws a card as PNG. */
export type DrawCard = (content: CardContent) => Promise<Uint8Array<ArrayBuffer>>;

const family = 'DejaVu Sans';
const weights = { normal: 400, bold: 700 } as const;

/** Loads the library and the font, and returns what draws. It takes tenths of a second. */
export async function loadCardDrawing(): Promise<DrawCard> {
	const { Renderer } = await import('@takumi-rs/wasm/node');
	const renderer: Renderer = new Renderer();
	for (const weight of Object.values(weights)) {
		const file = import.meta.resolve(`@fontsource/dejavu-sans/files/dejavu-sans-latin-${weight}-normal.woff2`);
		await renderer.registerFont({ name: family, weight, data: await readFile(fileURLToPath(file)) });
	}
	return (content) => renderer.render(layOut(content), { ...cardSize, format: 'png', fontFamilies: [family] });
}

const longestTitle = 300;
const longestLine = 150;
// Directions are chosen by the letters; nothing may turn them around.
const unseen = /[\p{Cs}\p{Co}\p{Cn}\p{Cc}\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]+/gu;
const pictures = /\p{Extended_Pictographic}|\uFE0F|[\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}]/gu;
/** What the font has. */
const written =
	/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Arabic}\p{Script=Inherited}\p{Script=Common}]*$/u;
// Punctuation of East Asian texts is of no script.
const eastAsian = /[\u2E80-\uA4CF\uAC00-\uD7AF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF]/u;
const firstLetter = /\p{L}/u;
const fromTheRight = /^[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Makes a text of one line, of what the font has; undefined if that is not all of its letters. */
function writable(text: string, longest: number): string | undefined {
	const plain = text
		.slice(0, longest * 4)
		.replace(unseen, ' ')
		.replace(pictures, '')
		.replace(/\s+/g, ' ')
		.trim();
	if (plain === '' || !written.test(plain) || eastAsian.test(plain)) return undefined;
	return [...plain].slice(0, longest).join('');
}

type Style = Record<string, string | number>;
const box = (style: Style, children: Node[] = []): Node => ({
	type: 'container',
	style: { display: 'flex', ...style },
	children,
});
const text = (text: string, style: Style): Node => ({ type: 'text', text, style: { display: 'block', ...style } });

/** Folds a text after so many lines. */
function folded(content: string, lines: number, style: Style): Node {
	const isFromTheRight = fromTheRight.test(firstLetter.exec(content)?.[0] ?? '');
	const direction = isFromTheRight ? { direction: 'rtl', textAlign: 'right' } : {};
	const fold = { lineClamp: lines, textOverflow: 'ellipsis', overflow: 'hidden', overflowWrap: 'anywhere' };
	return text(content, { ...direction, ...fold, ...style });
}

const edge = '60px';

function layOut(content: CardContent): Node {
	const { colour, textColour, cited, years } = content;
	const title = writable(content.title, longestTitle) ?? writable(content.identifier, longestTitle) ?? '';
	const about = writable(content.about, longestLine) ?? writable(content.year, longestLine) ?? '';
	const site = writable(content.site, longestLine) ?? '';
	return box({ ...pixels(cardSize), flexDirection: 'column', backgroundColor: '#ffffff', color: '#1b222c' }, [
		box({ backgroundColor: colour, color: textColour, padding: `24px ${edge}`, minHeight: '86px' }, [
			folded(site, 1, { fontSize: '32px' }),
		]),
		box({ flexDirection: 'column', flexGrow: 1, padding: `44px ${edge}`, justifyContent: 'space-between' }, [
			box({ flexDirection: 'column', gap: '20px' }, [
				folded(title, 3, { fontSize: '54px', fontWeight: weights.bold, lineHeight: 1.22 }),
				folded(about, 1, { fontSize: '30px', color: '#4d5663' }),
			]),
			box({ alignItems: 'flex-end', justifyContent: 'space-between', gap: '40px' }, [
				text(cited, { fontSize: '44px', fontWeight: weights.bold }),
				plotOf(years),
			]),
		]),
	]);
}

const mostBars = 20;
const plotHeight = 110;
const barColour = '#1d4f91';

/** Draws a bar for each of the latest years; nothing for a single year. */
function plotOf(years: CardContent['years']): Node {
	const [last = 0] = years.at(-1) ?? [];
	const first = Math.max(years[0]?.[0] ?? 0, last - mostBars + 1);
	if (first === last) return box({});
	const known = new Map(years);
	const counts = Array.from({ length: last - first + 1 }, (_, at) => known.get(first + at) ?? 0);
	const most = counts.reduce((one, other) => Math.max(one, other), 1);
	const bars = counts.map((count) => {
		const height = count === 0 ? 0 : Math.max(3, Math.round((count / most) * plotHeight));
		return box({ ...pixels({ width: 22, height }), backgroundColor: barColour });
	});
	const ends = [first, last].map((year) => text(String(year), { fontSize: '22px', color: '#4d5663' }));
	return box({ flexDirection: 'column', gap: '6px' }, [
		box({ alignItems: 'flex-end', justifyContent: 'center', height: `${plotHeight}px`, gap: '4px' }, bars),
		box({ justifyContent: 'space-between', gap: '20px' }, ends),
	]);
}

function pixels({ width, height }: { width: number; height: number }): Style {
	return { width: `${width}px`, height: `${height}px` };
}
