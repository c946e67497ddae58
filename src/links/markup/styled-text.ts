// Reads titles and names as the field's records hold them, with markup and references, as text of
// which some is set in another style.
import { renderMath, textOf } from './math.ts';
import { type Element, isMath, type Node, readTree } from './tags.ts';

/** Lists the styles that are kept, by the element that stands for each; others say nothing. */
export const styles = ['i', 'b', 'sub', 'sup', 'scp'] as const;
export type Style = (typeof styles)[number];

/** A piece of text in styles, the outermost first. */
export type Run = { text: string; styles: readonly Style[] };

/**
 * Reads a text that may hold markup: `CO<sub>2</sub> &amp; H` is "CO", "2" as `sub`, " & H". White
 * space is one blank, and none at the ends. Linear in the text's length.
 */
export function readStyledText(text: string): readonly Run[] {
	if (isPlain(text)) return [{ text, styles: [] }];
	return tidy(render(readTree(text), []));
}

/** Whether a text certainly has no markup, no reference and no superfluous blank. */
function isPlain(text: string): boolean {
	return text !== '' && !/[<&\]]|\s\s|[^\S ]|^\s|\s$/.test(text);
}

/** Reads a text that may have markup as plain text: `CO<sub>2</sub> &amp; H` is `CO2 & H`. */
export function plainText(text: string): string {
	if (isPlain(text)) return text;
	return textOf(readStyledText(text));
}

/**
 * Reads a text as it may be searched for: as plain text, and where it has markup, with blanks
 * between styles too: `RuO<sub>2</sub>` is found as `RuO2` and as `RuO`, and so are the words of
 * `<i>Quercus</i>and`, which have lost their blank on the way.
 */
export function searchedTexts(text: string): string[] {
	if (isPlain(text)) return [text];
	const runs = readStyledText(text);
	const plain = textOf(runs);
	const apart = runs
		.map((run) => run.text)
		.join(' ')
		.replace(/ +/g, ' ');
	// What stands between other characters than letters and digits is apart already.
	const touches = runs.some(
		(run, at) => /[\p{L}\p{N}]$/u.test(runs[at - 1]?.text ?? '') && /^[\p{L}\p{N}]/u.test(run.text),
	);
	return touches ? [plain, apart] : [plain];
}

/**
 * Writes a text with markup in the fewest elements: those of `styles`, well nested, without
 * attributes, and `&amp;`, `&lt;` and `&gt;` for the characters. Undefined where
 * plainText has the same. What is written reads as the same text again.
 */
export function safeMarkup(text: string): string | undefined {
	if (isPlain(text)) return undefined;
	const runs = readStyledText(text);
	const plain = textOf(runs);
	if (runs.every((run) => run.styles.length === 0) && plainText(plain) === plain) return undefined;
	return writeRuns(runs, {
		open: (style) => `<${style}>`,
		close: (style) => `</${style}>`,
		text: (plain) => plain.replace(/[&<>]/g, (character) => escapes[character] as string),
	});
}

/** Says how a form of markup writes where a style begins and ends, and the text. */
export type RunWriter = { open(style: Style): string; close(style: Style): string; text(plain: string): string };

/** Writes runs one after the other, styles well nested. */
export function writeRuns(runs: readonly Run[], { open, close, text }: RunWriter): string {
	let written = '';
	let within: readonly Style[] = [];
	for (const run of [...runs, { text: '', styles: [] }]) {
		let shared = 0;
		while (shared < within.length && within[shared] === run.styles[shared]) shared++;
		written += within.slice(shared).reverse().map(close).join('');
		written += run.styles.slice(shared).map(open).join('') + text(run.text);
		within = run.styles;
	}
	return written;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const styleOf: Readonly<Record<string, Style>> = {
	...{ i: 'i', em: 'i', italic: 'i', b: 'b', strong: 'b', bold: 'b' },
	...{ sub: 'sub', inf: 'sub', sup: 'sup', scp: 'scp', sc: 'scp', 'small-caps': 'scp' },
};

// What stands on lines of its own elsewhere stands between blanks in a title.
const blocks: ReadonlySet<string> = new Set(
	'p br break hr div ul ol li h1 h2 h3 h4 h5 h6 center blockquote title subtitle'.split(' '),
);

function render(nodes: readonly Node[], outer: readonly Style[]): Run[] {
	return nodes.flatMap((node, at): Run[] => {
		if (typeof node === 'string') return [{ text: node, styles: outer }];
		if (isMath(node)) return setOff(renderMath(node, outer), node, outer, [nodes[at - 1], nodes[at + 1]]);
		const { name } = node;
		const style = styleOf[name];
		const inner = render(content(node), style ? [...outer, style] : outer);
		const blank = { text: ' ', styles: outer };
		return blocks.has(name) ? [blank, ...inner, blank] : inner;
	});
}

/**
 * Gives a formula back the blanks that its title lost on the way, as very many have: those between
 * it and words of two small letters or more. What is only sub- or superscript belongs to its word.
 */
function setOff(runs: Run[], formula: Element, outer: readonly Style[], beside: readonly (Node | undefined)[]): Run[] {
	const [before, behind] = beside;
	const first = runs.find(({ text }) => text !== '');
	if (first === undefined) return runs;
	const isLetter = first.styles.length === outer.length && /^[\p{L}\p{N}√(]/u.test(first.text);
	const blankBefore = isString(before) && /\p{Ll}{2}$/u.test(before) && (isLetter || holds(formula, 'mprescripts'));
	const blankBehind = isString(behind) && /^(?!(?:st|nd|rd|th)\b)\p{Ll}{2}/u.test(behind);
	const blank = { text: ' ', styles: outer };
	return [...(blankBefore ? [blank] : []), ...runs, ...(blankBehind ? [blank] : [])];
}

function isString(node: Node | undefined): node is string {
	return typeof node === 'string';
}

function holds({ name, children }: Element, wanted: string): boolean {
	return name === wanted || children.some((child) => !isString(child) && holds(child, wanted));
}

/** Of several forms of one formula the first that is MathML stands for it. */
function content({ name, children }: Element): readonly Node[] {
	if (name !== 'alternatives' && name !== 'inline-formula') return children;
	const math = children.find((child) => typeof child === 'object' && isMath(child));
	return math ? [math] : children;
}

/** Joins runs of the same styles, and makes all white space one blank. */
function tidy(runs: readonly Run[]): readonly Run[] {
	const tidied: { text: string; styles: readonly Style[] }[] = [];
	let blank = true;
	for (const { text, styles } of runs) {
		let joined = text.replace(/\s+/g, ' ');
		if (blank && joined.startsWith(' ')) joined = joined.slice(1);
		if (joined === '') continue;
		blank = joined.endsWith(' ');
		const last = tidied.at(-1);
		if (last && last.styles.join() === styles.join()) last.text += joined;
		else tidied.push({ text: joined, styles });
	}
	const last = tidied.at(-1);
	if (last) last.text = last.text.replace(/ $/, '');
	return tidied.filter(({ text }) => text !== '');
}
