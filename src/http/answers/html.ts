// Writes HTML as templates in which every value is escaped, and escapes text for SVG and XML.
import { raw, html as template } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** Markup that is escaped already. */
export type Markup = HtmlEscapedString;

/**
 * Writes markup. Inserted texts are escaped, Markup is not, lists are joined; null, undefined and
 * booleans are omitted.
 */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): Markup {
	// The result is a promise only if one of the values is.
	return template(strings, ...values) as Markup;
}

/**
 * Writes JSON as a data block that browsers do not run (HTML, 4.12.1). Nothing in it can end the
 * block.
 */
export function dataBlock(attributes: { type: string; id?: string }, json: string): Markup {
	const { type, id } = attributes;
	const data = unescaped(json.replaceAll('<', '\\u003c'));
	return html`<script type="${type}"${id === undefined ? null : html` id="${id}"`}>${data}</script>`;
}

/** Marks text as markup that needs no escaping. */
export function unescaped(text: string): Markup {
	return raw(text);
}

/** Escapes text for XML and HTML, and removes characters that XML does not allow. */
export function escapeMarkup(text: string): string {
	return text
		.toWellFormed()
		.replaceAll(notInXml, '')
		.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

// XML 1.0, production 2.
const notInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
