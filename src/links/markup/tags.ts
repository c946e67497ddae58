// Reads the tags of markup in a text as a tree: HTML's, JATS's and MathML's, and no others, since
// a title may well hold `a < b` or `<unknown>`.
import { decodeHTMLStrict } from 'entities/decode';

/** A tag: its name in lower case and without prefix, and what it does. */
type Tag = { name: string; does: 'open' | 'close' | 'stand alone'; written: string };

/** A text between tags, its references resolved, or a tag. */
type Token = string | Tag;

/**
 * Takes a text apart. Tags that were escaped (`&lt;i&gt;`) are tags as well where their other half
 * is there; one alone is spoken of: `the &lt;b&gt; tag`. Comments, processing instructions and the
 * frames of CDATA are left out. Linear in the text's length.
 */
function findTags(text: string): readonly Token[] {
	const tokens: (Token | { escaped: Tag })[] = [];
	for (const part of takeApart(text)) {
		if (typeof part !== 'string') tokens.push(part);
		else if (part.includes('&')) {
			for (const inner of takeApart(resolveReferences(part))) {
				tokens.push(typeof inner === 'string' ? inner : { escaped: inner });
			}
		} else tokens.push(part);
	}
	const paired = pairsOf(
		tokens.flatMap((token) => (typeof token === 'object' && 'escaped' in token ? token.escaped : [])),
	);
	return tokens.map((token) => {
		if (typeof token === 'string' || 'name' in token) return token;
		return paired.has(token.escaped) ? token.escaped : token.escaped.written;
	});
}

function* takeApart(text: string): Generator<Token> {
	let end = 0;
	for (const { 0: written, 1: slash, 2: name, 3: attributes, 4: empty, index } of text.matchAll(markup)) {
		if (index > end) yield text.slice(end, index);
		end = index + written.length;
		if (name === undefined) continue;
		const local = name.slice(name.indexOf(':') + 1).toLowerCase();
		const standsAlone = empty === '/' || attributes?.endsWith('/') || alone.has(local);
		yield { name: local, does: slash ? 'close' : standsAlone ? 'stand alone' : 'open', written };
	}
	if (end < text.length) yield text.slice(end);
}

/** Chooses the tags whose other half is there, and those that need none. */
function pairsOf(tags: readonly Tag[]): ReadonlySet<Tag> {
	const paired = new Set<Tag>();
	const open = new Map<string, Tag[]>();
	for (const tag of tags) {
		if (tag.does === 'stand alone') paired.add(tag);
		else if (tag.does === 'open') open.getOrInsertComputed(tag.name, () => []).push(tag);
		else {
			const opening = open.get(tag.name)?.pop();
			if (opening) paired.add(tag).add(opening);
		}
	}
	return paired;
}

const alone: ReadonlySet<string> = new Set(['br', 'break', 'hr', 'mspace', 'mprescripts', 'none', 'inline-graphic']);

const htmlNames =
	'i|em|b|strong|sub|sup|u|s|tt|del|ins|small|big|font|span|abbr|mark|a|p|br|hr|div|ul|ol|li|h[1-6]|center|blockquote';
const jatsNames =
	'italic|bold|inf|scp|sc|small-caps|underline|overline|ovl|strike|monospace|roman|sans-serif|ext-link|' +
	'xref|title|subtitle|break|named-content|styled-content|inline-formula|inline-equation|' +
	'inline-graphic|disp-formula|tex-math|alternatives';
const mathNames =
	'math|m(?:i|n|o|s|text|space|row|style|padded|phantom|error|enclose|fenced|sub|sup|subsup|under|over|underover|' +
	'multiscripts|prescripts|frac|sqrt|root|table|tr|td|action)|none|semantics|annotation(?:-xml)?';
const known = `${htmlNames}|${jatsNames}|${mathNames}`;
// With a prefix that says where it is from, any name is a tag's.
const name = `(?:mml|mathml|jats):[a-z][\\w.-]*|(?:(?:m|math|x?html|tei|ns\\d{1,2}):)?(?:${known})`;
const attribute = `\\s+[\\w:.-]+\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'|[^\\s"'<>=]+)`;
// No part of a tag holds < or >, so that each is looked for once, from its < to the next.
const markup = new RegExp(
	`<(/?)(${name})((?:${attribute})*)\\s*(/?)>|<!--[^<>]*-->|<\\?[^<>]*\\?>|<!\\[CDATA\\[|\\]\\]>`,
	'gi',
);

export type Node = string | Element;
export type Element = { name: string; children: Node[] };

/** Elements that lie deeper are taken for their content, so that no text makes a deep tree. */
const deepest = 40;

/**
 * Reads a text with markup. What is never closed reaches to the end of what it lies in, and a
 * closing tag without an opening one is left out.
 */
export function readTree(text: string): readonly Node[] {
	const root: Element = { name: '', children: [] };
	const open: [Element, ...Element[]] = [root];
	for (const token of findTags(text)) {
		const inner = open.at(-1) as Element;
		if (typeof token === 'string') inner.children.push(token);
		else if (token.does === 'close') {
			const at = open.findLastIndex(({ name }, depth) => depth > 0 && name === token.name);
			if (at > 0) open.length = at;
		} else {
			const element = { name: token.name, children: [] };
			inner.children.push(element);
			if (token.does === 'open' && open.length < deepest) open.push(element);
		}
	}
	return root.children;
}

/** Whether an element is one of MathML's. */
export function isMath({ name }: Element): boolean {
	return mathName.test(name);
}

const mathName = /^(?:math|m(?!ark$|onospace$)[a-z]+|none|semantics|annotation(?:-xml)?)$/;

/**
 * Resolves references, named and numeric, also where they were escaped again (`&amp;lt;`), as feeds
 * do that pass text on. One that names no character stays as it is. Linear in the text's length.
 */
function resolveReferences(text: string): string {
	let resolved = text.replace(ampersands, '&');
	for (let pass = 0; pass < mostPasses; pass++) {
		const before = resolved;
		resolved = before.replace(reference, resolve);
		if (resolved === before) break;
	}
	return resolved;
}

/** A reference whose own ampersand is a reference is resolved as often; by & alone, any number. */
const mostPasses = 3;
const ampersands = /&(?:amp;)+/gi;
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,31}));/gi;

function resolve(written: string, decimal?: string, hexadecimal?: string, name?: string): string {
	if (name !== undefined) return decodeHTMLStrict(written);
	const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
	const windows = windows1252[code - 0x80];
	if (windows !== undefined) return windows;
	const isText = code > 0x9f || (code >= 0x20 && code < 0x7f) || whiteSpace.has(code);
	const isCharacter = isText && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
	return isCharacter ? String.fromCodePoint(code) : written;
}

const whiteSpace: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d]);

// HTML reads the codes from 128 to 159 as Windows' characters (HTML Standard, numeric character
// reference end state), since those are what was meant. A hyphen stands for none.
const windows1252: readonly (string | undefined)[] = Array.from('€-‚ƒ„…†‡ˆ‰Š‹Œ-Ž--‘’“”•–—˜™š›œ-žŸ', (character) =>
	character === '-' ? undefined : character,
);
