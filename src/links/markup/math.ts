// Renders formulas of MathML on one line, as a title is set: RuO with a subscript 2, 1/2, √s.
import type { Run, Style } from './styled-text.ts';
import type { Element, Node } from './tags.ts';

/**
 * Renders an element of MathML within outer styles. White space between elements means nothing
 * (MathML 3, 2.1.7); characters that are not seen, such as the invisible times, are left out.
 */
export function renderMath(element: Element, outer: readonly Style[]): Run[] {
	const { name, children } = element;
	if (isToken(name)) return renderToken(element, outer);
	const parts = children.filter((child): child is Element | string => typeof child !== 'string' || /\S/.test(child));
	const part = (at: number, style?: Style) => renderPart(parts[at], style ? [...outer, style] : outer);
	switch (name) {
		case 'msub':
		case 'munder':
			return [...part(0), ...part(1, 'sub')];
		case 'msup':
			return [...part(0), ...part(1, 'sup')];
		case 'msubsup':
		case 'munderover':
			return [...part(0), ...part(1, 'sub'), ...part(2, 'sup')];
		case 'mover':
			return withAccent(part(0), part(1), part(1, 'sup'));
		case 'mmultiscripts':
			return renderScripts(parts, outer);
		case 'mfrac':
			return [...inBrackets(part(0), outer), plain('/', outer), ...inBrackets(part(1), outer)];
		case 'msqrt':
			return [plain('√', outer), ...inBrackets(renderAll(parts, outer), outer)];
		case 'mroot':
			return [...part(1, 'sup'), plain('√', outer), ...inBrackets(part(0), outer)];
		case 'mfenced':
			return [plain('(', outer), ...separated(parts, ',', outer), plain(')', outer)];
		case 'mtr':
		case 'mtable':
			return separated(parts, ' ', outer);
		case 'semantics':
			return part(0);
		case 'mspace':
			return [plain(' ', outer)];
		case 'annotation':
		case 'annotation-xml':
		case 'mphantom':
			return [];
		default:
			return renderAll(parts, outer);
	}
}

function isToken(name: string): boolean {
	return name === 'mi' || name === 'mn' || name === 'mo' || name === 'ms' || name === 'mtext';
}

function plain(text: string, styles: readonly Style[]): Run {
	return { text, styles };
}

function renderAll(parts: readonly Node[], outer: readonly Style[]): Run[] {
	return parts.flatMap((part) => renderPart(part, outer));
}

function renderPart(part: Node | undefined, outer: readonly Style[]): Run[] {
	if (part === undefined) return [];
	return typeof part === 'string' ? [plain(seen(part).trim(), outer)] : renderMath(part, outer);
}

/** Renders the text of a formula; blanks at its ends are meant in mtext alone. */
function renderToken({ name, children }: Element, outer: readonly Style[]): Run[] {
	const text = children.map((child) => (typeof child === 'string' ? child : textOf(renderMath(child, outer)))).join('');
	return [plain(name === 'mtext' ? seen(text) : seen(text).trim(), outer)];
}

// The invisible operators, and the zero-width space.
const unseen = /[\u2061-\u2064\u200b]/g;

function seen(text: string): string {
	return text.replace(unseen, '');
}

/** Returns the text of runs, without their styles. */
export function textOf(runs: readonly Run[]): string {
	return runs.map(({ text }) => text).join('');
}

function separated(parts: readonly Node[], separator: string, outer: readonly Style[]): Run[] {
	return parts.flatMap((part, at) => [...(at > 0 ? [plain(separator, outer)] : []), ...renderPart(part, outer)]);
}

/** Puts brackets around what would be read otherwise on one line: 1/(a+b). */
function inBrackets(runs: Run[], outer: readonly Style[]): Run[] {
	if (!/[^\s][\s+\-−±/]/.test(textOf(runs))) return runs;
	return [plain('(', outer), ...runs, plain(')', outer)];
}

// Accents that are written over a letter, by the characters that formulas have for them.
const accents: Readonly<Record<string, string>> = {
	...{ '¯': '\u0304', '‾': '\u0304', '\u0305': '\u0304', '―': '\u0304', '^': '\u0302', ˆ: '\u0302' },
	...{ '~': '\u0303', '˜': '\u0303', '→': '\u20d7', '˙': '\u0307', '.': '\u0307', '¨': '\u0308' },
};

/** Writes an accent on its letter, and all else that stands over something as superscript. */
function withAccent(base: Run[], over: readonly Run[], superscript: readonly Run[]): Run[] {
	const accent = accents[textOf(over)];
	if (accent === undefined) return [...base, ...superscript];
	const [letter] = base;
	if (letter === undefined || [...textOf(base)].length !== 1) return base;
	return [plain(`${letter.text}${accent}`.normalize('NFC'), letter.styles)];
}

/**
 * Renders letters on all four corners: the base, pairs of sub- and superscripts behind it, and
 * after `mprescripts` such as stand before it, as the 48 of ⁴⁸Ca.
 */
function renderScripts([base, ...scripts]: readonly Node[], outer: readonly Style[]): Run[] {
	const divider = scripts.findIndex((part) => typeof part === 'object' && part.name === 'mprescripts');
	const behind = divider < 0 ? scripts : scripts.slice(0, divider);
	const before = divider < 0 ? [] : scripts.slice(divider + 1);
	const set = (parts: readonly Node[]) =>
		parts.flatMap((part, at) => renderPart(part, [...outer, at % 2 === 0 ? 'sub' : 'sup']));
	return [...set(before), ...renderPart(base, outer), ...set(behind)];
}
