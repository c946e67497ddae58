// Writes HTML as templates in which every value is escaped; knows no page.
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
