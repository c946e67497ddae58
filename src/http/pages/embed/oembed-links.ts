// The elements by which consumers of oEmbed find how to show a work (oembed.com, 4. Discovery).
import { html, type Markup } from '../../answers/html.ts';

/**
 * Writes the elements for the head of a page; `page` is the address of a work's page, `site` where
 * pages are, with a slash at the end.
 */
export function oembedLinks(page: string, { site, title }: { site: string; title: string }): Markup {
	const link = (format: 'json' | 'xml', mediaType: string) =>
		html`<link rel="alternate" type="${mediaType}"
href="${site}oembed?format=${format}&url=${encodeURIComponent(page)}" title="${title}">\n`;
	return html`${link('json', 'application/json+oembed')}${link('xml', 'text/xml+oembed')}`;
}
