// Writes HTML as templates in which every value is escaped, and escapes text for SVG and XML.
import { raw, html as template } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** Markup that is escaped already. */
export type Markup = HtmlEscapedString;

/**
 * Writes markup: texts that are put in are escaped, Markup stays as it is, lists are joined, and
 * what is null, undefined or a boolean is left out.
 */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): Markup {
	// Only a promise among the values makes one of the whole.
	return template(strings, ...values) as Markup;
}

/**
 * Writes JSON text as a block of data that browsers do not run (HTML, 4.12.1); nothing in it ends
 * the block.
 */
export function dataBlock(attributes: { type: string; id?: string }, json: string): Markup {
	const { type, id } = attributes;
	const data = unescaped(json.replaceAll('<', '\\u003c'));
	return html`<script type="${type}"${id === undefined ? null : html` id="${id}"`}>${data}</script>`;
}

/** Takes text for markup as it is. */
export function unescaped(text: string): Markup {
	return raw(text);
}

/** Escapes text for XML and HTML, and leaves out characters that XML does not allow. */
export function escapeMarkup(text: string): string {
	return text
		.toWellFormed()
		.replaceAll(notInXml, '')
		.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

// XML 1.0, production 2.
const notInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
